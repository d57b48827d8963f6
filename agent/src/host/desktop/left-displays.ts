import { lstatSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';

/** How the folders of virtual displays begin, among the temporary files. */
export const DISPLAY_FOLDER = 'vigil-display-';
const RECORD = 'processes.json';
const OTHERS_MAY_WRITE = 0o022;
/** Of the fields behind the name in `/proc/PID/stat`. */
const [STATE, START] = [0, 19];

/** The system gives the number of a process again, but not with the same start. */
const RecordedProcess = z.object({ pid: z.int().min(2), startedAt: z.string() });
type RecordedProcess = z.infer<typeof RecordedProcess>;
const DisplayRecord = z.object({ agent: RecordedProcess, children: z.array(RecordedProcess) });

/** Writes which programs belong to the display of a folder, and to which agent, should that be killed. */
export function writeDisplayRecord(folder: string, pids: readonly number[]): void {
  const record = { agent: recordOf(process.pid), children: pids.map(recordOf) };
  writeFileSync(path.join(folder, RECORD), JSON.stringify(record), { mode: 0o600 });
}

/** Ends what agents of this user that were killed have left of virtual displays: programs and folders. */
export function endLeftDisplays(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(DISPLAY_FOLDER)) continue;
    try {
      endIfLeft(path.join(tmpdir(), name));
    } catch {
      // It is not complete yet, or another agent has just ended it.
    }
  }
}

function endIfLeft(folder: string): void {
  // Others may put a folder of this name there, and name any process in it.
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & OTHERS_MAY_WRITE) !== 0) return;
  const { agent, children } = DisplayRecord.parse(JSON.parse(readFileSync(path.join(folder, RECORD), 'utf8')));
  if (isRunning(agent)) return;
  for (const child of children) if (isRunning(child)) process.kill(child.pid);
  rmSync(folder, { recursive: true, force: true });
}

const recordOf = (pid: number): RecordedProcess => ({ pid, startedAt: startOf(pid) ?? '' });
const isRunning = ({ pid, startedAt }: RecordedProcess): boolean => startOf(pid) === startedAt;

/** When a process was started, in ticks of the system; null where it does not run any more. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[STATE] === 'Z' ? null : (fields[START] ?? null);
  } catch {
    return null;
  }
}
