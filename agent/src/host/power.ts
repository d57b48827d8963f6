import type { PowerControl } from '../executors/executor.ts';
import { runTool } from './run-tool.ts';

type CommandLine = readonly [file: string, ...args: string[]];

const unix = { reboot: ['shutdown', '-r', 'now'], shutdown: ['shutdown', '-h', 'now'] } as const;

const commandLines: Partial<Record<NodeJS.Platform, { reboot: CommandLine; shutdown: CommandLine }>> = {
  linux: unix,
  darwin: unix,
  win32: { reboot: ['shutdown.exe', '/r', '/t', '0'], shutdown: ['shutdown.exe', '/s', '/t', '0'] },
};

/**
 * By the system that goes down, or because it took too long: whether the system goes down is seen by servers only
 * (CMD-10).
 */
const wasKilled = (error: unknown): boolean =>
  error instanceof Error && 'signal' in error && typeof error.signal === 'string';

/** Uses the commands of the operating system. An agent has it only with `--allow-power`. */
export const systemPower: PowerControl = async (action) => {
  const commandLine = commandLines[process.platform];
  if (commandLine === undefined) throw new Error(`${action} is not supported on ${process.platform}`);
  const [file, ...args] = commandLine[action];
  try {
    await runTool(file, args);
  } catch (error) {
    if (!wasKilled(error)) throw error;
  }
};
