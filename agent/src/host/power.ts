import type { PowerRunner } from '../executors/executor.ts';
import { runTool } from './run-tool.ts';

type Order = readonly [file: string, ...args: string[]];

const unix = { reboot: ['shutdown', '-r', 'now'], shutdown: ['shutdown', '-h', 'now'] } as const;

const orders: Partial<Record<NodeJS.Platform, { reboot: Order; shutdown: Order }>> = {
  linux: unix,
  darwin: unix,
  win32: { reboot: ['shutdown.exe', '/r', '/t', '0'], shutdown: ['shutdown.exe', '/s', '/t', '0'] },
};

/** The system's own commands. Given to an agent only with `--allow-power`. */
export const systemPower: PowerRunner = async (action) => {
  const order = orders[process.platform];
  if (order === undefined) throw new Error(`no way to ${action} on ${process.platform}`);
  const [file, ...args] = order[action];
  await runTool(file, args);
};
