import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type {
  ManagerDetail,
  PermissionChange,
  unlockManager,
  updateManager,
} from '@vigil/shared/contract/http/manager-changes';
import { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { auditCode, auditType } from '@vigil/shared/contract/audit-codes';
import type { Refusal } from '@vigil/shared/domain/permissions';
import {
  approverDenial,
  deciderDenial,
  lastAdminDenial,
  permissionDenial,
  typeDenial,
  userChangeDenial,
  type ChangedUser,
  type UserChange,
} from '@vigil/shared/domain/user-changes';
import { MANAGER } from '@vigil/shared/domain/member-types';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { detailsChanged } from '@vigil/shared/platform/fleet/change';
import {
  announce,
  changeFleet,
  changeRights,
  commitChange,
  type WriteTx,
} from '@vigil/shared/platform/changes/commit-change';
import { passwordLevelOf, readPolicies } from '@vigil/shared/platform/policies';
import { writeAudits, type AuditEntry } from '../../access/audit.ts';
import { endTicketsOfRequester } from '../../access/requester-tickets.ts';
import { assertStanding } from '../../access/standing.ts';
import type { Deps } from '../../deps.ts';
import { endWaits } from '../../identity/growing-wait.ts';
import { endLinks } from '../../identity/link-tokens.ts';
import { forgetAuthenticator } from '../../identity/one-time-codes.ts';
import { hashNewPassword, writePassword } from '../../identity/password-change.ts';
import { assertPersonName } from '../../identity/person-name.ts';
import { randomPassword } from '../../identity/random-password.ts';
import type { Call } from '../../http/routes.ts';
import type { Caller } from '../../session/caller.ts';
import type { SessionStore } from '../../session/session-store.ts';
import { endTicketSessions } from '../../session/ticket-sessions.ts';
import {
  changedUserOf,
  countOtherAdmins,
  findAnotherAdmin,
  findForChange,
  isApprover,
  lockUsers,
  readDetail,
  readLogin,
  replaceApprover,
  selectGroupsOf,
  writeUser,
  type User,
} from './manager-queries.ts';
import { editsOf, permissionEditsOf, type UserEdit } from './user-edits.ts';

type Body = BodyOf<typeof updateManager>;
type FieldBody = Exclude<Body, { pw: string }>;

/** @throws Problem `not_allowed` */
export function assertAllowed(refusal: Refusal | null): void {
  if (refusal) throw new Problem('not_allowed', refusal);
}

/** How a person signs in is changed by people only: a token that could do it would outlive its revocation as a password. */
const ofSignIn: readonly UserChange[] = ['credentials', 'one_time_code'];

/** @throws Problem `not_allowed`, `token_not_allowed` */
function assertMayChange(rule: UserChange, caller: Caller, user: ChangedUser): void {
  assertAllowed(userChangeDenial(rule, caller, user));
  if (caller.token && ofSignIn.includes(rule)) throw new Problem('token_not_allowed');
}

/** The user of a change, locked until its end. @throws Problem `not_found`, `not_allowed` */
export async function findChangeable(tx: Tx, caller: Caller, { pk, rule }: { pk: UserPk; rule: UserChange }) {
  await lockUsers(tx, caller.company);
  const user = await findForChange(tx, pk);
  await assertStanding(tx, caller);
  if (!user) throw new Problem('not_found');
  assertMayChange(rule, caller, changedUserOf(user));
  return user;
}

/** @throws Problem `not_allowed` for a change that would leave the company without an active administrator */
export async function assertAdminStays(tx: ReadTx, user: User): Promise<void> {
  if (user.type === MANAGER && user.active) assertAllowed(lastAdminDenial(await countOtherAdmins(tx, user.pk)));
}

interface UserAudit {
  readonly code: number;
  /** The login ID of the user and the field; passwords are in none. */
  readonly about: string;
  readonly before: string;
  readonly after: string;
}

export const userEntry = ({ code, about, before, after }: UserAudit): AuditEntry => ({
  code,
  type: auditType.action,
  device: null,
  oldValue: `${about}: ${before}`,
  newValue: `${about}: ${after}`,
});

export const auditUser = (tx: Tx, caller: Caller, entry: UserAudit) => writeAudits(tx, caller, [userEntry(entry)]);

/** Checks that do not depend on who changes. */
async function assertValid(tx: ReadTx, user: User, body: FieldBody): Promise<void> {
  if ('name' in body) assertPersonName(body.name, 'body.name');
  if ('use_approval_function' in body) assertAllowed(deciderDenial(body.use_approval_function, changedUserOf(user)));
  if ('user_type' in body) assertAllowed(typeDenial(body.user_type, changedUserOf(user)));
  if ('approver_fk' in body) assertAllowed(approverDenial(body.approver_fk, user));
  if ('approver_fk' in body && body.approver_fk !== 0 && !(await isApprover(tx, body.approver_fk)))
    throw new Problem('search_manager_405', { field: 'body.approver_fk' });
}

const isPermissionChange = (body: FieldBody): body is PermissionChange =>
  Object.keys(body).some((field) => field.startsWith('auth_') || field === 'disable_filetransfer');

async function planEdits(tx: ReadTx, caller: Caller, { user, body, at }: { user: User; body: FieldBody; at: Date }) {
  const changed = changedUserOf(user);
  const edits = editsOf(user, body, at);
  for (const { rule } of edits) assertMayChange(rule, caller, changed);
  // Whether files are allowed after the change decides whether the file manager may be switched.
  const forbidsFiles = 'disable_filetransfer' in body ? body.disable_filetransfer : user.disableFileTransfer;
  const permissions = isPermissionChange(body) ? permissionEditsOf(user, body) : [];
  if (isPermissionChange(body)) assertAllowed(userChangeDenial('permissions', caller, changed));
  const target = { ...changed, disable_filetransfer: forbidsFiles ?? user.disableFileTransfer };
  for (const one of permissions) assertAllowed(permissionDenial(one, caller, target));
  await assertValid(tx, user, body);
  const endsAdmin = edits.some(({ columns }) => ('active' in columns && !columns.active) || 'memberTypeId' in columns);
  if (endsAdmin) await assertAdminStays(tx, user);
  return [...edits, ...permissions].filter(({ before, after }) => before !== after);
}

/** The members of a user who decides no requests any more have no approver; its undecided requests go to an administrator. */
export async function releaseMembers(tx: Tx, caller: Caller, { pk, mgrid: login }: User): Promise<void> {
  const members = await replaceApprover(tx, pk, (await findAnotherAdmin(tx, pk)) ?? null);
  await writeAudits(
    tx,
    caller,
    members.map(({ mgrid }) =>
      userEntry({ code: auditCode.userChange, about: `${mgrid} approver_fk`, before: login, after: '0' }),
    ),
  );
}

/** An approver is recorded by the login ID, since keys say nothing to those who read the audit. */
async function auditedValues(
  tx: ReadTx,
  { field, before, after }: UserEdit,
): Promise<Pick<UserEdit, 'before' | 'after'>> {
  if (field !== 'approver_fk') return { before, after };
  const loginOf = (pk: string) => (pk === NO_APPROVER ? pk : readLogin(tx, UserPk.parse(Number(pk))));
  return { before: await loginOf(before), after: await loginOf(after) };
}
const NO_APPROVER = '0';

async function writeEdits(
  tx: Tx,
  caller: Caller,
  { user, edits, at }: { user: User; edits: readonly UserEdit[]; at: Date },
) {
  for (const one of edits) {
    const { field, columns, after, code } = one;
    if (Object.keys(columns).length > 0) await writeUser(tx, user.pk, columns as Partial<User>);
    // An administrator decides requests without the function, and no more as an ordinary user.
    const isAdminAfter = user.type === MANAGER && !('type' in columns);
    if ('useApprovalFunction' in columns && columns.useApprovalFunction === 0 && !isAdminAfter)
      await releaseMembers(tx, caller, user);
    // Whoever had an earlier address may be the person from whom the account is taken back.
    if (field === 'email') await endLinks(tx, 'undo', user, at.getTime());
    if (field === 'authenticator' || (field === 'flag_use_otp' && after === '0'))
      await forgetAuthenticator(tx, user.pk);
    await auditUser(tx, caller, { code, about: `${user.mgrid} ${field}`, ...(await auditedValues(tx, one)) });
  }
}

/** What the detail of a group shows of its users. */
const inGroupDetail: readonly string[] = ['name', 'email', 'user_type'];

/** Changes of users by those who are in charge of them: each in one transaction with its audit entries. */
export function createManagerChanges({ sessions }: { readonly sessions: SessionStore }, deps: Deps) {
  const { database, redis, now } = deps;

  const changeFields = async (caller: Caller, pk: UserPk, body: FieldBody): Promise<ManagerDetail | undefined> => {
    const { user, edits, detail, ended } = await commitChange(deps, caller.company, async (tx) => {
      const found = await findChangeable(tx, caller, { pk, rule: 'read' });
      const at = new Date(now());
      const planned = await planEdits(tx, caller, { user: found, body, at });
      await writeEdits(tx, caller, { user: found, edits: planned, at });
      const closes = planned.some(({ columns }) => 'active' in columns && !columns.active);
      const tickets = closes ? await endTicketsOfRequester(tx, caller, { requester: pk, at }) : 0;
      const isListed = planned.some(({ field }) => inGroupDetail.includes(field));
      announce(tx, { kind: 'profile', to: [pk] });
      changeRights(tx, pk);
      if (isListed) changeFleet(tx, detailsChanged(await selectGroupsOf(tx, pk)));
      return { user: found, edits: planned, detail: await readDetail(tx, pk), ended: tickets };
    });
    const isDeactivated = 'flag_active' in body && body.flag_active === 0;
    if (edits.some(({ rule }) => rule === 'one_time_code')) await endWaits(redis, user);
    if (isDeactivated) await sessions.endAll({ user: pk, company: caller.company }, 'deactivated');
    if (ended > 0) await endTicketSessions(deps);
    return detail;
  };

  const setPassword = async (
    caller: Caller,
    pk: UserPk,
    { typed, mustChange }: { typed: string; mustChange: 0 | 1 },
  ): Promise<void> => {
    // The hash takes long, so that it is made before the lock.
    const { user, policies } = await commitChange(deps, caller.company, async (tx) => ({
      user: await findChangeable(tx, caller, { pk, rule: 'credentials' }),
      policies: await readPolicies(tx, caller.company),
    }));
    const hash = await hashNewPassword(deps, user, {
      typed,
      level: passwordLevelOf(user.memberTypeId, policies),
    });
    await commitChange(deps, caller.company, async (tx) => {
      const current = await findChangeable(tx, caller, { pk, rule: 'credentials' });
      await writePassword(tx, current, { hash, at: new Date(now()), mustChange });
      const about = `${user.mgrid} password`;
      await auditUser(tx, caller, { code: auditCode.passwordReset, about, before: '', after: 'reset' });
    });
    await endWaits(redis, user);
    await sessions.endAll({ user: pk, company: caller.company }, 'password_changed');
  };

  return {
    async update(caller: Caller, pk: UserPk, body: Body): Promise<ManagerDetail | undefined> {
      if (!('pw' in body)) return changeFields(caller, pk, body);
      await setPassword(caller, pk, { typed: body.pw, mustChange: body.must_change });
      return database.read(caller.company, (tx) => readDetail(tx, pk));
    },

    /** @returns the password, which is stored nowhere */
    async resetPassword(caller: Caller, pk: UserPk, mustChange: 0 | 1): Promise<string> {
      const typed = randomPassword();
      await setPassword(caller, pk, { typed, mustChange });
      return typed;
    },
  };
}

/** Lets a user in whom wrong passwords have locked out. */
export async function unlockUser(tx: WriteTx, { caller, params: { pk } }: Call<typeof unlockManager>) {
  const user = await findChangeable(tx, caller, { pk, rule: 'details' });
  await writeUser(tx, pk, { lockedAt: null, failureCount: 0 });
  const about = `${user.mgrid} locked`;
  const before = String(Number(user.lockedAt !== null));
  await auditUser(tx, caller, { code: auditCode.userUnlocked, about, before, after: '0' });
  return { user, detail: await readDetail(tx, pk) };
}
