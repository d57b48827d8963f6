import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { changeIpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { SessionId, UserPk } from '@vigil/shared/contract/ids';
import { MAX_IP_RULES } from '@vigil/shared/contract/ip-rules';
import { createLog } from '@vigil/shared/platform/log';
import { connectRedis, type Redis } from '@vigil/shared/platform/redis/redis';
import { readCachedSession, tryCacheSession, type SessionRecord } from '@vigil/shared/platform/sessions';
import type { Client } from '../../support/client.ts';
import type { Stack } from '../../support/stack.ts';
import { asSuperuser } from '../../support/superuser.ts';
import { otherRequests, spread } from './other-requests.ts';
import { percentile, round, type Verdict } from './report.ts';

const SESSIONS = 5_000;
const MEASURED_MS = 10_000;
/** Oftener than any administrator. */
const SET_EVERY_MS = 1_000;
const SLOWER_AT_MOST = 2;
/** Of one copy of the rules; a copy in each record would be gigabytes. */
const MEMORY_AT_MOST_MB = 5;
const SET_GOAL_MS = 2_000;
const MEGABYTE = 1_048_576;

interface System {
  readonly stack: Stack;
  readonly client: Client;
}

const idOf = ({ token = '' }: Client): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string }).jti;

/** Sessions as they are after sign-ins: rows in Postgres, records in Redis. */
async function openSessions({ stack, client }: System, redis: Redis): Promise<void> {
  const own = await readCachedSession(redis, idOf(client));
  if (!own) throw new Error('the session of the bench is not in Redis');
  const rows = await asSuperuser(
    stack,
    (sql) => sql<{ id: string; user_fk: number }[]>`
      insert into sessions (id, company_fk, user_fk, kind, ip, user_agent, created_at, last_used_at, expires_at)
      select gen_random_uuid(), company_fk, pk, 'password', '10.1.' || pk % 250 || '.' || pk % 200, 'bench',
        now(), now(), now() + interval '3 hours'
      from users order by pk limit ${SESSIONS} returning id, user_fk`,
  );
  for (const row of rows) {
    const record: SessionRecord = { ...own, id: SessionId.parse(row.id), user: UserPk.parse(row.user_fk) };
    await tryCacheSession(redis, record, { where: 'absent', now: Date.now() });
  }
}

const usedMemory = async (redis: Redis): Promise<number> =>
  Number(/used_memory:(\d+)/u.exec(await redis.commands.info('memory'))?.[1]);

/** Rules that neither touch one another nor cover an address of the sessions. */
const manyRules = () =>
  Array.from({ length: MAX_IP_RULES }, (_, n) => ({
    start_ip_address: `198.18.${n >> 7}.${(n & 127) * 2}`,
    reason: `rule ${randomUUID()}`,
  }));

/** How long 5,000 rules take while 5,000 sessions are open, and how long other requests take meanwhile. */
export async function measureIpRules(system: System): Promise<Verdict[]> {
  const { stack, client } = system;
  await using redis = await connectRedis(stack.redis.url, createLog('bench', 'fatal'));
  await openSessions(system, redis);
  const quietUntil = performance.now() + MEASURED_MS;
  const quiet = await otherRequests(system, () => performance.now() > quietUntil);
  const before = await usedMemory(redis);
  const times: number[] = [];
  let after = 0;
  let isOver = false;
  const setAll = async () => {
    const until = performance.now() + MEASURED_MS;
    await client.call(changeIpPolicy, { body: { type: 'set', policy_use: 1, block: 1 } });
    while (performance.now() < until) {
      const since = performance.now();
      await client.call(changeIpPolicy, { body: { type: 'post', rows: manyRules() } });
      times.push(performance.now() - since);
      after = await usedMemory(redis);
      await client.call(changeIpPolicy, { body: { type: 'delete', all: 1 } });
      await setTimeout(Math.max(0, SET_EVERY_MS - (performance.now() - since)));
    }
  };
  const setting = setAll().finally(() => (isOver = true));
  const busy = await otherRequests(system, () => isOver);
  await setting;
  const ratio = percentile(busy.requests, 0.99) / percentile(quiet.requests, 0.99);
  const grownMb = (after - before) / MEGABYTE;
  return [
    {
      figure: `${MAX_IP_RULES} IP rules set, ${SESSIONS} sessions open`,
      vigil: `p50 ${round(percentile(times, 0.5))} ms of ${times.length}`,
      wanted: `under ${SET_GOAL_MS} ms`,
      met: percentile(times, 0.5) < SET_GOAL_MS,
    },
    {
      figure: 'other requests while rules are set and deleted each second',
      vigil: spread(busy.requests),
      bare: `quiet: ${spread(quiet.requests)}`,
      ratio: round(ratio),
      wanted: `p99 under ${SLOWER_AT_MOST} times the quiet one`,
      met: ratio < SLOWER_AT_MOST,
    },
    {
      figure: 'memory of Redis for the rules',
      vigil: `${round(grownMb, 1)} MB`,
      wanted: `under ${MEMORY_AT_MOST_MB} MB`,
      met: grownMb < MEMORY_AT_MOST_MB,
    },
  ];
}
