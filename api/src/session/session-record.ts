import { randomUUID } from 'node:crypto';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { readPolicies, type CompanyPolicies } from '@vigil/shared/platform/policies';
import { LASTING_MS, SESSION_MS, type SessionKind } from '@vigil/shared/domain/session-life';
import type { SessionRecord } from '@vigil/shared/platform/sessions';
import { readRights } from '../access/rights.ts';

type User = typeof users.$inferSelect;
export type SessionRow = Pick<typeof sessions.$inferSelect, 'id' | 'kind' | 'parentFk' | 'createdAt' | 'expiresAt'>;

const MINUTE_MS = 60_000;

/** The longest life of a session by its kind, independent of use. */
const lifeOf: { readonly [K in SessionKind]: (row: SessionRow) => number } = {
  password: () => Infinity,
  link: () => Infinity,
  lasting: () => LASTING_MS,
  invitation: ({ createdAt, expiresAt }) => Math.max(0, expiresAt.getTime() - createdAt.getTime()),
  ticket: () => Infinity,
};

/** The policies idle_time and session_time shorten the default limits; no session outlives the validity of its account. */
function limitsOf(row: SessionRow, { validUntil }: User, { idleTime, sessionTime }: CompanyPolicies) {
  const life = lifeOf[row.kind](row);
  // A session with a fixed end does not end earlier for being idle.
  const idleMs = life === Infinity ? SESSION_MS : life;
  const mayBeIdle = idleTime > 0 && row.kind !== 'invitation' ? idleTime * MINUTE_MS : Infinity;
  const longest = Math.min(life, sessionTime > 0 ? sessionTime * MINUTE_MS : Infinity);
  const endsAt = Math.min(row.createdAt.getTime() + longest, validUntil?.getTime() ?? Infinity);
  return { idleMs: Math.min(idleMs, mayBeIdle), endsAt: endsAt === Infinity ? null : endsAt };
}

/** The shared record of a session: current rights, licence, groups and policies. */
export async function readSessionRecord(tx: Tx, user: User, row: SessionRow): Promise<SessionRecord> {
  const policies = await readPolicies(tx, user.companyFk);
  const limits = limitsOf(row, user, policies);
  return {
    ...(await readRights(tx, user)),
    ...limits,
    id: row.id,
    kind: row.kind,
    parent: row.parentFk,
    expiresAt: Math.min(row.expiresAt.getTime(), limits.endsAt ?? Infinity),
    revision: randomUUID(),
  };
}
