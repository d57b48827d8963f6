import { warnOfRepeatedFailure } from './log-repeated.ts';
import type { Log } from './log.ts';

/**
 * How long a process may take to drain before it gives up. A supervisor kills after 4 s, and sooner when the whole
 * system is stopped.
 */
const DRAIN_MS = 3_500;

/**
 * Runs a service until SIGTERM, SIGINT or the end of its supervisor's IPC channel, then disposes it. A start that
 * fails says why in one line and exits with 1.
 */
export async function runService(log: Log, start: () => Promise<AsyncDisposable>): Promise<void> {
  let service: AsyncDisposable;
  try {
    service = await start();
  } catch (cause) {
    log.fatal({ err: cause }, `cannot start: ${cause instanceof Error ? cause.message : String(cause)}`);
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 200).unref();
    return;
  }
  let stopping = false;
  const stop = (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'draining');
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    service[Symbol.asyncDispose]().then(
      () => process.exit(0),
      (cause: unknown) => {
        log.error({ err: cause }, 'drain failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
  process.once('disconnect', () => stop('supervisor gone'));
}

/** A timer that never overlaps itself and whose failures are logged, not thrown; the same one at most once a minute. */
export function every(ms: number, log: Log, work: () => Promise<void> | void): Disposable {
  return schedule({ ms, log, work }).disposable;
}

/** The same, with the first time at once. */
export function everyStartingNow(ms: number, log: Log, work: () => Promise<void> | void): Disposable {
  const { run, disposable } = schedule({ ms, log, work });
  run();
  return disposable;
}

interface PeriodicWork {
  readonly ms: number;
  readonly log: Log;
  readonly work: () => Promise<void> | void;
}

function schedule({ ms, log, work }: PeriodicWork): { run: () => void; disposable: Disposable } {
  let busy = false;
  const run = () => {
    if (busy) return;
    busy = true;
    Promise.resolve()
      .then(work)
      .catch((cause: unknown) => warnOfRepeatedFailure(log, { cause }, 'periodic work failed'))
      .finally(() => (busy = false));
  };
  const timer = setInterval(run, ms);
  return { run, disposable: { [Symbol.dispose]: () => clearInterval(timer) } };
}
