import { jobPayloads, type QueueName } from '@vigil/shared/contract/jobs';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import { QUEUE_PREFIX } from '@vigil/shared/platform/queues';
import { UnrecoverableError, Worker, type Job } from 'bullmq';
import type { Redis as IoRedis } from 'ioredis';
import type { z } from 'zod';
import type { Deps } from './deps.ts';

type Payload<N extends QueueName> = z.output<(typeof jobPayloads)[N]>;

export interface WorkerOptions {
  readonly connection: IoRedis;
  readonly concurrency: number;
  readonly counter: JobCounter;
}

export interface WorkerDefinition<N extends QueueName = QueueName> {
  readonly queue: N;
  readonly open: (deps: Deps, options: WorkerOptions) => AsyncDisposable;
}

/** Another process takes over a job of a dead process after this long. */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;

export type JobCounter = ReturnType<typeof createJobCounter>;

/** One metric for the jobs of all queues. */
export const createJobCounter = ({ metrics }: Pick<Deps, 'metrics'>) =>
  metrics.counter('vigil_jobs_total', 'Finished attempts of jobs', ['queue', 'outcome']);

/** Wraps every job handler: validates the payload, runs the handler, counts. Handlers must be idempotent. */
export function defineWorker<N extends QueueName>(
  queue: N,
  work: (deps: Deps, payload: Payload<N>, job: Job) => Promise<void>,
  limits: { readonly concurrency?: number } = {},
): WorkerDefinition<N> {
  return {
    queue,
    open(deps, { connection, concurrency, counter }) {
      const worker = new Worker(
        queue,
        async (job) => {
          const parsed = jobPayloads[queue].safeParse(job.data);
          if (!parsed.success) throw new UnrecoverableError(`malformed job: ${parsed.error.message}`);
          await work(deps, parsed.data as Payload<N>, job);
        },
        {
          connection,
          prefix: QUEUE_PREFIX,
          concurrency: Math.min(concurrency, limits.concurrency ?? concurrency),
          lockDuration: LOCK_MS,
          stalledInterval: STALLED_CHECK_MS,
          maxStalledCount: 10,
          skipVersionCheck: true,
        },
      );
      worker.on('completed', () => counter.inc({ queue, outcome: 'completed' }));
      worker.on('failed', (job, cause) => {
        counter.inc({ queue, outcome: 'failed' });
        warnOfRepeatedFailure(deps.log, { cause, queue, job: job?.id, attempt: job?.attemptsMade }, 'job failed');
      });
      worker.on('error', (cause) => deps.log.debug({ err: cause, queue }, 'worker connection error'));
      return { [Symbol.asyncDispose]: () => worker.close() };
    },
  };
}
