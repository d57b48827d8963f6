import { fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** Also known to the service managers (agent/service): an agent that exits with this code is started again. */
export const RESTART_EXIT_CODE = 75;

/** Prevents a busy loop when every start fails at once. */
const RESTART_DELAY_MS = 500;

interface Restarted {
  readonly env: NodeJS.ProcessEnv;
  /** What is started; this program without it. */
  readonly program?: string | undefined;
}

/**
 * Starts this program again and stays as its supervisor, so that the parent process keeps one process to wait for and
 * to stop. Resolves with the exit code of the last run.
 */
export async function superviseRestarts(signal: AbortSignal, restarted: Restarted): Promise<number> {
  for (;;) {
    const code = await runOnce(signal, restarted);
    if (code !== RESTART_EXIT_CODE || signal.aborted) return code;
    await delay(RESTART_DELAY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return code;
  }
}

function runOnce(signal: AbortSignal, { env, program }: Restarted): Promise<number> {
  const [, script = '', ...args] = process.argv;
  const child = fork(program ?? script, args, { env: { ...env, VIGIL_SUPERVISED: '1' }, stdio: 'inherit' });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      signal.removeEventListener('abort', stop);
      resolve(code ?? 1);
    });
  });
}
