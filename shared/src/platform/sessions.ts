import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { CompanyPk, DevicePk, GroupPk, SessionId, UserPk } from '../contract/ids.ts';
import type { SessionEnd } from '../contract/events/browser-down/session-ended.ts';
import { flags, type Flag } from '../contract/access.ts';
import { SESSION_MS, sessionKinds } from '../domain/session-life.ts';
import { publish } from './bus/bus.ts';
import { channels } from './bus/channels.ts';
import { publishAnnouncement } from './changes/announcements.ts';
import { keys } from './redis/keys.ts';
import { script, type Redis } from './redis/redis.ts';

const Flags = z.object(Object.fromEntries(flags.map((flag) => [flag, z.boolean()])) as Record<Flag, z.ZodBoolean>);

/** Which devices the user sees; replaced as a whole when it changes. */
const SightRecord = z.union([
  z.literal('all'),
  z.object({ groups: z.array(GroupPk).readonly() }).readonly(),
  z.object({ devices: z.array(DevicePk).readonly() }).readonly(),
]);

/**
 * The record of a web session in Redis, which every process can read without a database: the user, the rights and the
 * sight. The API writes it at sign-in and whenever rights or policies change. From which addresses it may be used
 * is the network policy of its company (`network-policies.ts`).
 */
export const SessionRecord = z.object({
  id: SessionId,
  user: UserPk,
  company: CompanyPk,
  name: z.string(),
  mgrid: z.string(),
  flags: Flags,
  isCorporate: z.boolean(),
  sight: SightRecord,
  /** The user's access to a device needs an approved window. */
  usesApproval: z.boolean().default(false),
  /** The approved windows of such a user that are not over: device, start and end in milliseconds since 1970. */
  windows: z.array(z.tuple([DevicePk, z.number(), z.number()]).readonly()).default([]),
  /** A session by invitation has the user's rights, but may not change the user's account. */
  kind: z.enum(sessionKinds).default('password'),
  /** The session with which one by a sign-in link ends; null for one without. */
  parent: SessionId.nullable().default(null),
  /** Milliseconds until it expires after its last use, and the moment at which it ends in any case. */
  idleMs: z.number().default(SESSION_MS),
  endsAt: z.number().nullable().default(null),
  expiresAt: z.number(),
  /** Another one after each write: a record that was built from an older one replaces no newer one. */
  revision: z.string().default(''),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

export async function readSession(redis: Redis, id: string): Promise<SessionRecord | null> {
  const text = await redis.commands.get(keys.session(id));
  // A record that an earlier release has written lacks fields: like one that Redis lost, it is restored from Postgres.
  return text === null ? null : (SessionRecord.safeParse(JSON.parse(text)).data ?? null);
}

const lifeOf = ({ expiresAt }: SessionRecord, now: number) => ({
  expiration: { type: 'PX', value: Math.max(1, expiresAt - now) } as const,
});

/** Writes a session that Redis does not have. @returns whether it did not */
export async function addSession(redis: Redis, session: SessionRecord, now: number): Promise<boolean> {
  const options = { ...lifeOf(session, now), condition: 'NX' } as const;
  return (await redis.commands.set(keys.session(session.id), JSON.stringify(session), options)) !== null;
}

/** KEYS[1] the session; ARGV: the revision that is replaced, the new record, its life in milliseconds. */
const replaceRevision = script(`
local text = redis.call('GET', KEYS[1])
if not text then return 'gone' end
if (cjson.decode(text).revision or '') ~= ARGV[1] then return 'changed' end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 'written'`);

/**
 * Replaces the revision of a session that was read before. One that was ended meanwhile does not come back (`gone`), and
 * rights that were written meanwhile stay (`changed`): the caller reads the session again.
 */
export async function updateSession(
  redis: Redis,
  session: SessionRecord,
  now: number,
): Promise<'written' | 'changed' | 'gone'> {
  const text = JSON.stringify({ ...session, revision: randomUUID() });
  const life = String(Math.ceil(lifeOf(session, now).expiration.value));
  const result = await redis.run(replaceRevision, [keys.session(session.id)], [session.revision, text, life]);
  return result as 'written' | 'changed' | 'gone';
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
  // Sent together: who finds the session gone finds the announcement with it.
  await Promise.all([
    redis.commands.del(keys.session(id)),
    publish(redis, channels.sessions, { t: 'session_ended', id, reason }),
  ]);
}

/** Makes the consoles of users read their sessions again. */
export const announceSessionLists = (redis: Redis, company: CompanyPk, users: Iterable<UserPk>): Promise<void> =>
  publishAnnouncement(redis, company, { kind: 'sessions', to: [...new Set(users)] });

/** Makes gateways read a session again after its rights or its expiry changed. */
export const announceSessionChange = (redis: Redis, id: SessionId): Promise<void> =>
  publish(redis, channels.sessions, { t: 'session_changed', id });
