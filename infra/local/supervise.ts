import { setTimeout as delay } from 'node:timers/promises';

import { z } from 'zod';

import { startProgram, type Program } from './program.ts';
import { StartProblem } from './start-problem.ts';

// What pino writes.
const LogEntry = z.object({ level: z.number(), msg: z.string().default('') });

export type ChildSpec = {
  name: string;
  file: string;
  args?: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Answers 200 once it can serve; without one it counts as ready when it runs. */
  readyUrl?: string;
  /** Exit codes that mean it has nothing more to do, rather than that it crashed. */
  finalCodes?: readonly number[];
};

export type ChildEvents = {
  onLine(name: string, line: string, stream: 'stdout' | 'stderr'): void;
  onStart(name: string, pid: number): void;
  onCrash(name: string, how: number | string, againInMs: number): void;
};

/** A child that is started again, with growing pauses, for as long as it is wanted. */
export type Supervised = {
  readonly name: string;
  signal(signal: NodeJS.Signals): void;
  stop(grace?: { graceMs: number }): Promise<void>;
};

const READY_WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
// A child that ran this long has recovered from whatever ended it before.
const STEADY_MS = 30_000;

/** @throws StartProblem with the child's own last words when it ends before it was ready once. */
export async function supervise(spec: ChildSpec, events: ChildEvents): Promise<Supervised> {
  let wanted = true;
  let current = launch(spec, events);
  const supervised: Supervised = {
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
    throw new StartProblem(`${spec.name} did not start: ${current.lastWords() || `it ended with ${outcome}`}`);
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

type Launched = { program: Program; lastWords(): string };

function launch(spec: ChildSpec, events: ChildEvents): Launched {
  let lastWords = '';
  const program = startProgram({
    ...spec,
    onLine(line, stream) {
      lastWords = telling(line, stream) ?? lastWords;
      events.onLine(spec.name, line, stream);
    },
  });
  events.onStart(spec.name, program.pid);
  return { program, lastWords: () => lastWords };
}

/** What a line says about why a process ends: the message of a log line that is an error, or the first words of a crash. */
function telling(line: string, stream: 'stdout' | 'stderr'): string | undefined {
  const entry = parseLogLine(line);
  if (entry) return entry.level >= 50 ? entry.msg : undefined;
  return stream === 'stderr' && /error/iu.test(line) ? line.trim() : undefined;
}

export function parseLogLine(line: string): z.output<typeof LogEntry> | undefined {
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

const isReady = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (reply) => {
      await reply.arrayBuffer();
      return reply.status === 200;
    },
    () => false,
  );
