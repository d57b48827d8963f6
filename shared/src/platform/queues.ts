import { Queue, type JobsOptions } from 'bullmq';
import { Cluster, Redis as IoRedis } from 'ioredis';
import type { z } from 'zod';
import { backOffDelay } from '../contract/back-off.ts';
import type { jobPayloads } from '../contract/jobs.ts';
import { queueNames, type QueueName } from '../contract/jobs.ts';
import type { Log } from './log.ts';

/** All queues share one hash slot, which BullMQ's scripts require on a cluster. */
export const QUEUE_PREFIX = '{vigil}';

type Payload<N extends QueueName> = z.input<(typeof jobPayloads)[N]>;

const RECONNECT = { firstMs: 50, maxMs: 500, jitter: 0.2 };

const ATTEMPTS: JobsOptions = { attempts: 5 };
const RETRY_AFTER_MS = 500;

/** The id of a job names an interval, in which several processes add it, and it is done once. */
const PERIODIC_JOB: JobsOptions = {
  ...ATTEMPTS,
  removeOnComplete: { age: 600, count: 2_000 },
  removeOnFail: { age: 86_400, count: 2_000 },
};

/**
 * A row says what is left to do, and its job is added again until nothing is. A job that has ended must not stay: while
 * it is there, BullMQ ignores every other one with its id, and what failed in a short gap of the network would wait for
 * a day.
 */
const JOB_OF_A_ROW: JobsOptions = { ...ATTEMPTS, removeOnComplete: true, removeOnFail: true };

const jobOptions: { readonly [N in QueueName]: JobsOptions } = {
  commands: JOB_OF_A_ROW,
  deliveries: JOB_OF_A_ROW,
  exports: JOB_OF_A_ROW,
  mail: JOB_OF_A_ROW,
  'fleet-index': PERIODIC_JOB,
  thresholds: PERIODIC_JOB,
};

export interface JobItem<N extends QueueName> {
  readonly id: string;
  readonly data: Payload<N>;
}

/** Adds jobs to queues that the workers process. */
export interface JobQueues<Q extends QueueName = QueueName> extends AsyncDisposable {
  add<N extends Q>(queue: N, items: readonly JobItem<N>[]): Promise<void>;
  all(): readonly Queue[];
}

/** A connection for BullMQ, which uses ioredis. It retries without limit while Redis is unreachable. */
export function connectQueueRedis(url: string, { cluster, log }: { cluster: boolean; log: Log }): IoRedis {
  const options = { maxRetriesPerRequest: null, retryStrategy: (times: number) => backOffDelay(RECONNECT, times) };
  const connection = cluster
    ? // BullMQ accepts both clients; its types declare only one.
      (new Cluster([url], { redisOptions: options }) as unknown as IoRedis)
    : new IoRedis(url, options);
  connection.on('error', (cause: Error) => log.debug({ err: cause }, 'queue connection error'));
  return connection;
}

interface OpenOptions<Q extends QueueName> {
  /** All without it. A queue that is opened is written to, for which its user needs the right. */
  readonly names?: readonly Q[];
  /** The wait after the first failed attempt of a job; each further one is twice as long. */
  readonly retryAfterMs?: number;
}

export function openQueues<Q extends QueueName = QueueName>(
  connection: IoRedis,
  { names, retryAfterMs = RETRY_AFTER_MS }: OpenOptions<Q> = {},
): JobQueues<Q> {
  const backoff = { type: 'exponential', delay: retryAfterMs, jitter: 0.5 };
  const opened = new Map<QueueName, Queue>(
    (names ?? queueNames).map((name) => [
      name,
      new Queue(name, {
        connection,
        prefix: QUEUE_PREFIX,
        defaultJobOptions: { ...jobOptions[name], backoff },
        skipVersionCheck: true,
      }),
    ]),
  );
  // The connection logs the same error.
  for (const queue of opened.values()) queue.on('error', () => undefined);
  return {
    async add(name, items) {
      await opened.get(name)?.addBulk(items.map(({ id, data }) => ({ name, data, opts: { jobId: id } })));
    },
    all: () => [...opened.values()],
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([...opened.values()].map((queue) => queue.close()));
      connection.disconnect();
    },
  };
}
