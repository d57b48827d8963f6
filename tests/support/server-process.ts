import { startNodeProgram, type RunningNodeProgram } from '@vigil/infra/local/processes/program';
import type { ServerSpec } from '@vigil/infra/local/servers/server-specs';
import { eventually } from './eventually.ts';
import { scaledTimeout } from './scaled-timeout.ts';
import { within } from './within.ts';

/** One server of a stack: a process that keeps its address over stops, kills and starts. */
export type ServerProcess = {
  readonly name: string;
  /** Of the server itself, not through the reverse proxy. */
  readonly url: string;
  /** Its operators' address. */
  readonly operatorUrl: string;
  readonly pid: number;
  /** What it has printed, newest last. */
  readonly lines: readonly string[];
  /** kill -9 */
  kill(): Promise<void>;
  /** Lets it drain. */
  stop(): Promise<void>;
  /** Starts it again and waits until it is ready. */
  start(): Promise<void>;
  /** Freezes it: its connections stay open and nothing answers. */
  pause(): void;
  resume(): void;
  /** Resumes it, and starts it unless it runs. */
  restore(): Promise<void>;
} & AsyncDisposable;

const READY_MS = 30_000;
const KEPT_LINES = 2_000;

export async function startServer(spec: ServerSpec): Promise<ServerProcess> {
  const lines: string[] = [];
  /** Whether the test ended it. */
  let endIsExpected = false;
  let hasEnded = false;
  const launch = async (): Promise<RunningNodeProgram> => {
    endIsExpected = false;
    hasEnded = false;
    const program = startNodeProgram({
      ...spec,
      onLine(line) {
        lines.push(line);
        if (lines.length > KEPT_LINES) lines.shift();
      },
    });
    let ended: number | string | undefined;
    const watch = async (): Promise<void> => {
      ended = await program.exited;
      hasEnded = true;
      // Its dependents fail far from here, with messages that do not name this cause.
      if (!endIsExpected) console.error(`${spec.name} ended by itself with ${ended}\n${tail(lines)}`);
    };
    void watch();
    await eventually(
      async () => {
        if (ended !== undefined) return;
        const reply = await fetch(spec.readyUrl ?? spec.url, { signal: AbortSignal.timeout(scaledTimeout(2_000)) });
        await reply.arrayBuffer();
        if (reply.status !== 200) throw new Error(`${spec.name} is not ready`);
      },
      { timeout: READY_MS },
    ).catch(async (error: unknown) => {
      await program.stop();
      throw new Error(`${spec.name} did not get ready\n${tail(lines)}`, { cause: error });
    });
    if (ended !== undefined) throw new Error(`${spec.name} ended with ${ended}\n${tail(lines)}`);
    return program;
  };
  let running = await launch();
  const stop = (): Promise<void> => {
    endIsExpected = true;
    return within(`${spec.name} stops`, running.stop());
  };
  const start = async (): Promise<void> => {
    await stop();
    running = await launch();
  };
  return {
    name: spec.name,
    url: spec.url,
    operatorUrl: spec.operatorUrl ?? spec.url,
    lines,
    get pid() {
      return running.pid;
    },
    async kill() {
      endIsExpected = true;
      running.signal('SIGKILL');
      await within(`${spec.name} ends by SIGKILL`, running.exited);
    },
    stop,
    start,
    pause: () => running.signal('SIGSTOP'),
    resume: () => running.signal('SIGCONT'),
    async restore() {
      running.signal('SIGCONT');
      if (hasEnded) await start();
    },
    [Symbol.asyncDispose]: stop,
  };
}

const tail = (lines: readonly string[]): string => lines.slice(-30).join('\n');
