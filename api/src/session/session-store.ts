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
  announceSessionChange,
  announceSessionLists,
  dropSession,
  endSession,
  expiryOf,
  readSession,
  updateSession,
  writeSession,
  type SessionRecord,
} from '@vigil/shared/platform/sessions';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import type { Deps } from '../deps.ts';
import {
  findEndReason,
  findOpenSessions,
  markEnded,
  markUsed,
  ofSessions,
  type OpenSession,
} from './session-queries.ts';
import { readSessionRecord, type SessionRow } from './session-record.ts';

type User = typeof users.$inferSelect;

/** The client and the kind of a new session; a session by invitation ends with the invitation. */
export interface Opening {
  readonly ip: string;
  readonly userAgent: string;
  readonly kind?: Exclude<SessionKind, 'invitation'>;
  readonly invitedUntil?: Date;
}

export interface SessionStore {
  /** Opens a session for a user who passed every step. */
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
  /** Updates open sessions after a change of rights or policies; ends those that are not admitted any more. */
  refresh(of: { company: CompanyPk; user?: UserPk }): Promise<void>;
}

/** Extending at each request would cost a write each; a minute is precise enough for three hours. */
const EXTEND_AFTER_MS = 60_000;

/** Sessions live in Redis; Postgres keeps them too, so that they survive the loss of Redis. */
export function createSessionStore(deps: Pick<Deps, 'database' | 'redis' | 'now'>): SessionStore {
  const { database, redis, now } = deps;
  const at = () => new Date(now());

  const isOpen = ({ id, company }: SessionRecord): Promise<boolean> =>
    database.inCompany(company, async (tx) => (await findOpenSessions(tx, eq(sessions.id, id), at())).length > 0);

  /**
   * Writes a session that Redis does not have. An end marks the row first and then deletes the record, so one that
   * happened between reading the row and writing the record is seen by the second look at the row.
   */
  const place = async (session: SessionRecord): Promise<SessionRecord> => {
    await writeSession(redis, session, now());
    if (await isOpen(session)) return session;
    await dropSession(redis, session.id);
    throw new Problem('session_invalid');
  };

  const restore = async ({ id, company }: { id: SessionId; company: CompanyPk }): Promise<SessionRecord> => {
    const { record, ended } = await database.inCompany(company, async (tx) => {
      const [row] = await findOpenSessions(tx, eq(sessions.id, id), at());
      if (!row?.users.active) return { ended: await findEndReason(tx, id) };
      return { record: await readSessionRecord(tx, row.users, row.sessions) };
    });
    if (!record || record.expiresAt <= now()) throw new Problem('session_invalid', ended ? { detail: ended } : {});
    return place(record);
  };

  const extend = async (session: SessionRecord, ip: string): Promise<SessionRecord> => {
    const expiresAt = expiryOf(session, now());
    // For a short life, a tenth of it is precise enough.
    if (expiresAt - session.expiresAt < Math.min(EXTEND_AFTER_MS, session.idleMs / 10)) return session;
    const extended = { ...session, expiresAt };
    // Gone since it was read: ended, or lost with Redis.
    if (!(await updateSession(redis, extended, now()))) return restore(session);
    await announceSessionChange(redis, session.id);
    await database.inCompany(session.company, (tx) =>
      markUsed(tx, session.id, { ip, at: at(), expiresAt: new Date(expiresAt) }),
    );
    return extended;
  };

  const endWhere = async (company: CompanyPk, which: SQL | undefined, reason: SessionEnd): Promise<SessionId[]> => {
    const ended = await database.inCompany(company, (tx) => markEnded(tx, which, { reason, at: at() }));
    for (const { id } of ended) await endSession(redis, id, reason);
    if (ended.length > 0) {
      await announceSessionLists(
        redis,
        company,
        ended.map((one) => one.user),
      );
    }
    return ended.map(({ id }) => id);
  };

  return {
    async open(user, { ip, userAgent, kind = 'password', invitedUntil }) {
      const session = await database.inCompany(user.companyFk, async (tx) => {
        const row: SessionRow = {
          id: SessionId.parse(randomUUID()),
          kind: invitedUntil ? 'invitation' : kind,
          createdAt: at(),
          expiresAt: invitedUntil ?? at(),
        };
        const record = await readSessionRecord(tx, user, row);
        const expiresAt = expiryOf(record, now());
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
      const session =
        (await readSession(redis, claims.jti)) ?? (await restore({ id: claims.jti, company: claims.company }));
      if (session.expiresAt <= now()) throw new Problem('session_invalid');
      const refusal = networkDenial(ip, session.networkPolicy);
      if (refusal)
        throw new Problem(refusal === 'external_access' ? refusal : 'ip_blocked', {
          reason: 'policy',
          detail: refusal,
        });
      return extend(session, ip);
    },
    async list(session) {
      const rows = await database.inCompany(session.company, (tx) =>
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
    async refresh({ company, user }) {
      const which = user === undefined ? undefined : eq(sessions.userFk, user);
      const { kept, refused } = await database.inCompany(company, async (tx) => {
        const rows = await findOpenSessions(tx, which, at());
        const records: { row: OpenSession; record: SessionRecord }[] = [];
        for (const row of rows) records.push({ row, record: await readSessionRecord(tx, row.users, row.sessions) });
        const mayStay = ({ row, record }: (typeof records)[number]) =>
          record.expiresAt > now() && networkDenial(row.sessions.ip, record.networkPolicy) === null;
        return { kept: records.filter(mayStay), refused: records.filter((one) => !mayStay(one)) };
      });
      if (refused.length > 0) await endWhere(company, ofSessions(refused.map(({ record }) => record.id)), 'policy');
      for (const { record } of kept) {
        // A shorter idle time counts from now on; time before the change does not end a session.
        const changed = { ...record, expiresAt: Math.min(record.expiresAt, expiryOf(record, now())) };
        if (await updateSession(redis, changed, now())) await announceSessionChange(redis, record.id);
      }
    },
  };
}
