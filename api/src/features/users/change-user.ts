import { passwordLevelOf } from '@vigil/shared/domain/password-rules';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { UserDetail, PermissionChange, updateUser } from '@vigil/shared/contract/http/user-changes';
import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { Refusal } from '@vigil/shared/domain/permissions';
import {
  ownApproverDenial,
  approverRightRemovalDenial,
  permissionChangeDenial,
  memberTypeChangeDenial,
  userChangeDenial,
  type UserChangeTarget,
  type UserReadOrChangeKind,
} from '@vigil/shared/domain/user-changes';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { readPolicies } from '@vigil/shared/platform/policies';
import { lockAndAssertCallerRole } from '../../access/still-authorized.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '@vigil/shared/platform/users/user-rows';
import { validateAndHashNewPassword, storePasswordAndEndSessions } from '../../identity/accounts/password-change.ts';
import { assertPersonName } from '../../identity/accounts/person-name.ts';
import { randomPassword } from '../../identity/accounts/random-password.ts';
import { userEditsOf, permissionEditsOf } from '@vigil/shared/platform/users/user-edits';
import { auditUserChange, changeUser, clearSignInWaitsAfterCommit } from '@vigil/shared/platform/users/user-life';
import {
  selectPermanentUserForUpdate,
  canReceiveApprovalRequests,
  lockUserChanges,
} from '@vigil/shared/platform/users/user-rows';
import type { Caller } from '../../identity/sessions/caller.ts';
import { changeTargetOf, readUserDetail } from './user-queries.ts';

type Body = BodyOf<typeof updateUser>;
type FieldBody = Exclude<Body, { pw: string }>;

/** @throws Problem `not_allowed` */
export function throwIfRefused(refusal: Refusal | null): void {
  if (refusal) throw new Problem('not_allowed', refusal);
}

/** How a person signs in is changed by people only: a token that could do it would outlive its revocation as a password. */
const ofSignIn: readonly UserReadOrChangeKind[] = ['credentials', 'one_time_code', 'one_time_code_off'];

/** @throws Problem `not_allowed`, `token_not_allowed` */
function assertMayChange(rule: UserReadOrChangeKind, caller: Caller, user: UserChangeTarget): void {
  throwIfRefused(userChangeDenial(rule, caller, user));
  if (caller.token && ofSignIn.includes(rule)) throw new Problem('token_not_allowed');
}

/** The user of a change, locked until its end. @throws Problem `not_found`, `not_allowed` */
export async function lockChangeableUser(
  tx: Tx,
  caller: Caller,
  { pk, rule }: { pk: UserPk; rule: UserReadOrChangeKind },
) {
  await lockUserChanges(tx, caller.company);
  const user = await selectPermanentUserForUpdate(tx, pk);
  await lockAndAssertCallerRole(tx, caller);
  if (!user) throw new Problem('not_found');
  assertMayChange(rule, caller, changeTargetOf(user));
  return user;
}

/** Checks that do not depend on who changes. */
async function assertValid(tx: ReadTx, user: User, body: FieldBody): Promise<void> {
  if ('name' in body) assertPersonName(body.name, 'body.name');
  if ('use_approval_function' in body)
    throwIfRefused(approverRightRemovalDenial(body.use_approval_function, changeTargetOf(user)));
  if ('user_type' in body) throwIfRefused(memberTypeChangeDenial(body.user_type, changeTargetOf(user)));
  if ('approver_fk' in body) throwIfRefused(ownApproverDenial(body.approver_fk, user));
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
  if (isPermissionChange(body)) throwIfRefused(userChangeDenial('permissions', caller, changed));
  const target = { ...changed, disable_filetransfer: forbidsFiles ?? user.disableFileTransfer };
  for (const one of permissions) throwIfRefused(permissionChangeDenial(one, caller, target));
  await assertValid(tx, user, body);
  return [...edits, ...permissions];
}

/** Changes of users by those who are in charge of them. */
export function createUserChanges(deps: Deps) {
  const { database, now } = deps;

  const changeFields = async (caller: Caller, pk: UserPk, body: FieldBody): Promise<UserDetail | undefined> => {
    const { next, detail } = await commitChange(deps, caller.company, async (tx) => {
      const user = await lockChangeableUser(tx, caller, { pk, rule: 'read' });
      const at = new Date(now());
      const edits = await planEdits(tx, caller, { user, body, at });
      return { next: await changeUser(tx, { user, by: caller, at }, edits), detail: await readUserDetail(tx, pk) };
    });
    await clearSignInWaitsAfterCommit(deps, next);
    return detail;
  };

  /** @throws Problem `conflict` when the account got another password or address meanwhile */
  const setPassword = async (
    caller: Caller,
    pk: UserPk,
    { typed, mustChange }: { typed: string; mustChange: 0 | 1 },
  ): Promise<void> => {
    // The hash takes long, so that it is made before the lock.
    const { user, policies } = await commitChange(deps, caller.company, async (tx) => ({
      user: await lockChangeableUser(tx, caller, { pk, rule: 'credentials' }),
      policies: await readPolicies(tx, caller.company),
    }));
    const hash = await validateAndHashNewPassword(deps, user, {
      typed,
      level: passwordLevelOf(user.memberTypeId, policies),
    });
    await commitChange(deps, caller.company, async (tx) => {
      await lockChangeableUser(tx, caller, { pk, rule: 'credentials' });
      // As it was before the hash: a password that was set meanwhile is the later one.
      await storePasswordAndEndSessions(tx, user, { hash, at: new Date(now()), mustChange });
      const change = { code: auditCode.passwordReset, field: 'password', before: '', after: 'reset' };
      await auditUserChange(tx, caller, { user, ...change });
    });
    await clearSignInWaitsAfterCommit(deps, { user, clearsSignInDelays: true });
  };

  return {
    async update(caller: Caller, pk: UserPk, body: Body): Promise<UserDetail | undefined> {
      if (!('pw' in body)) return changeFields(caller, pk, body);
      await setPassword(caller, pk, { typed: body.pw, mustChange: body.must_change });
      return database.read(caller.company, (tx) => readUserDetail(tx, pk));
    },

    /** @returns the password, which is stored nowhere */
    async resetPassword(caller: Caller, pk: UserPk, mustChange: 0 | 1): Promise<string> {
      const typed = randomPassword();
      await setPassword(caller, pk, { typed, mustChange });
      return typed;
    },
  };
}
