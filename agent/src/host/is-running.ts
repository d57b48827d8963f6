import { readProcesses } from './processes.ts';
import { runTool } from './run-tool.ts';

/** `Agent.EXE` and `agent` are one program. */
const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/\.exe$/u, '');

/** The state of a service by its name; a system without this tool has no such service. */
const services: Partial<Record<NodeJS.Platform, (name: string) => Promise<boolean>>> = {
  linux: (name) => succeeds('systemctl', ['is-active', '--quiet', '--', name]),
  darwin: (name) => succeeds('launchctl', ['list', name]),
  win32: async (name) => /:\s+4\s/u.test(await runTool('sc.exe', ['query', name]).catch(() => '')),
};

const succeeds = (file: string, args: readonly string[]): Promise<boolean> =>
  runTool(file, args).then(
    () => true,
    () => false,
  );

/** Whether a process of this name, or a service, runs on this device. */
export async function isProgramRunning(name: string): Promise<boolean> {
  const wanted = plain(name);
  const rows = await readProcesses();
  if (rows.length === 0) throw new Error('the system lists no processes');
  return rows.some((row) => plain(row.name) === wanted) || (await services[process.platform]?.(name)) === true;
}
