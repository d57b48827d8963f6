import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { PermissionChange, updateUser } from '@vigil/shared/contract/http/user-changes';
import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { passwordRuleOf } from '@vigil/shared/domain/password-rules';
import type { Denial } from '@vigil/shared/domain/permissions';
import {
  ownApproverDenial,
  approverRightRemovalDenial,
  permissionChangeDenial,
  memberTypeChangeDenial,
  userChangeDenial,
  type UserChangeTarget,
  type UserOperation,
} from '@vigil/shared/domain/user-changes';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { readPolicies } from '@vigil/shared/platform/policies';
import { userEditsOf, permissionEditsOf, roleEdit, type Role } from '@vigil/shared/platform/users/user-edits';
import { auditUserChange, changeUser, type AccountChangeSideEffects } from '@vigil/shared/platform/users/user-life';
import type { User } from '@vigil/shared/platform/users/user-rows';
import {
  selectPermanentUser,
  lockPermanentUser,
  canReceiveApprovalRequests,
  lockUserChanges,
} from '@vigil/shared/platform/users/user-rows';
import { lockCallerRole } from '../../access/caller-role.ts';
import type { Deps } from '../../deps.ts';
import { assertDisplayName } from '../../identity/accounts/display-name.ts';
import { hashNewPassword, storePassword } from '../../identity/accounts/password-change.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { changeTargetOf } from './user-queries.ts';

type Body = BodyOf<typeof updateUser>;
type FieldBody = Exclude<Body, { pw: string } | { origin_pw: string }>;

/** @throws Problem `not_allowed` */
export function throwIfDenied(denial: Denial | null): void {
  if (denial) throw new Problem('not_allowed', denial);
}

/**
 * How a person signs in is changed by people only: a token that could do it would outlive its revocation as a password.
 */
const ofSignIn: readonly UserOperation[] = ['credentials', 'one_time_code', 'one_time_code_off'];

/** @throws Problem `not_allowed`, `token_not_allowed` */
function assertMayChange(rule: UserOperation, caller: Caller, user: UserChangeTarget): void {
  throwIfDenied(userChangeDenial(rule, caller, user));
  if (caller.token && ofSignIn.includes(rule)) throw new Problem('token_not_allowed');
}

/** The user of a change, locked until its end. @throws Problem `not_found`, `not_allowed` */
export async function lockChangeableUser(tx: Tx, caller: Caller, { pk, rule }: { pk: UserPk; rule: UserOperation }) {
  await lockUserChanges(tx, caller.company);
  const user = await lockPermanentUser(tx, pk);
  await lockCallerRole(tx, caller);
  if (!user) throw new Problem('not_found');
  assertMayChange(rule, caller, changeTargetOf(user));
  return user;
}

/** Checks that do not depend on who changes. */
async function assertValid(tx: ReadTx, user: User, body: FieldBody): Promise<void> {
  if ('name' in body) assertDisplayName(body.name, 'body.name');
  if ('use_approval_function' in body)
    throwIfDenied(approverRightRemovalDenial(body.use_approval_function, changeTargetOf(user)));
  if ('user_type' in body) throwIfDenied(memberTypeChangeDenial(body.user_type, changeTargetOf(user)));
  if ('approver_fk' in body) throwIfDenied(ownApproverDenial(body.approver_fk, user));
  if ('approver_fk' in body && body.approver_fk !== 0 && !(await canReceiveApprovalRequests(tx, body.approver_fk)))
    throw new Problem('search_manager_405', { field: 'body.approver_fk' });
}

const isPermissionChange = (body: FieldBody): body is PermissionChange =>
  Object.keys(body).some((field) => field.startsWith('auth_') || field === 'disable_filetransfer');

async function planEdits(tx: ReadTx, caller: Caller, { user, body, at }: { user: User; body: FieldBody; at: Date }) {
  const changed = changeTargetOf(user);
  const edits = userEditsOf(user, body, at);
  for (const { rule } of edits) assertMayChange(rule, caller, changed);
  // Whether files are allowed after the change decides whether the file manager may be switched.
  const forbidsFiles = 'disable_filetransfer' in body ? body.disable_filetransfer : user.disableFileTransfer;
  const permissions = isPermissionChange(body) ? permissionEditsOf(user, body) : [];
  if (isPermissionChange(body)) throwIfDenied(userChangeDenial('permissions', caller, changed));
  const target = { ...changed, disable_filetransfer: forbidsFiles ?? user.disableFileTransfer };
  for (const one of permissions) throwIfDenied(permissionChangeDenial(one, caller, target));
  await assertValid(tx, user, body);
  return [...edits, ...permissions];
}

interface NewPassword {
  readonly hash: string;
  /** As it was before the hash, which takes long: a password that was set meanwhile is the later one. */
  readonly user: User;
}

/**
 * Checks a password for a user before the transaction, and hashes it.
 * @throws Problem `not_found`, `not_allowed`, and as `hashNewPassword`
 */
export async function preparePassword(
  deps: Deps,
  caller: Caller,
  { pk, typed }: { pk: UserPk; typed: string },
): Promise<NewPassword> {
  const { user, policies } = await deps.database.read(caller.company, async (tx) => {
    const found = await selectPermanentUser(tx, pk);
    if (!found) throw new Problem('not_found');
    assertMayChange('credentials', caller, changeTargetOf(found));
    return { user: found, policies: await readPolicies(tx, caller.company) };
  });
  const rule = passwordRuleOf(user.memberTypeId, policies);
  return { user, hash: await hashNewPassword(deps, user, { typed, rule }) };
}

/** @throws Problem `conflict` when the account got another password or address meanwhile */
export async function changePassword(
  tx: ChangeTx,
  caller: Caller,
  { password: { user, hash }, mustChange, at }: { password: NewPassword; mustChange: 0 | 1; at: Date },
): Promise<AccountChangeSideEffects> {
  await lockChangeableUser(tx, caller, { pk: user.pk, rule: 'credentials' });
  await storePassword(tx, user, { hash, at, mustChange, revokesTokens: caller });
  const change = { code: auditCode.passwordReset, field: 'password', before: '', after: 'reset' };
  await auditUserChange(tx, caller, { user, ...change });
  return { user, clearsSignInDelays: true };
}

export async function changeFields(
  tx: ChangeTx,
  caller: Caller,
  { pk, body, at }: { pk: UserPk; body: FieldBody; at: Date },
): Promise<AccountChangeSideEffects> {
  const user = await lockChangeableUser(tx, caller, { pk, rule: 'read' });
  const edits = await planEdits(tx, caller, { user, body, at });
  return changeUser(tx, { user, by: caller, at }, edits);
}

/**
 * Makes an administrator, or an ordinary user of one.
 * @throws Problem `not_found`, `not_allowed` for oneself and the last administrator
 */
export async function changeRole(
  tx: ChangeTx,
  caller: Caller,
  { pk, role, at }: { pk: UserPk; role: Role; at: Date },
): Promise<{ readonly user: User; readonly effects: AccountChangeSideEffects; readonly isChanged: boolean }> {
  const user = await lockChangeableUser(tx, caller, { pk, rule: 'role' });
  const edit = roleEdit(user, role);
  const effects = await changeUser(tx, { user, by: caller, at }, [edit]);
  return { user, effects, isChanged: edit.before !== edit.after };
}
