import { randomUUID } from 'node:crypto';
import { cutText } from '@vigil/shared/contract/cut-text';
import { SessionId } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { AccessPolicy } from '@vigil/shared/domain/access-policy';
import { networkDenial } from '@vigil/shared/domain/network-policy';
import {
  sessionEndIfUsed,
  sessionEndIfUnused,
  idleLimitMs,
  type SessionOpenedBy,
} from '@vigil/shared/domain/session-life';
import { announceOnCommit, commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { users } from '@vigil/shared/platform/db/schema/users';
import { sessions } from '@vigil/shared/platform/db/schema/users';
import {
  findCachedRights,
  prolongCachedRights,
  cacheRightsFromDatabase,
  type StoredRights,
} from '@vigil/shared/platform/rights';
import {
  dropCachedSessions,
  readCachedSession,
  sessionOf,
  tryCacheSession,
  type Session,
  type SessionRecord,
} from '@vigil/shared/platform/sessions';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import {
  findSessionEndReason,
  findOpenSessions,
  selectSessionForShare,
  selectUserForShare,
  isInvitationValid,
  markSessionUsed,
  sessionRecordOf,
  type OpenSession,
} from '@vigil/shared/platform/users/session-queries';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { throwIfNetworkDenied } from './network-check.ts';

type User = typeof users.$inferSelect;

/** The client and the kind of a new session; a session by invitation ends with the invitation. */
export interface NewSession {
  readonly ip: string;
  readonly userAgent: string;
  readonly kind?: Extract<SessionOpenedBy, 'password' | 'lasting'>;
  readonly invitation?: { readonly pk: number; readonly until: Date };
  /**
   * The sign-in link that stood for the password: `parent` is the session that made it, null for one of an operator.
   */
  readonly link?: { readonly parent: SessionId | null };
}

const kindOf = (
  { ticketFk, wallScreenFk }: User,
  { kind = 'password', invitation, link }: NewSession,
): SessionOpenedBy => {
  if (wallScreenFk !== null) return 'screen';
  if (ticketFk !== null) return 'ticket';
  if (link) return 'link';
  return invitation ? 'invitation' : kind;
};

export interface SessionStore {
  /**
   * Opens a session for a user who passed every step, with the rights that the user has now.
   * @throws Problem `session_invalid` when the user was deactivated or deleted meanwhile, or has another password or
   * address, or the session of the sign-in link has ended; `invitation_invalid` when the invitation was revoked
   * meanwhile
   */
  open(user: User, from: NewSession): Promise<Session>;
  /**
   * The session of a token, with its life extended.
   * @throws Problem `session_invalid` with the reason of its end as detail, or `ip_blocked` and `external_access` from
   *   a network that is not admitted
   */
  use(claims: SessionClaims, ip: string): Promise<Session>;
  /** A session that is open, not extended; null where there is none. */
  find(id: string): Promise<Session | null>;
  /** The open sessions of a user, the last used one first. */
  list(session: Session): Promise<OpenSession['sessions'][]>;
}

/** Extending at each request would cost a write each; a minute is precise enough for three hours. */
const EXTEND_AFTER_MS = 60_000;

/** Sessions live in Redis; Postgres keeps them too, so that they survive the loss of Redis. */
export function createSessionStore(
  deps: Pick<Deps, 'database' | 'redis' | 'log' | 'accessPolicies' | 'now'>,
): SessionStore {
  const { database, redis, accessPolicies, now } = deps;
  const at = () => new Date(now());

  const invalid = (detail?: string) => new Problem('session_invalid', detail === undefined ? {} : { detail });

  /**
   * Writes a session that Redis does not have. Its row is held meanwhile, so that it ends either before it is read here
   * or after it is written. Writing it in the transaction, and again after a deadlock, is harmless: what is written is
   * what the held row says.
   */
  const restore = async ({ id, company }: Pick<SessionRecord, 'id' | 'company'>): Promise<SessionRecord> => {
    const { record, ended } = await commitChange(deps, company, async (tx) => {
      const row = await selectSessionForShare(tx, id, at());
      if (!row) return { ended: await findSessionEndReason(tx, id) };
      await tryCacheSession(redis, sessionRecordOf(row), { where: 'absent', now: now() });
      return { record: sessionRecordOf(row) };
    });
    if (!record) throw invalid(ended);
    return record;
  };

  /** @throws Problem `session_invalid` for a user who is deactivated or deleted */
  const readRights = async (of: Pick<SessionRecord, 'company' | 'user'>): Promise<StoredRights> => {
    const stored = await cacheRightsFromDatabase(deps, of);
    if (!stored) throw invalid();
    return stored;
  };

  /** When the session that made the link of another one ends; one that has ended extends no life. */
  const endOfParent = async (session: Session, { limits }: AccessPolicy): Promise<number> => {
    const { parent, company } = session;
    if (parent === null) return Infinity;
    const kept = await readCachedSession(redis, parent);
    const [row] = kept ? [] : await database.read(company, (tx) => findOpenSessions(tx, eq(sessions.id, parent), at()));
    const found = kept ?? (row && sessionRecordOf(row.sessions));
    return found ? sessionEndIfUnused(found, { limits, account: session }) : session.expiresAt;
  };

  /** When a session ends that is used now, if that is later by more than is worth a write. */
  const laterEnd = async (session: Session, policy: AccessPolicy): Promise<number | null> => {
    // For a short life, a tenth of it is precise enough.
    const precision = Math.min(EXTEND_AFTER_MS, idleLimitMs(session.kind, policy.limits) / 10);
    const isLater = (end: number) => end - session.expiresAt >= precision;
    const longest = sessionEndIfUsed(session, { limits: policy.limits, account: session }, now());
    if (!isLater(longest)) return null;
    const end = Math.min(longest, await endOfParent(session, policy));
    return isLater(end) ? end : null;
  };

  const use = async (claims: SessionClaims, ip: string): Promise<Session> => {
    // Together: all are one round trip to Redis.
    const [kept, known, policy] = await Promise.all([
      readCachedSession(redis, claims.jti),
      findCachedRights(redis, claims.user),
      accessPolicies.of(claims.company),
    ]);
    const record = kept ?? (await restore({ id: claims.jti, company: claims.company }));
    // The session of a screen is used by its cookie only, and no other one by such a cookie.
    if ((record.kind === 'screen') !== (claims.kind === 'screen')) throw invalid();
    const stored = known ?? (await readRights(record));
    const session = sessionOf(record, stored.rights, policy);
    if (session.expiresAt <= now()) throw invalid();
    throwIfNetworkDenied(networkDenial(ip, policy));
    const until = await laterEnd(session, policy);
    if (until === null) return session;
    const used = { ...record, usedAt: now(), until };
    // Gone since it was read, it was ended, or lost with Redis.
    if (!(await tryCacheSession(redis, used, { where: 'present', now: now() }))) return use(claims, ip);
    const [row] = await Promise.all([
      commitChange(deps, record.company, (tx) => markSessionUsed(tx, used, ip)),
      prolongCachedRights(redis, record.user),
    ]);
    // Ended, and written by a Redis that took over from one with later writes.
    if (!row) {
      await dropCachedSessions(redis, [record.id]);
      return use(claims, ip);
    }
    // A Redis that took over from another one may have rights from before its last writes.
    const rights = row.rightsVersion === stored.version ? stored : await readRights(record);
    return sessionOf(used, rights.rights, policy);
  };

  return {
    async open(user, opening) {
      const { ip, userAgent, invitation, link } = opening;
      const { companyFk: company } = user;
      const policy = await accessPolicies.of(company);
      const id = SessionId.parse(randomUUID());
      await commitChange(deps, company, async (tx) => {
        // The row of the caller is as old as the check of the password, which takes long.
        const current = await selectUserForShare(tx, user.pk);
        if (!current?.active || current.credentialVersion !== user.credentialVersion) throw invalid();
        const parentFk = link?.parent ?? null;
        const parent = parentFk === null ? undefined : await selectSessionForShare(tx, parentFk, at());
        if (parentFk !== null && !parent) throw invalid();
        if (invitation && !(await isInvitationValid(tx, invitation.pk))) throw new Problem('invitation_invalid');
        const kind = kindOf(user, opening);
        const account = { validUntil: current.validUntil?.getTime() ?? null };
        const life = { kind, createdAt: now(), usedAt: now(), until: Infinity };
        const end = Math.min(
          sessionEndIfUsed(life, { limits: policy.limits, account }, now()),
          parent?.expiresAt.getTime() ?? Infinity,
        );
        await tx.insert(sessions).values({
          id,
          companyFk: company,
          userFk: user.pk,
          kind,
          parentFk,
          ip,
          userAgent: cutText(userAgent, 300),
          createdAt: at(),
          lastUsedAt: at(),
          expiresAt: invitation?.until ?? new Date(end),
        });
        announceOnCommit(tx, { kind: 'sessions', to: [user.pk] });
      });
      const [record, stored] = [await restore({ id, company }), await readRights({ company, user: user.pk })];
      return sessionOf(record, stored.rights, policy);
    },
    use,
    async find(id) {
      const record = await readCachedSession(redis, id);
      if (!record) return null;
      const [known, policy] = await Promise.all([
        findCachedRights(redis, record.user),
        accessPolicies.of(record.company),
      ]);
      const stored = known ?? (await cacheRightsFromDatabase(deps, record));
      const session = stored && sessionOf(record, stored.rights, policy);
      return session && session.expiresAt > now() ? session : null;
    },
    async list(session) {
      const rows = await database.read(session.company, (tx) =>
        findOpenSessions(tx, eq(sessions.userFk, session.user), at()),
      );
      return rows.map((row) => row.sessions);
    },
  };
}
