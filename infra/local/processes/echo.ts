import type { LogFile } from './log-file.ts';
import { parseLogLine } from './supervise.ts';

const WARN = 40;
const WIDTH = 10;

/** All output of a child goes to its log file; only warnings and errors go to the screen, with the child's name. */
export function echoLine(log: LogFile, name: string, line: string, stream: 'stdout' | 'stderr'): string | undefined {
  log.write(line);
  const entry = parseLogLine(line);
  if (entry ? entry.level < WARN : stream === 'stdout') return undefined;
  return `${name.padEnd(WIDTH)}│ ${entry ? entry.msg : line}`;
}
