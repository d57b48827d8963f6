import { runTool } from './run-tool.ts';

/** AppleScript text; a quote or backslash would end it. */
const quoted = (text: string) => `"${text.replaceAll(/["\\\\]/gu, "'")}"`;

const tools: Partial<Record<NodeJS.Platform, (text: string) => readonly [file: string, ...args: string[]]>> = {
  // To every terminal; a desktop belongs to its user, whose bus the agent of the system cannot speak on.
  linux: (text) => ['wall', '--', text],
  darwin: (text) => ['osascript', '-e', `display notification ${quoted(text)} with title "Vigil"`],
  win32: (text) => ['msg.exe', '*', '/TIME:60', text.replace(/^[/-]/u, ' $&')],
};

/** Tells the people at this device something, by what the system has for it. */
export async function showNotice(text: string): Promise<void> {
  const tool = tools[process.platform];
  if (tool === undefined) throw new Error(`no way to show a notice on ${process.platform}`);
  const [file, ...args] = tool(text);
  await runTool(file, args);
}
