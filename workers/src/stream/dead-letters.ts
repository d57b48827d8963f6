import { redisKeys } from '@vigil/shared/platform/redis/keys';
import type { Deps } from '../deps.ts';

/** What could not be written: a malformed entry, or one row of an entry that the database refuses. */
export interface DeadLetter {
  /** Id of the entry in the durable stream. */
  readonly id: string;
  readonly kind: string;
  readonly company: string;
  /** JSON; longer data is cut off. */
  readonly data: string;
  readonly reason: 'malformed' | 'refused';
  readonly cause?: unknown;
}

export interface DeadLetters {
  /** Counts a letter and keeps it aside, so that an operator can see it and the stream goes on without it. */
  keep(partition: number, letter: DeadLetter): Promise<void>;
}

/** The newest letters of a partition. One device can fill them, but not the memory of Redis. */
const KEPT = 200;
const MAX_DATA = 16_384;

const messageOf = (cause: unknown): string => {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
  return inner instanceof Error ? inner.message : '';
};

export function createDeadLetters({ redis, log, metrics }: Deps): DeadLetters {
  const rejected = metrics.counter('vigil_stream_rows_rejected_total', 'Rows of the stream that no store takes', [
    'kind',
    'reason',
  ]);
  return {
    async keep(partition, { id, kind, company, data, reason, cause }) {
      rejected.inc({ kind, reason });
      log.error({ err: cause, id, kind, company, reason }, 'stream entry not storable');
      const fields = { id, kind, company, reason, cause: messageOf(cause), data: data.slice(0, MAX_DATA) };
      const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: KEPT } as const;
      await redis.commands.xAdd(redisKeys.deadLetters(partition), '*', fields, { TRIM: trim });
    },
  };
}
