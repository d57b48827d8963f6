import * as z from 'zod';
import { defineOperatorCommand, type OperatorCommand } from '../command.ts';

export const queueCommands: readonly OperatorCommand[] = [
  defineOperatorCommand({
    name: 'queues',
    summary: 'show the number of waiting, active, delayed and failed jobs',
    input: z.object({}),
    async run(_, operator) {
      // The queue library takes a while to load, and no other command needs it.
      const { connectQueueRedis, openQueues } = await import('@vigil/shared/platform/queues');
      const redis = await operator.redis();
      const cluster = redis.publishCommand === 'SPUBLISH';
      await using queues = openQueues(connectQueueRedis(operator.config.REDIS_URL, { cluster, log: operator.log }));
      return await Promise.all(
        queues.all().map(async (queue) => {
          const {
            waiting = 0,
            active = 0,
            delayed = 0,
            failed = 0,
          } = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
          return { queue: queue.name, waiting, active, delayed, failed };
        }),
      );
    },
  }),
];
