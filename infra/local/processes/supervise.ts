import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { StartProblem } from '../start-problem.ts';
import type { LogFile } from './log-file.ts';
import { startNodeProgram, type RunningNodeProgram } from './program.ts';

// A line of pino.
const LogEntry = z.object({ level: z.number(), msg: z.string().default('') });

export type ChildSpec = {
  name: string;
  file: string;
  args?: readonly string[];
  /** Of Node. */
  flags?: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Answers 200 once it can serve; without one it counts as ready when it runs. */
  readyUrl?: string;
  /** Exit codes that mean completion rather than a crash. */
  finalCodes?: readonly number[];
};

export type ChildEventHandlers = {
  onLine(name: string, line: string, stream: 'stdout' | 'stderr'): void;
  onStart(name: string, pid: number): void;
  onCrash(name: string, how: number | string, againInMs: number): void;
};

/** A child that is started again, with growing pauses, for as long as it is wanted. */
export type SupervisedChild = {
  readonly name: string;
  signal(signal: NodeJS.Signals): void;
  stop(grace?: { graceMs: number }): Promise<void>;
};

const READY_WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
// A child that ran this long has recovered from the cause of its last crash.
const STEADY_MS = 30_000;

/** @throws StartProblem with the last error of the child when it ends before it was ready once. */
export async function superviseChild(spec: ChildSpec, events: ChildEventHandlers): Promise<SupervisedChild> {
  let wanted = true;
  let current = launch(spec, events);
  const supervised: SupervisedChild = {
    name: spec.name,
    signal: (signal) => current.program.signal(signal),
    stop(grace) {
      wanted = false;
      return current.program.stop(grace);
    },
  };
  const outcome = await Promise.race([current.program.exited, untilReady(spec)]);
  if (outcome !== 'ready') {
    await supervised.stop();
    throw new StartProblem(`${spec.name} did not start: ${current.lastError() || `it ended with ${outcome}`}`);
  }
  void (async () => {
    for (let pause = FIRST_PAUSE_MS; wanted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const since = Date.now();
      const how = await current.program.exited;
      if (!wanted || spec.finalCodes?.includes(Number(how))) return;
      if (Date.now() - since > STEADY_MS) pause = FIRST_PAUSE_MS;
      events.onCrash(spec.name, how, pause);
      await delay(pause);
      if (wanted) current = launch(spec, events);
    }
  })();
  return supervised;
}

type Launched = { program: RunningNodeProgram; lastError(): string };

function launch(spec: ChildSpec, events: ChildEventHandlers): Launched {
  let lastError = '';
  const program = startNodeProgram({
    ...spec,
    onLine(line, stream) {
      lastError = errorIn(line, stream) ?? lastError;
      events.onLine(spec.name, line, stream);
    },
  });
  events.onStart(spec.name, program.pid);
  return { program, lastError: () => lastError };
}

/** The reason for an end that a line gives: the message of an error in the log, or the first line of a crash. */
function errorIn(line: string, stream: 'stdout' | 'stderr'): string | undefined {
  const entry = parseLogLine(line);
  if (entry) return entry.level >= 50 ? entry.msg : undefined;
  return stream === 'stderr' && /error/iu.test(line) ? line.trim() : undefined;
}

function parseLogLine(line: string): z.output<typeof LogEntry> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return LogEntry.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

async function untilReady({ readyUrl }: ChildSpec): Promise<'ready' | 'not ready in time'> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (readyUrl !== undefined && Date.now() < deadline) {
    if (await isReady(readyUrl)) return 'ready';
    await delay(30);
  }
  return readyUrl === undefined ? 'ready' : 'not ready in time';
}

// Not by fetch, which costs a process that waits for weeks 13 MB.
const isReady = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 2_000 }, (reply) => {
      resolve(reply.statusCode === 200);
      reply.resume();
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });

const WARN_LEVEL = 40;
const NAME_WIDTH = 10;

/** All output of a child goes to its log file; only warnings and errors go to the screen, with the child's name. */
export function logChildLine(
  log: LogFile,
  name: string,
  line: string,
  stream: 'stdout' | 'stderr',
): string | undefined {
  log.write(line);
  const entry = parseLogLine(line);
  if (entry ? entry.level < WARN_LEVEL : stream === 'stdout') return undefined;
  return `${name.padEnd(NAME_WIDTH)}│ ${entry ? entry.msg : line}`;
}
