import { UnrecoverableError, Worker, type Job } from 'bullmq';
import type { Redis as IoRedis } from 'ioredis';
import type { z } from 'zod';
import { jobs, type QueueName } from '@vigil/shared/contract/jobs';
import { QUEUE_PREFIX } from '@vigil/shared/platform/queues';
import type { Deps } from './deps.ts';

type Payload<N extends QueueName> = z.output<(typeof jobs)[N]>;

export interface WorkerDefinition<N extends QueueName = QueueName> {
  readonly queue: N;
  readonly open: (deps: Deps, connection: IoRedis, concurrency: number) => AsyncDisposable;
}

/** A job whose process died is taken up by another one after this long. */
const LOCK_MS = 10_000;
const STALLED_EVERY_MS = 5_000;

/** The one wrapper of jobs: validate, run, count. A job may run twice; what it does must be the same then. */
export function defineWorker<N extends QueueName>(
  queue: N,
  work: (deps: Deps, payload: Payload<N>, job: Job) => Promise<void>,
): WorkerDefinition<N> {
  return {
    queue,
    open(deps, connection, concurrency) {
      const done = deps.metrics.counter(`vigil_jobs_${queue.replaceAll('-', '_')}_total`, `Jobs of ${queue}`, [
        'outcome',
      ]);
      const worker = new Worker(
        queue,
        async (job) => {
          const parsed = jobs[queue].safeParse(job.data);
          if (!parsed.success) throw new UnrecoverableError(`a malformed job: ${parsed.error.message}`);
          await work(deps, parsed.data as Payload<N>, job);
        },
        {
          connection,
          prefix: QUEUE_PREFIX,
          concurrency,
          lockDuration: LOCK_MS,
          stalledInterval: STALLED_EVERY_MS,
          maxStalledCount: 10,
          skipVersionCheck: true,
        },
      );
      worker.on('completed', () => done.inc({ outcome: 'done' }));
      worker.on('failed', (job, cause) => {
        done.inc({ outcome: 'failed' });
        deps.log.warn({ err: cause, queue, job: job?.id, attempt: job?.attemptsMade }, 'a job failed');
      });
      worker.on('error', (cause) => deps.log.debug({ err: cause, queue }, 'worker connection'));
      return { [Symbol.asyncDispose]: () => worker.close() };
    },
  };
}
