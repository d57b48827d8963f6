import * as z from 'zod';
import type { SessionEndReason } from '../contract/events/browser-down/session.ts';
import { CompanyPk, SessionId, UserPk } from '../contract/ids.ts';
import type { AccessPolicy } from '../domain/access-policy.ts';
import { sessionEndIfUnused, sessionKinds } from '../domain/session-life.ts';
import { publish } from './bus/bus.ts';
import { busChannels } from './bus/channels.ts';
import { redisKeys } from './redis/keys.ts';
import type { Redis } from './redis/redis.ts';
import type { UserRights } from './rights.ts';

/**
 * The record of a web session in Redis, which every process can read without a database: whose it is, and how long it
 * lasts. What the user may do is the record of the user (`rights.ts`), what holds for everybody the access policy of
 * the company.
 */
export const SessionRecord = z.object({
  id: SessionId,
  user: UserPk,
  company: CompanyPk,
  /** A session by invitation has the user's rights, but may not change the user's account. */
  kind: z.enum(sessionKinds),
  /** The session with which one by a sign-in link ends; null for one without. */
  parent: SessionId.nullable(),
  /**
   * Times in milliseconds since 1970; `until` is the end that the last use gave it, which policies may put earlier
   * (`sessionEndIfUnused`).
   */
  createdAt: z.number(),
  usedAt: z.number(),
  until: z.number(),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

/** A session as requests and sockets go by it: with what its user may do now, and the end that it has now. */
export type Session = SessionRecord & UserRights & { readonly isCorporate: boolean; readonly expiresAt: number };

export const sessionOf = (record: SessionRecord, rights: UserRights, policy: AccessPolicy): Session => ({
  ...record,
  ...rights,
  isCorporate: policy.isCorporate,
  expiresAt: sessionEndIfUnused(record, { limits: policy.limits, account: rights }),
});

export async function readCachedSession(redis: Redis, id: string): Promise<SessionRecord | null> {
  const text = await redis.commands.get(redisKeys.session(id));
  // A record of another release, like one that Redis lost, is restored from Postgres.
  return text === null ? null : (SessionRecord.safeParse(JSON.parse(text)).data ?? null);
}

/**
 * Writes a session that Redis does not have, or replaces one that it has: one that was ended meanwhile does not come
 * back.
 * @returns whether it was written
 */
export async function tryCacheSession(
  { commands }: Redis,
  session: SessionRecord,
  { where, now }: { where: 'absent' | 'present'; now: number },
): Promise<boolean> {
  const { id, user, company, kind, parent, createdAt, usedAt, until } = session;
  const text = JSON.stringify({ id, user, company, kind, parent, createdAt, usedAt, until });
  const expiration = { type: 'PX', value: Math.max(1, Math.ceil(until - now)) } as const;
  return (
    (await commands.set(redisKeys.session(id), text, { expiration, condition: where === 'absent' ? 'NX' : 'XX' })) !==
    null
  );
}

/** Several share a round trip to Redis; thousands at once would delay other requests. */
const AT_ONCE = 50;

async function inParts<T>(all: readonly T[], send: (one: T) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < all.length; i += AT_ONCE) await Promise.all(all.slice(i, i + AT_ONCE).map(send));
}

/** Removes sessions from Redis: who finds one missing reads its row. */
export const dropCachedSessions = ({ commands }: Redis, ids: readonly SessionId[]): Promise<void> =>
  inParts(ids, (id) => commands.del(redisKeys.session(id)));

/** Makes gateways close the sockets of sessions, and tell their browsers why. */
export const announceSessionEnds = (redis: Redis, ends: ReadonlyMap<SessionId, SessionEndReason>): Promise<void> =>
  inParts([...ends], ([id, reason]) => publish(redis, busChannels.sessions, { t: 'session_ended', id, reason }));
