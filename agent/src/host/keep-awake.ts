import { spawn } from 'node:child_process';
import type { KeepAwakeTargets } from './host.ts';

const WHY = 'A remote session is running';

type Tool = readonly [file: string, ...args: string[]];

/** ES_CONTINUOUS with ES_DISPLAY_REQUIRED and ES_SYSTEM_REQUIRED. */
const windowsFlags = ({ display, system }: KeepAwakeTargets) => `0x8000000${(display ? 2 : 0) + (system ? 1 : 0)}`;

const windowsScript = (wanted: KeepAwakeTargets) => `
Add-Type -Name Power -Namespace Vigil -MemberDefinition '[DllImport("kernel32.dll")] public static extern uint SetThreadExecutionState(uint flags);'
if ([Vigil.Power]::SetThreadExecutionState([uint32]'${windowsFlags(wanted)}') -eq 0) { exit 1 }
[void][Console]::In.ReadToEnd()`;

/** Each tool holds the device awake for as long as it runs. `idle` of systemd includes the blanking of the display. */
const tools: Partial<Record<NodeJS.Platform, (wanted: KeepAwakeTargets) => Tool>> = {
  linux: ({ display, system }) => {
    const what = [...(display ? ['idle'] : []), ...(system ? ['sleep'] : [])].join(':');
    return ['systemd-inhibit', `--what=${what}`, '--who=Vigil', `--why=${WHY}`, '--mode=block', 'cat'];
  },
  darwin: ({ display, system }) => ['caffeinate', `-${display ? 'd' : ''}${system ? 'is' : ''}`, 'cat'],
  win32: (wanted) => ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', windowsScript(wanted)],
};

export const keepAwakeTool = (platform: NodeJS.Platform, wanted: KeepAwakeTargets): Tool | undefined =>
  tools[platform]?.(wanted);

/**
 * Keeps the system or its display from falling asleep until disposed, or until the agent ends: the tool ends with its
 * standard input. Without such a tool, or where it gives up, the device sleeps as it is set up to, and `onProblem` is
 * called.
 */
export function keepAwake(
  wanted: KeepAwakeTargets,
  onProblem: (reason: string) => void,
  tool = keepAwakeTool(process.platform, wanted),
): Disposable {
  if (tool === undefined) {
    onProblem(`no way to keep ${process.platform} awake`);
    return { [Symbol.dispose]: () => undefined };
  }
  const [file, ...args] = tool;
  let isDisposed = false;
  const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'ignore'], windowsHide: true });
  child.on('error', (error) => onProblem(error.message));
  child.on('exit', (code, signal) => {
    if (!isDisposed) onProblem(`${file} ended (${signal ?? code})`);
  });
  child.stdin.on('error', () => undefined);
  return {
    [Symbol.dispose]: () => {
      isDisposed = true;
      child.stdin.end();
    },
  };
}
