import { readFile } from 'node:fs/promises';

/** The unit of utime and stime in /proc/PID/stat on every Linux that Node runs on. */
const TICK_MS = 10;

/** The processor time that a process has taken since it began, in milliseconds; Linux only. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [utime = '0', stime = '0'] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
  return (Number(utime) + Number(stime)) * TICK_MS;
}
