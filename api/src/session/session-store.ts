import { and, eq, ne, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { SessionEnd } from '@vigil/shared/contract/events/browser-down/session-ended';
import { SessionId, type CompanyPk, type UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { networkDenial } from '@vigil/shared/domain/network-policy';
import type { SessionKind } from '@vigil/shared/domain/session-life';
import type { users } from '@vigil/shared/platform/db/schema/users';
import { sessions } from '@vigil/shared/platform/db/schema/users';
import {
  addSession,
  announceSessionChange,
  announceSessionLists,
  dropSession,
  endSession,
  expiryOf,
  readSession,
  updateSession,
  type SessionRecord,
} from '@vigil/shared/platform/sessions';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { Deps } from '../deps.ts';
import {
  findEndReason,
  findOpenSessions,
  findSteadySession,
  findSteadyUser,
  markEnded,
  markUsed,
  ofSessions,
  type OpenSession,
} from './session-queries.ts';
import { assertFromNetwork } from './network-check.ts';
import { readSessionRecord, type SessionRow } from './session-record.ts';

type User = typeof users.$inferSelect;

/** The client and the kind of a new session; a session by invitation ends with the invitation. */
export interface Opening {
  readonly ip: string;
  readonly userAgent: string;
  readonly kind?: Extract<SessionKind, 'password' | 'lasting'>;
  readonly invitedUntil?: Date;
  /** The sign-in link that stood for the password: `parent` is the session that made it, null for one of an operator. */
  readonly link?: { readonly parent: SessionId | null };
}

const kindOf = ({ ticketFk }: User, { kind = 'password', invitedUntil, link }: Opening): SessionKind => {
  if (ticketFk !== null) return 'ticket';
  if (link) return 'link';
  return invitedUntil ? 'invitation' : kind;
};

export interface SessionStore {
  /**
   * Opens a session for a user who passed every step, with the rights that the user has now.
   * @throws Problem `session_invalid` when the user was deactivated or deleted meanwhile, or has another password or address, or
   * the session of the sign-in link has ended
   */
  open(user: User, from: Opening): Promise<SessionRecord>;
  /**
   * The session of a token, with its life extended.
   * @throws Problem `session_invalid` with the reason of its end as detail, or `ip_blocked` and `external_access` from a network that is not admitted
   */
  use(claims: SessionClaims, ip: string): Promise<SessionRecord>;
  /** The open sessions of a user, the last used one first. */
  list(session: SessionRecord): Promise<OpenSession['sessions'][]>;
  end(session: SessionRecord, reason: SessionEnd): Promise<void>;
  /** Ends one of the user's own sessions; returns whether it existed. */
  endOwn(session: SessionRecord, id: SessionId): Promise<boolean>;
  /** Ends every session of a user but one, on sockets too: deactivation, a changed password. */
  endAll(of: { user: UserPk; company: CompanyPk; except?: SessionId }, reason: SessionEnd): Promise<SessionId[]>;
  /** Ends the sessions that are named, in a company. */
  endNamed(of: { company: CompanyPk; ids: readonly SessionId[] }, reason: SessionEnd): Promise<void>;
  /** Ends sessions on sockets, and in Redis, whose rows were deleted with their user. */
  endDeleted(of: { user: UserPk; company: CompanyPk; ids: readonly SessionId[] }, reason: SessionEnd): Promise<void>;
  /** Updates open sessions after a change of rights or policies; ends those that are not admitted any more. */
  refresh(of: { company: CompanyPk; user?: UserPk }): Promise<void>;
}

/** Extending at each request would cost a write each; a minute is precise enough for three hours. */
const EXTEND_AFTER_MS = 60_000;

/** Several share a round trip to Redis; thousands at once would delay other requests. */
const AT_ONCE = 50;

/** Sessions live in Redis; Postgres keeps them too, so that they survive the loss of Redis. */
export function createSessionStore(
  deps: Pick<Deps, 'database' | 'redis' | 'log' | 'networkPolicies' | 'now'>,
): SessionStore {
  const { database, redis, networkPolicies, now } = deps;
  const at = () => new Date(now());

  const readOpen = ({ id, company }: Pick<SessionRecord, 'id' | 'company'>) =>
    database.read(company, async (tx) => {
      const [row] = await findOpenSessions(tx, eq(sessions.id, id), at());
      if (!row?.users.active) return { ended: await findEndReason(tx, id) };
      return { record: await readSessionRecord(tx, row.users, row.sessions) };
    });

  /**
   * Writes a session that Redis does not have. An end and a change of rights change the rows first and then the record, so
   * one that happened between reading the rows and writing the record is seen by the second look at the rows.
   */
  const place = async (session: SessionRecord): Promise<SessionRecord> => {
    const isNew = await addSession(redis, session, now());
    const { record } = await readOpen(session);
    if (!record) await dropSession(redis, session.id);
    else if (isNew && (await updateSession(redis, { ...record, revision: session.revision }, now())) === 'written')
      return record;
    const current = record && (await readSession(redis, session.id));
    if (!current) throw new Problem('session_invalid');
    return current;
  };

  const restore = async ({ id, company }: { id: SessionId; company: CompanyPk }): Promise<SessionRecord> => {
    const { record, ended } = await readOpen({ id, company });
    if (!record || record.expiresAt <= now()) throw new Problem('session_invalid', ended ? { detail: ended } : {});
    return place(record);
  };

  /** When the session that made the link of another one expires; one that has ended extends no life. */
  const expiryOfParent = async ({ parent, company, expiresAt }: SessionRecord): Promise<number> => {
    if (parent === null) return Infinity;
    const kept = (await readSession(redis, parent)) ?? (await readOpen({ id: parent, company })).record;
    return kept?.expiresAt ?? expiresAt;
  };

  const extend = async (session: SessionRecord, ip: string): Promise<SessionRecord> => {
    // For a short life, a tenth of it is precise enough.
    const isClose = (end: number) => end - session.expiresAt < Math.min(EXTEND_AFTER_MS, session.idleMs / 10);
    const longest = expiryOf(session, now());
    if (isClose(longest)) return session;
    const expiresAt = Math.min(longest, await expiryOfParent(session));
    if (isClose(expiresAt)) return session;
    const extended = { ...session, expiresAt };
    const outcome = await updateSession(redis, extended, now());
    if (outcome !== 'written') {
      // Rights that were written since it was read stay. Gone since then, it was ended, or lost with Redis.
      const current = outcome === 'changed' ? await readSession(redis, session.id) : null;
      return current ? extend(current, ip) : restore(session);
    }
    await announceSessionChange(redis, session.id);
    await commitChange(deps, session.company, (tx) =>
      markUsed(tx, session.id, { ip, at: at(), expiresAt: new Date(expiresAt) }),
    );
    return extended;
  };

  const endWhere = async (company: CompanyPk, which: SQL | undefined, reason: SessionEnd): Promise<SessionId[]> => {
    const ended = await commitChange(deps, company, (tx) => markEnded(tx, which, { reason, at: at() }));
    for (let i = 0; i < ended.length; i += AT_ONCE) {
      await Promise.all(ended.slice(i, i + AT_ONCE).map(({ id }) => endSession(redis, id, reason)));
    }
    if (ended.length > 0) {
      await announceSessionLists(
        redis,
        company,
        ended.map((one) => one.user),
      );
    }
    return ended.map(({ id }) => id);
  };

  /** @returns the sessions that another call wrote meanwhile: it may have read their rights before the change */
  const refreshOnce = async (company: CompanyPk, which: SQL | undefined): Promise<SessionId[]> => {
    const policy = await networkPolicies.of(company);
    const revisions = await readRevisions(company, which);
    const { kept, refused } = await database.read(company, async (tx) => {
      const rows = await findOpenSessions(tx, which, at());
      const records: { row: OpenSession; record: SessionRecord }[] = [];
      for (const row of rows) records.push({ row, record: await readSessionRecord(tx, row.users, row.sessions) });
      const mayStay = ({ row, record }: (typeof records)[number]) =>
        record.expiresAt > now() && networkDenial(row.sessions.ip, policy) === null;
      return { kept: records.filter(mayStay), refused: records.filter((one) => !mayStay(one)) };
    });
    if (refused.length > 0) await endWhere(company, ofSessions(refused.map(({ record }) => record.id)), 'policy');
    const changed: SessionId[] = [];
    for (const { record } of kept) {
      const revision = revisions.get(record.id);
      // Not in Redis when the rights were read: they are read again when it is (`place`).
      if (revision === undefined) continue;
      // A shorter idle time counts from now on; time before the change does not end a session.
      const expiresAt = Math.min(record.expiresAt, expiryOf(record, now()));
      const outcome = await updateSession(redis, { ...record, expiresAt, revision }, now());
      if (outcome === 'written') await announceSessionChange(redis, record.id);
      if (outcome === 'changed') changed.push(record.id);
    }
    return changed;
  };

  /** The revisions of sessions in Redis, read before the rights with which they are replaced. */
  const readRevisions = async (company: CompanyPk, which: SQL | undefined): Promise<Map<SessionId, string>> => {
    const rows = await database.read(company, (tx) => findOpenSessions(tx, which, at()));
    const revisions = new Map<SessionId, string>();
    for (let i = 0; i < rows.length; i += AT_ONCE) {
      const part = await Promise.all(rows.slice(i, i + AT_ONCE).map((row) => readSession(redis, row.sessions.id)));
      for (const session of part) if (session) revisions.set(session.id, session.revision);
    }
    return revisions;
  };

  return {
    async open(user, opening) {
      const { ip, userAgent, invitedUntil, link } = opening;
      const session = await commitChange(deps, user.companyFk, async (tx) => {
        // The row of the caller is as old as the check of the password, which takes long.
        const current = await findSteadyUser(tx, user.pk);
        if (!current?.active || current.credentialVersion !== user.credentialVersion)
          throw new Problem('session_invalid');
        const parentFk = link?.parent ?? null;
        const parent = parentFk === null ? undefined : await findSteadySession(tx, parentFk, at());
        if (parentFk !== null && !parent) throw new Problem('session_invalid');
        const row: SessionRow = {
          id: SessionId.parse(randomUUID()),
          kind: kindOf(user, opening),
          parentFk,
          createdAt: at(),
          expiresAt: invitedUntil ?? at(),
        };
        const record = await readSessionRecord(tx, current, row);
        const expiresAt = Math.min(expiryOf(record, now()), parent?.expiresAt.getTime() ?? Infinity);
        await tx.insert(sessions).values({
          ...row,
          companyFk: user.companyFk,
          userFk: user.pk,
          ip,
          userAgent: userAgent.slice(0, 300),
          expiresAt: invitedUntil ?? new Date(expiresAt),
        });
        return { ...record, expiresAt };
      });
      const opened = await place(session);
      await announceSessionLists(redis, opened.company, [opened.user]);
      return opened;
    },
    async use(claims, ip) {
      // Together: both are one round trip to Redis.
      const [kept, denial] = await Promise.all([
        readSession(redis, claims.jti),
        networkPolicies.denialOf(claims.company, ip),
      ]);
      const session = kept ?? (await restore({ id: claims.jti, company: claims.company }));
      if (session.expiresAt <= now()) throw new Problem('session_invalid');
      assertFromNetwork(denial);
      return extend(session, ip);
    },
    async list(session) {
      const rows = await database.read(session.company, (tx) =>
        findOpenSessions(tx, eq(sessions.userFk, session.user), at()),
      );
      return rows.map((row) => row.sessions);
    },
    async end(session, reason) {
      const ended = await endWhere(session.company, eq(sessions.id, session.id), reason);
      // It may be ended in Postgres and still be in Redis.
      if (ended.length === 0) await endSession(redis, session.id, reason);
    },
    async endOwn(session, id) {
      const own = and(eq(sessions.id, id), eq(sessions.userFk, session.user));
      return (await endWhere(session.company, own, 'ended_elsewhere')).length > 0;
    },
    endAll({ user, company, except }, reason) {
      const others = except === undefined ? undefined : ne(sessions.id, except);
      return endWhere(company, and(eq(sessions.userFk, user), others), reason);
    },
    async endNamed({ company, ids }, reason) {
      if (ids.length > 0) await endWhere(company, ofSessions(ids), reason);
    },
    async endDeleted({ user, company, ids }, reason) {
      for (const id of ids) await endSession(redis, id, reason);
      if (ids.length > 0) await announceSessionLists(redis, company, [user]);
    },
    async refresh({ company, user }) {
      const which = user === undefined ? undefined : eq(sessions.userFk, user);
      let changed = await refreshOnce(company, which);
      // Of several at once, one succeeds each time.
      while (changed.length > 0) changed = await refreshOnce(company, ofSessions(changed));
    },
  };
}
