import { Queue, type JobsOptions } from 'bullmq';
import { Cluster, Redis as IoRedis } from 'ioredis';
import type { z } from 'zod';
import { backOffDelay } from '../contract/back-off.ts';
import type { jobs } from '../contract/jobs.ts';
import { queueNames, type QueueName } from '../contract/jobs.ts';
import type { Log } from './log.ts';

/** All queues share one hash slot, as BullMQ's scripts need on a cluster. */
export const QUEUE_PREFIX = '{vigil}';

type Payload<N extends QueueName> = z.input<(typeof jobs)[N]>;

const RECONNECT = { firstMs: 50, maxMs: 500, jitter: 0.2 };

const defaults: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnComplete: { age: 600, count: 2_000 },
  removeOnFail: { age: 86_400, count: 2_000 },
};

export interface Queues extends AsyncDisposable {
  add<N extends QueueName>(queue: N, items: readonly { id: string; data: Payload<N> }[]): Promise<void>;
  all(): readonly Queue[];
}

/** A connection for BullMQ, which runs on ioredis; it waits for Redis to come back for as long as it takes. */
export function connectQueueRedis(url: string, { cluster, log }: { cluster: boolean; log: Log }): IoRedis {
  const options = { maxRetriesPerRequest: null, retryStrategy: (times: number) => backOffDelay(RECONNECT, times) };
  const connection = cluster
    ? // BullMQ takes either client; its types name only one.
      (new Cluster([url], { redisOptions: options }) as unknown as IoRedis)
    : new IoRedis(url, options);
  connection.on('error', (cause: Error) => log.debug({ err: cause }, 'queue connection'));
  return connection;
}

export function openQueues(connection: IoRedis): Queues {
  const opened = new Map(
    queueNames.map((name) => [
      name,
      new Queue(name, { connection, prefix: QUEUE_PREFIX, defaultJobOptions: defaults, skipVersionCheck: true }),
    ]),
  );
  // The connection has told already.
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
