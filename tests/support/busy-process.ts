import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { NODE_EXECUTABLE } from '@vigil/infra/local/runtime';

/** A process that keeps one core of this computer busy. */
export function startBusyProcess(): AsyncDisposable {
  const process = spawn(NODE_EXECUTABLE, ['--eval', 'for (;;);'], { stdio: 'ignore' });
  return {
    async [Symbol.asyncDispose]() {
      process.kill('SIGKILL');
      if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
    },
  };
}
