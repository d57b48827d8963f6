import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { users } from '@vigil/shared/platform/db/schema/users';
import { auditUserChange } from '@vigil/shared/platform/users/user-life';
import type { User } from '@vigil/shared/platform/users/user-rows';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { createAccountMails } from '../../identity/accounts/account-mail.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { lockChangeableUser } from './change-user.ts';

const INVITATION_MS = 7 * 24 * 3_600_000;

/** Mails the link by which the user chooses the first password. @throws Problem `email-invalid`, `too_many_requests` */
export async function inviteUser(deps: Deps, tx: ChangeTx, user: User): Promise<void> {
  if (user.email === '') throw new Problem('email-invalid');
  const until = new Date(deps.now() + INVITATION_MS);
  if (!(await createAccountMails(deps).mailInvitation(tx, user, until))) throw new Problem('too_many_requests');
  await tx.update(users).set({ invitedUntil: until }).where(eq(users.pk, user.pk));
}

/**
 * Mails the invitation anew, with which the links of earlier ones end.
 * @throws Problem `not_found`, `not_allowed`, `conflict` for a user who has chosen a password, and as `inviteUser`
 */
export async function resendInvitation(deps: Deps, tx: ChangeTx, caller: Caller, pk: UserPk): Promise<void> {
  const user = await lockChangeableUser(tx, caller, { pk, rule: 'credentials' });
  if (user.invitedUntil === null) throw new Problem('conflict');
  await inviteUser(deps, tx, user);
  const change = { code: auditCode.userChange, field: 'invitation', before: '', after: user.email };
  await auditUserChange(tx, caller, { user, ...change });
}
