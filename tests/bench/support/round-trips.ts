import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import type { Stack } from '../../support/stack.ts';

interface RoundTrips {
  /** Reads of Redis from its clients: commands that were sent together are one. */
  readonly redis: number;
  /** Transactions of Postgres. */
  readonly postgres: number;
}

/** Idle connections of Postgres report what they did after 10 s at the latest. */
const REPORTED_MS = 11_000;
const COUNT = `"return tonumber(string.match(redis.call('INFO', 'stats'), 'total_reads_processed:(%d+)'))"`;

/** What a unit of `work` costs the stores beyond what they do anyway. @param work answers with how many units it did */
export async function countRoundTrips(stack: Stack, work: () => Promise<number>): Promise<RoundTrips> {
  await using sql = Object.assign(postgres(stack.databaseAdminUrl, { max: 1 }), {
    [Symbol.asyncDispose]: () => sql.end(),
  });
  const read = async () => {
    await delay(REPORTED_MS);
    const [row] = await sql`
      select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`;
    const redis = Number((await stack.redis.ask('EVAL', COUNT, '0')).replace(/^:/u, ''));
    return { at: performance.now(), redis, postgres: Number(row?.['count']) };
  };
  const began = await read();
  const quiet = await read();
  const units = await work();
  const ended = await read();
  const perUnit = (store: keyof RoundTrips) => {
    const idle = (quiet[store] - began[store]) / (quiet.at - began.at);
    return (ended[store] - quiet[store] - idle * (ended.at - quiet.at)) / units;
  };
  return { redis: perUnit('redis'), postgres: perUnit('postgres') };
}
