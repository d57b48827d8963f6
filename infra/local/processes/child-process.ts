import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

/** A native program (Postgres, Redis) that does not outlive the process that started it, however that one ends. */
export type ChildHandle = {
  readonly pid: number;
  /** Settles when the program has ended, with its exit code, or the name of the signal that ended it. */
  readonly exited: Promise<number | string>;
  signal(signal: NodeJS.Signals): void;
  /** Lets this process end while the program still runs; the program then ends with it. */
  unref(): void;
  /** Asks it to end, and kills it after the grace. */
  stop(grace?: { graceMs: number }): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type ChildProcessOptions = {
  command: string;
  args: readonly string[];
  cwd: string;
  identity?: { uid: number; gid: number } | undefined;
  stopSignal: 'SIGINT' | 'SIGTERM';
  onLine(line: string): void;
};

const GRACE_MS = 4_000;

/**
 * In the command line of the processes that end a program after this one. They must not be killed: they end by
 * themselves.
 */
export const WATCHDOG_NAME = 'vigil-watchdog';
/** How long they wait until they kill the program. */
export const WATCHDOG_GRACE_MS = 5_000;
// Reads until its input closes, which happens when this process ends in any way, SIGKILL included. CONT because a
// paused program cannot end.
const WATCHDOG = `while read -r _; do :; done
  kill -CONT $1; kill -$2 $1
  n=0; while [ $n -lt ${WATCHDOG_GRACE_MS / 100} ]; do kill -0 $1 || exit; sleep 0.1; n=$((n + 1)); done
  kill -KILL $1`;

export async function startProcessWithWatchdog(options: ChildProcessOptions): Promise<ChildHandle> {
  // A session of its own, so that Ctrl-C reaches only the supervisor, which ends its children in the right order.
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options.identity,
  });
  const exited = exitOf(child);
  const pid = await pidOf(child);
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', options.onLine);
  const watchdog = startWatchdog(pid, options.stopSignal);
  void exited.then(() => watchdog.kill('SIGKILL'));

  const signal = (name: NodeJS.Signals): void => {
    child.kill(name);
  };
  const stop = async ({ graceMs } = { graceMs: GRACE_MS }): Promise<void> => {
    signal('SIGCONT');
    signal(options.stopSignal);
    const ended = new AbortController();
    const kill = delay(graceMs, undefined, { signal: ended.signal }).then(
      () => signal('SIGKILL'),
      () => {},
    );
    await exited;
    ended.abort();
    await kill;
  };
  const unref = (): void => {
    child.unref();
    for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
  };
  return { pid, exited, signal, unref, stop, [Symbol.asyncDispose]: () => stop() };
}

function startWatchdog(pid: number, stopSignal: ChildProcessOptions['stopSignal']): ChildProcess {
  const script = ['-c', WATCHDOG, WATCHDOG_NAME, String(pid), stopSignal.slice('SIG'.length)];
  const watchdog = spawn('sh', script, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watchdog.on('error', () => {});
  watchdog.unref();
  return watchdog;
}

const exitOf = (child: ChildProcess): Promise<number | string> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });

const pidOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve(child.pid ?? 0));
  });
