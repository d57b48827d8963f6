import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { createUser, UserDetail } from '@vigil/shared/contract/http/user-changes';
import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { linkLikeProblem } from '@vigil/shared/domain/login-id';
import { memberTypeColumns } from '@vigil/shared/domain/member-types';
import { newUserProblem } from '@vigil/shared/domain/new-user';
import { passwordRuleOf } from '@vigil/shared/domain/password-rules';
import { newSubManagerDenial, memberTypeChangeDenial } from '@vigil/shared/domain/user-changes';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { readNonAdminSeats } from '@vigil/shared/platform/licences';
import { hashPassword } from '@vigil/shared/platform/passwords';
import { readPolicies } from '@vigil/shared/platform/policies';
import { createUsers, type NewUser } from '@vigil/shared/platform/users/user-life';
import {
  canReceiveApprovalRequests,
  lockUserChanges,
  selectPermanentUser,
} from '@vigil/shared/platform/users/user-rows';
import { lockCallerRole } from '../../access/caller-role.ts';
import type { Deps } from '../../deps.ts';
import type { Call } from '../../http/routes.ts';
import { isLoginTaken } from '../../identity/accounts/accounts.ts';
import { randomPassword } from '../../identity/accounts/random-password.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { throwIfDenied } from './change-user.ts';
import { inviteUser } from './invite-user.ts';
import { readUserDetail } from './user-queries.ts';

type Body = BodyOf<typeof createUser>;

/** An ordinary user, for the types that a new user may have. */
const NEW_USER = { member_type_id: 1 };

/** In the order of the specification (spec 3 §5); the first that fails is reported. */
async function assertFits(tx: ReadTx, caller: Caller, body: Body): Promise<void> {
  const rule = passwordRuleOf(body.user_type, await readPolicies(tx, caller.company));
  const isInvited = body.invite === 1;
  const problem =
    newUserProblem(body, { rule, isTaken: await isLoginTaken(tx, body.mgrid), isInvited }) ?? linkLikeProblem(body);
  if (problem) throw new Problem(problem.code, { field: `body.${problem.field}` });
  throwIfDenied(memberTypeChangeDenial(body.user_type, NEW_USER));
  if (newSubManagerDenial(body)) throw new Problem('sub_manager_without_approval', { field: 'body.use_approval' });
}

/** With approval on and no approver chosen, the caller decides the user's requests (spec 3 §4). */
const approverOf = ({ approver_fk: chosen, use_approval: uses }: Body, caller: Caller): UserPk | null => {
  if (chosen === undefined) return uses === 1 ? caller.user : null;
  return chosen === 0 ? null : chosen;
};

/** @throws Problem `search_manager_405` for an approver who is gone or may not decide requests */
async function assertApprover(tx: ReadTx, approver: UserPk | null): Promise<void> {
  if (approver !== null && !(await canReceiveApprovalRequests(tx, approver)))
    throw new Problem('search_manager_405', { field: 'body.approver_fk' });
}

/** @throws Problem `sub_manager_limit` */
async function assertSeat(tx: ReadTx, at: Date): Promise<void> {
  const { used, limit } = await readNonAdminSeats(tx, at);
  if (used >= limit) throw new Problem('sub_manager_limit', { detail: limit });
}

/** A new user, who counts as verified because the administrator vouches for the address (decision 24). */
export const newUserRow = (
  caller: Caller,
  body: Body,
  made: { readonly passwordHash: string; readonly approverFk: UserPk | null; readonly at: Date },
): NewUser => ({
  companyFk: caller.company,
  mgrid: body.mgrid,
  passwordHash: made.passwordHash,
  passwordChangedAt: made.at,
  mustChange: body.must_change,
  name: body.name,
  email: body.email,
  emailVerifiedAt: made.at,
  phone: body.phone,
  tel: body.tel,
  department: body.department,
  position: body.position,
  memberTypeId: body.user_type,
  useApprovalFunction: memberTypeColumns[body.user_type].useApprovalFunction,
  useApproval: body.use_approval,
  approverFk: made.approverFk,
  flagReceptMail: body.flag_recept_mail,
  langCode: body.lang_code,
  timeZoneId: body.time_zone_id,
});

interface Prepared {
  readonly approverFk: UserPk | null;
  readonly at: Date;
  readonly passwordHash: string;
}

/** What is checked before the password is hashed, which takes long. */
export async function prepareNewUser(
  { database, passwordCost, now }: Deps,
  { caller, body }: Call<typeof createUser>,
): Promise<Prepared> {
  const approverFk = approverOf(body, caller);
  const at = new Date(now());
  await database.read(caller.company, async (tx) => {
    await assertFits(tx, caller, body);
    await assertApprover(tx, approverFk);
    await assertSeat(tx, at);
  });
  // The password of somebody who is invited is known to nobody until it is chosen.
  const password = body.invite === 1 ? randomPassword() : body.pw;
  return { approverFk, at, passwordHash: await hashPassword(password, passwordCost) };
}

/** Adds one user, and invites the person. */
export async function addUser(
  deps: Deps,
  tx: ChangeTx,
  { caller, body }: Call<typeof createUser>,
  { approverFk, at, passwordHash }: Prepared,
): Promise<UserDetail[]> {
  await lockUserChanges(tx, caller.company);
  await lockCallerRole(tx, caller);
  // The approver may have been demoted or deleted meanwhile.
  await assertApprover(tx, approverFk);
  await assertSeat(tx, at);
  // Another person of the company may have added the same ID in another case meanwhile.
  if (await isLoginTaken(tx, body.mgrid)) throw new Problem('id_exist', { field: 'body.mgrid' });
  const made = await createUsers(tx, caller, [newUserRow(caller, body, { passwordHash, approverFk, at })]);
  const pk = made.get(body.mgrid);
  if (pk === undefined) throw new Problem('id_exist', { field: 'body.mgrid' });
  if (body.invite === 1) {
    const user = await selectPermanentUser(tx, pk);
    if (user) await inviteUser(deps, tx, user);
  }
  const added = await readUserDetail(tx, pk);
  return added ? [added] : [];
}
