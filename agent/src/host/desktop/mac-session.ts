import { userInfo } from 'node:os';
import type { runTool } from '../run-tool.ts';
import type { InputLibrary } from './native-libraries.ts';

type RunTool = typeof runTool;

/** A program that no terminal has started takes another encoding otherwise. */
const UTF8 = 'LC_CTYPE=UTF-8';
const LOCKED = /"CGSSessionScreenIsLocked"\s*=\s*Yes/u;
/** Whose the console is while nobody has signed in. */
const NOBODY = 'root';

/** The clipboard and the typing of texts in macOS. */
export const createMacText = (run: RunTool, input: Pick<InputLibrary, 'typeString' | 'keyToggle'>) => ({
  async readClipboard(): Promise<string | null> {
    const text = await run('/usr/bin/env', [UTF8, 'pbpaste', '-Prefer', 'txt']);
    return text === '' ? null : text;
  },
  async setClipboard(text: string): Promise<void> {
    await run('/usr/bin/env', [UTF8, 'pbcopy'], text);
  },
  /** The library gives signs to programs as they are; only keys begin lines and leave fields. */
  async typeText(text: string): Promise<void> {
    for (const part of text.replaceAll('\r', '').split(/([\n\t])/u)) {
      if (part === '') continue;
      const key = { '\n': 'return', '\t': 'tab' }[part];
      if (key === undefined) input.typeString(part);
      else for (const state of ['down', 'up']) input.keyToggle(key, state);
    }
  },
});

/** What is in the way of the screen: nobody has signed in, another user has the console, or the session is locked. */
export async function readMacSeat(
  run: RunTool,
  user = userInfo().username,
): Promise<'login_screen' | 'locked' | 'no_permission' | null> {
  const owner = (await run('stat', ['-f', '%Su', '/dev/console'])).trim();
  if (owner === NOBODY) return 'login_screen';
  if (owner !== user) return 'no_permission';
  return LOCKED.test(await run('ioreg', ['-n', 'Root', '-d1', '-w0'])) ? 'locked' : null;
}
