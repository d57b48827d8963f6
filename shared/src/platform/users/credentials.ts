import { and, eq, isNull } from 'drizzle-orm';
import type { UserPk } from '../../contract/ids.ts';
import type { Tx } from '../db/client.ts';
import { linkTokens, recoveryCodes, type LinkKind } from '../db/schema/accounts.ts';
import { users } from '../db/schema/users.ts';
import type { User } from './user-rows.ts';

/** Ends the unused links of a kind. */
export const revokeLinkTokens = (tx: Tx, kind: LinkKind, user: User, now: number) =>
  tx
    .update(linkTokens)
    .set({ expiresAt: new Date(now) })
    .where(and(eq(linkTokens.userFk, user.pk), eq(linkTokens.kind, kind), isNull(linkTokens.usedAt)));

/** Removes the authenticator and its recovery codes; the next sign-in sets up a new one. */
export async function forgetAuthenticator(tx: Tx, user: UserPk): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userFk, user));
  await tx.update(users).set({ otpSecret: null, otpConfirmedAt: null, otpLastStep: null }).where(eq(users.pk, user));
}
