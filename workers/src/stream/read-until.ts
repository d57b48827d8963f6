import { SERVER_CLOCK_TOLERANCE_MS } from '@vigil/shared/domain/command-life';
import { redisKeys, partitions } from '@vigil/shared/platform/redis/keys';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { loadLuaScript } from '@vigil/shared/platform/redis/script';
import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** By partition: until when its durable streams have been read, in milliseconds since 1970. */
export type ProcessedUntilByPartition = readonly number[];

const oldestEntries = loadLuaScript(new URL('oldest-entries.lua', import.meta.url), { keys: ['states', 'commands'] });

/**
 * Until when what gateways reported is in Postgres: entries are deleted once they are written, so that it is the time
 * of the oldest one. A deadline that was not reached by then is not over: after a pause of the workers, what happened
 * in time may be in the stream.
 * @param now milliseconds since 1970, for partitions of which everything was read
 */
export const readProcessedUntil = (redis: Redis, now: number): Promise<ProcessedUntilByPartition> =>
  Promise.all(
    partitions.map(async (partition) => {
      const places = { states: redisKeys.stream(partition), commands: redisKeys.commandStream(partition) };
      const ids = await redis.run(oldestEntries, { keys: places, args: {} });
      // An id begins with the milliseconds.
      const times = (ids as string[]).map((id) => Number.parseInt(id, 10) - SERVER_CLOCK_TOLERANCE_MS);
      return Math.min(now, ...times);
    }),
  );

/** The time until which the streams of the company of a row have been read. */
export function processedUntilOf(company: AnyPgColumn, until: ProcessedUntilByPartition): SQL<Date> {
  const times = until.map((ms) => sql`${new Date(ms).toISOString()}::timestamptz`);
  return sql`(array[${sql.join(times, sql`, `)}])[${company} % ${partitions.length}::int + 1]`;
}
