import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { invitations } from '@vigil/shared/platform/db/schema/accounts';
import { partnerApplications } from '@vigil/shared/platform/db/schema/partner-applications';
import { users } from '@vigil/shared/platform/db/schema/users';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { foldLoginIdCase, isLoginTaken } from '../../identity/accounts/accounts.ts';

/** Whether an ID is taken by a user, or by an application that is approved or may still be. */
export async function isPartnerIdTaken(tx: ReadTx, mgrid: string, now: Date): Promise<boolean> {
  if (await isLoginTaken(tx, mgrid)) return true;
  const pending = and(eq(partnerApplications.state, 'open'), gt(partnerApplications.decideBy, now));
  const [application] = await tx
    .select({ pk: partnerApplications.pk })
    .from(partnerApplications)
    .where(
      and(
        eq(sql`lower(${partnerApplications.mgrid})`, foldLoginIdCase(mgrid)),
        or(eq(partnerApplications.state, 'approved'), pending),
      ),
    )
    .limit(1);
  return application !== undefined;
}

export async function insertPartnerApplication(
  tx: Tx,
  application: typeof partnerApplications.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(partnerApplications).values(application).returning({ pk: partnerApplications.pk });
  if (!row) throw new Error('the application was not stored');
  return row.pk;
}

/** Redeems a valid invitation; of two simultaneous requests only one succeeds. */
export async function consumeInvitation(tx: Tx, codeHash: string, now: Date) {
  const [invitation] = await tx
    .update(invitations)
    .set({ usedAt: now })
    .where(
      and(
        eq(invitations.codeHash, codeHash),
        isNull(invitations.usedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, now),
      ),
    )
    .returning({ pk: invitations.pk, user: invitations.userFk, until: invitations.expiresAt });
  if (!invitation) return null;
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.pk, invitation.user), eq(users.active, true)));
  return user ? { user, invitation } : null;
}
