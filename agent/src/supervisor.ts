import { fork } from 'node:child_process';

/** Also told to the service manager (agent/service): leave with this, and be started again. */
export const RESTART_CODE = 75;

/** A crash that repeats must not turn into a busy loop. */
const PAUSE_MS = 500;

/**
 * Starts this same program again and stays as its supervisor, so that whoever started the first one still has one
 * process to wait for and to stop. Resolves with the exit code of the last one.
 */
export async function superviseAgain(signal: AbortSignal, env: NodeJS.ProcessEnv): Promise<number> {
  for (;;) {
    const code = await runOnce(signal, env);
    if (code !== RESTART_CODE || signal.aborted) return code;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function runOnce(signal: AbortSignal, env: NodeJS.ProcessEnv): Promise<number> {
  const [, script = '', ...args] = process.argv;
  const child = fork(script, args, { env: { ...env, VIGIL_SUPERVISED: '1' }, stdio: 'inherit' });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      signal.removeEventListener('abort', stop);
      resolve(code ?? 1);
    });
  });
}
