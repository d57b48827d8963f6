import { z } from 'zod';
import { CompanyPk, GroupPk, SessionId, UserPk } from '../contract/ids.ts';
import type { SessionEnd } from '../contract/events/browser-down/session-ended.ts';
import { flags, type Flag } from '../contract/access.ts';
import { openNetworkPolicy } from '../domain/network-policy.ts';
import { SESSION_MS, sessionKinds } from '../domain/session-life.ts';
import { publish } from './bus/bus.ts';
import { channels } from './bus/channels.ts';
import { keys } from './redis/keys.ts';
import type { Redis } from './redis/redis.ts';

const Flags = z.object(Object.fromEntries(flags.map((flag) => [flag, z.boolean()])) as Record<Flag, z.ZodBoolean>);

const NetworkPolicy = z.object({
  external: z.boolean(),
  ip: z.object({ block: z.boolean(), ranges: z.array(z.tuple([z.string(), z.string()])) }).nullable(),
});

/**
 * The record of a web session in Redis, which every process can read without a database: the user, the rights and the
 * visible groups. The API writes it at sign-in and whenever rights or policies change.
 */
export const SessionRecord = z.object({
  id: SessionId,
  user: UserPk,
  company: CompanyPk,
  name: z.string(),
  mgrid: z.string(),
  flags: Flags,
  isCorporate: z.boolean(),
  groups: z.union([z.literal('all'), z.array(GroupPk)]),
  /** A session by invitation has the user's rights, but may not change the user's account. */
  kind: z.enum(sessionKinds).default('password'),
  /** The addresses from which the session may be used. */
  networkPolicy: NetworkPolicy.default({ ...openNetworkPolicy, ip: null }),
  /** Milliseconds until it expires after its last use, and the moment at which it ends in any case. */
  idleMs: z.number().default(SESSION_MS),
  endsAt: z.number().nullable().default(null),
  expiresAt: z.number(),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

export async function readSession(redis: Redis, id: string): Promise<SessionRecord | null> {
  const text = await redis.commands.get(keys.session(id));
  return text === null ? null : SessionRecord.parse(JSON.parse(text));
}

const lifeOf = ({ expiresAt }: SessionRecord, now: number) => ({
  expiration: { type: 'PX', value: Math.max(1, expiresAt - now) } as const,
});

/** Writes a session that is new to Redis; a change of one that is there is `updateSession`. */
export async function writeSession(redis: Redis, session: SessionRecord, now: number): Promise<void> {
  await redis.commands.set(keys.session(session.id), JSON.stringify(session), lifeOf(session, now));
}

/** Replaces a session that is still there: one that was ended meanwhile must not come back. @returns whether it was */
export async function updateSession(redis: Redis, session: SessionRecord, now: number): Promise<boolean> {
  const options = { ...lifeOf(session, now), condition: 'XX' } as const;
  return (await redis.commands.set(keys.session(session.id), JSON.stringify(session), options)) !== null;
}

/** Removes a session from Redis without announcing its end. */
export async function dropSession(redis: Redis, id: SessionId): Promise<void> {
  await redis.commands.del(keys.session(id));
}

/** When a session that is used at `now` expires, in milliseconds since 1970. */
export const expiryOf = ({ idleMs, endsAt }: Pick<SessionRecord, 'idleMs' | 'endsAt'>, now: number): number =>
  Math.min(now + idleMs, endsAt ?? Infinity);

/** Deletes a session and closes its sockets. */
export async function endSession(redis: Redis, id: SessionId, reason: SessionEnd): Promise<void> {
  await redis.commands.del(keys.session(id));
  await publish(redis, channels.sessions, { t: 'session_ended', id, reason });
}

/** Makes the consoles of users read their sessions again. */
export const announceSessionLists = (redis: Redis, company: CompanyPk, users: Iterable<UserPk>): Promise<void> =>
  publish(redis, channels.company(company), { t: 'sessions_changed', to: [...new Set(users)] });

/** Makes gateways read a session again after its rights or its expiry changed. */
export const announceSessionChange = (redis: Redis, id: SessionId): Promise<void> =>
  publish(redis, channels.sessions, { t: 'session_changed', id });
