import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fromRoot, NODE_EXECUTABLE, ROOT } from '../runtime.ts';

export type NodeProgramSpec = {
  /** A bundle or a TypeScript file, absolute. */
  file: string;
  args?: readonly string[];
  /** Of Node. */
  flags?: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  onLine(line: string, stream: 'stdout' | 'stderr'): void;
};

/** One of our own programs in a process of its own, which ends when this one does. */
export type RunningNodeProgram = {
  readonly pid: number;
  /** Settles when it has ended, with its exit code, or the name of the signal that ended it. */
  readonly exited: Promise<number | string>;
  signal(signal: NodeJS.Signals): void;
  /** Lets it drain (SIGTERM), and kills it after the grace. */
  stop(grace?: { graceMs: number }): Promise<void>;
};

const EXIT_WITH_PARENT = fromRoot('infra', 'local', 'exit-with-parent.mjs');
const GRACE_MS = 4_000;

export function startNodeProgram(spec: NodeProgramSpec): RunningNodeProgram {
  const child = spawn(
    NODE_EXECUTABLE,
    [...(spec.flags ?? []), '--import', EXIT_WITH_PARENT, spec.file, ...(spec.args ?? [])],
    {
      cwd: ROOT,
      env: { ...process.env, ...spec.env },
      // A session of its own, so that Ctrl-C reaches only the supervisor; the closing IPC channel ends it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const exited = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = child[name];
    if (stream) createInterface({ input: stream }).on('line', (line) => spec.onLine(line, name));
  }
  const signal = (name: NodeJS.Signals): void => {
    child.kill(name);
  };
  const stop = async ({ graceMs } = { graceMs: GRACE_MS }): Promise<void> => {
    signal('SIGCONT');
    signal('SIGTERM');
    const ended = new AbortController();
    const kill = delay(graceMs, undefined, { signal: ended.signal }).then(
      () => signal('SIGKILL'),
      () => {},
    );
    await exited;
    ended.abort();
    await kill;
  };
  return { pid: child.pid ?? 0, exited, signal, stop };
}
