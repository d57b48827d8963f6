import type { Tx } from '@vigil/shared/platform/db/client';
import type { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { readAdmission } from '@vigil/shared/platform/admission';
import { readPolicies, type CompanyPolicies } from '@vigil/shared/platform/policies';
import { SESSION_MS, type SessionRecord } from '@vigil/shared/platform/sessions';
import { readRights } from './rights.ts';

type User = typeof users.$inferSelect;
export type SessionRow = Pick<typeof sessions.$inferSelect, 'id' | 'kind' | 'createdAt' | 'expiresAt'>;

const MINUTE_MS = 60_000;

/** The policies idle_time and session_time shorten what every session has; an invited one ends with its invitation. */
function limitsOf({ kind, createdAt, expiresAt }: SessionRow, { idleTime, sessionTime }: CompanyPolicies) {
  const invitedUntil = kind === 'invitation' ? expiresAt.getTime() : Infinity;
  const policyUntil = sessionTime > 0 ? createdAt.getTime() + sessionTime * MINUTE_MS : Infinity;
  const endsAt = Math.min(invitedUntil, policyUntil);
  const idleMs = idleTime > 0 ? Math.min(SESSION_MS, idleTime * MINUTE_MS) : SESSION_MS;
  return {
    // An invited session is never extended: it lasts as long as it may from its first moment.
    idleMs: kind === 'invitation' ? Math.max(0, invitedUntil - createdAt.getTime()) : idleMs,
    endsAt: endsAt === Infinity ? null : endsAt,
  };
}

/** A session as every process is to know it: rights, licence, groups and policies as they are now. */
export async function readSessionRecord(tx: Tx, user: User, row: SessionRow): Promise<SessionRecord> {
  const policies = await readPolicies(tx, user.companyFk);
  const limits = limitsOf(row, policies);
  return {
    ...(await readRights(tx, user)),
    ...limits,
    id: row.id,
    kind: row.kind,
    admission: await readAdmission(tx, user.companyFk, policies),
    expiresAt: Math.min(row.expiresAt.getTime(), limits.endsAt ?? Infinity),
  };
}
