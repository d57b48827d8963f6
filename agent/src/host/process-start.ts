import { readFile } from 'node:fs/promises';
import { LINUX_BOOT_ID } from './boot-id.ts';
import { runTool } from './run-tool.ts';

/**
 * Of the fields of `/proc/PID/stat` behind the name, which may hold anything: the state, and the start in ticks since
 * the boot.
 */
const STATE = 0;
const START = 19;

/**
 * When a process was started, as a text that no other process with its number has; null when there is none, or only its
 * entry is left.
 * @throws where the system does not say
 */
export async function readProcessStart(pid: number): Promise<string | null> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
  }
  if (process.platform === 'linux') return linuxStart(pid);
  const said =
    process.platform === 'win32'
      ? await runTool('powershell.exe', [
          '-NoProfile',
          '-Command',
          `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`,
        ])
      : await runTool('ps', ['-o', 'lstart=', '-p', String(pid)]);
  return said.trim() || null;
}

async function linuxStart(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  const start = fields[START];
  if (start === undefined || fields[STATE] === 'Z') return null;
  return `${(await readFile(LINUX_BOOT_ID, 'utf8')).trim()} ${start}`;
}
