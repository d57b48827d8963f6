import { eq } from 'drizzle-orm';
import { auditCode } from '../../contract/audit-codes.ts';
import { UserPk } from '../../contract/ids.ts';
import { Problem } from '../../contract/problems.ts';
import { ADMINISTRATOR_TYPE } from '../../domain/member-types.ts';
import { lastAdminDenial } from '../../domain/user-changes.ts';
import { userAuditEntry, writeAudits, type AuditActor, type AuditEntry, type AuditedUserChange } from '../audits.ts';
import {
  announceOnCommit,
  publishFleetOnCommit,
  publishRightsOnCommit,
  publishEndsOnCommit,
  type ChangeTx,
} from '../changes/commit-change.ts';
import type { ReadTx, Tx } from '../db/client.ts';
import { users } from '../db/schema/users.ts';
import { groupDetailsChangedMessages } from '../fleet/change.ts';
import type { Redis } from '../redis/redis.ts';
import { endUserRemoteControl } from '../remote-sessions.ts';
import { revokeLinkTokens, forgetAuthenticator } from './credentials.ts';
import { endSessions } from './end-sessions.ts';
import { endTicketsOfRequester } from './requester-tickets.ts';
import { findOpenSessions, whereSessionOfUser } from './session-queries.ts';
import { clearSignInWaits } from './sign-in-waits.ts';
import type { UserFieldEdit } from './user-edits.ts';
import {
  countOtherActiveAdmins,
  findAnotherDecidingAdmin,
  insertUsers,
  readLoginId,
  replaceApprover,
  selectUserGroupPks,
  updateUserRow,
  type User,
} from './user-rows.ts';

/**
 * The life of an account, by an administrator or the operator. A step does in its transaction everything that has to be
 * true with it, and returns what there is to tell and what follows the commit (`finishAccountChange`). Whoever
 * takes it has locked the users of the company (`lockUserChanges`) and the row, and has checked what the actor may do.
 */
export interface AccountChangeContext {
  readonly user: User;
  readonly by: AuditActor;
  readonly at: Date;
}

/** What a step has done besides. */
export interface AccountChangeSideEffects {
  readonly user: Pick<User, 'pk' | 'mgrid'>;
  /** After the commit, nobody waits any more because of wrong passwords or codes. */
  readonly clearsSignInDelays?: boolean;
  /** How many of the user's own. */
  readonly endedSessions?: number;
  readonly endedTickets?: number;
}

/**
 * Does what follows the commit of a step: the waits are known to Redis only. A process that ends before leaves one of
 * five minutes at most.
 */
export async function finishAccountChange(
  { redis }: { redis: Pick<Redis, 'commands'> },
  { user, clearsSignInDelays: isDue }: AccountChangeSideEffects,
) {
  if (isDue) await clearSignInWaits(redis, user);
}

export const auditUserChange = (tx: Tx, by: AuditActor, change: AuditedUserChange) =>
  writeAudits(tx, by, [userAuditEntry(change)]);

export type NewUser = typeof users.$inferInsert & { readonly memberTypeId: number };

/** Adds users. @returns those that were added; an ID that was taken meanwhile, by any company, is left out */
export async function createUsers(
  tx: ChangeTx,
  by: AuditActor,
  rows: readonly NewUser[],
): Promise<Map<string, UserPk>> {
  const added = await insertUsers(tx, rows);
  const code = auditCode.userCreated;
  const entries: AuditEntry[] = [];
  for (const { mgrid, memberTypeId, approverFk } of rows) {
    const pk = added.get(mgrid);
    if (pk === undefined) continue;
    const user = { pk, mgrid };
    entries.push(userAuditEntry({ code, user, field: 'user_type', before: '', after: String(memberTypeId) }));
    if (approverFk)
      entries.push(
        userAuditEntry({ code, user, field: 'approver_fk', before: '', after: await readLoginId(tx, approverFk) }),
      );
  }
  await writeAudits(tx, by, entries);
  return added;
}

/** @throws Problem `not_allowed` for a change that would leave the company without an active administrator */
async function assertAdminStays(tx: ReadTx, user: User): Promise<void> {
  const denial =
    user.type === ADMINISTRATOR_TYPE && user.active ? lastAdminDenial(await countOtherActiveAdmins(tx, user.pk)) : null;
  if (denial) throw new Problem('not_allowed', denial);
}

/**
 * The members of a user who decides no requests any more have no approver; its undecided requests go to an
 * administrator.
 */
async function releaseMembers(tx: Tx, { user, by }: AccountChangeContext): Promise<void> {
  const members = await replaceApprover(tx, user.pk, (await findAnotherDecidingAdmin(tx, user.pk)) ?? null);
  const { mgrid: before } = user;
  await writeAudits(
    tx,
    by,
    members.map((member) =>
      userAuditEntry({ code: auditCode.userChange, user: member, field: 'approver_fk', before, after: NO_APPROVER }),
    ),
  );
}

/** An approver is recorded by the login ID, since keys say nothing to those who read the audit. */
async function auditedValues(
  tx: ReadTx,
  { field, before, after }: UserFieldEdit,
): Promise<Pick<UserFieldEdit, 'before' | 'after'>> {
  if (field !== 'approver_fk') return { before, after };
  const loginOf = (pk: string) => (pk === NO_APPROVER ? pk : readLoginId(tx, UserPk.parse(Number(pk))));
  return { before: await loginOf(before), after: await loginOf(after) };
}
const NO_APPROVER = '0';

async function writeEdit(tx: Tx, step: AccountChangeContext, edit: UserFieldEdit): Promise<void> {
  const { user, by, at } = step;
  const { field, columns, after, code } = edit;
  if (Object.keys(columns).length > 0) await updateUserRow(tx, user.pk, columns as Partial<User>);
  // An administrator decides requests without the function, and no more as an ordinary user.
  const isAdminAfter = user.type === ADMINISTRATOR_TYPE && !('type' in columns);
  if ('useApprovalFunction' in columns && columns.useApprovalFunction === 0 && !isAdminAfter)
    await releaseMembers(tx, step);
  // Whoever had an earlier address may be the person from whom the account is taken back.
  if (field === 'email') await revokeLinkTokens(tx, 'undo', user, at.getTime());
  if (field === 'authenticator' || (field === 'flag_use_otp' && after === '0')) await forgetAuthenticator(tx, user.pk);
  await auditUserChange(tx, by, { code, user, field, ...(await auditedValues(tx, edit)) });
}

const deactivates = ({ columns }: UserFieldEdit) => 'active' in columns && columns.active === false;
const demotes = ({ columns }: UserFieldEdit) => 'type' in columns && columns.type !== ADMINISTRATOR_TYPE;
const ofOneTimeCode: readonly UserFieldEdit['rule'][] = ['one_time_code', 'one_time_code_off'];
/** What the detail of a group shows of its users. */
const inGroupDetail: readonly string[] = ['name', 'email', 'user_type'];

/**
 * Changes fields of a user: activation and deactivation, role, rights, approver, second factor, address and details
 * (`user-edits.ts`). With a deactivation the tickets end that the user asked for, with the role of an administrator the
 * remote control under way.
 * @throws Problem `not_allowed` for a change that would leave the company without an active administrator
 */
export async function changeUser(
  tx: ChangeTx,
  step: AccountChangeContext,
  edits: readonly UserFieldEdit[],
): Promise<AccountChangeSideEffects> {
  const { user, by, at } = step;
  if (edits.some((edit) => deactivates(edit) || demotes(edit))) await assertAdminStays(tx, user);
  const changes = edits.filter(({ before, after }) => before !== after);
  for (const edit of changes) await writeEdit(tx, step, edit);
  const isDeactivated = edits.some(deactivates);
  const endedSessions = isDeactivated
    ? await endSessions(tx, whereSessionOfUser(user.pk), { reason: 'deactivated', at })
    : [];
  const endedTickets = isDeactivated ? await endTicketsOfRequester(tx, by, { requester: user.pk, at }) : 0;
  if (user.type === ADMINISTRATOR_TYPE && changes.some(demotes)) await endUserRemoteControl(tx, { user: user.pk, at });
  announceOnCommit(tx, { kind: 'profile', to: [user.pk] });
  publishRightsOnCommit(tx, user.pk);
  if (changes.some(({ field }) => inGroupDetail.includes(field)))
    publishFleetOnCommit(tx, groupDetailsChangedMessages(await selectUserGroupPks(tx, user.pk)));
  return {
    user,
    clearsSignInDelays: changes.some(({ rule }) => ofOneTimeCode.includes(rule)),
    endedSessions: endedSessions.length,
    endedTickets,
  };
}

/** Unlocks a user whom wrong passwords have locked out. For a link that proves the mailbox; there is no audit entry. */
export const clearLockout = (tx: Tx, pk: UserPk) => updateUserRow(tx, pk, { failureCount: 0, lockedAt: null });

/** Unlocks a user whom wrong passwords have locked out, by an administrator or the operator, with an audit entry. */
export async function clearLockoutWithAudit(
  tx: ChangeTx,
  { user, by }: AccountChangeContext,
): Promise<AccountChangeSideEffects> {
  await clearLockout(tx, user.pk);
  const before = String(Number(user.lockedAt !== null));
  await auditUserChange(tx, by, { code: auditCode.userUnlocked, user, field: 'locked', before, after: '0' });
  return { user, clearsSignInDelays: true };
}

/**
 * Deletes a user: what the user did stays readable, undecided requests go to an administrator, sessions end (decision
 * 30). The tickets that the user asked for end with their accounts. Browsers that show a group of the user read its
 * users again.
 * @throws Problem `not_allowed` for a change that would leave the company without an active administrator
 */
export async function removeUser(tx: ChangeTx, step: AccountChangeContext): Promise<AccountChangeSideEffects> {
  const { user, by, at } = step;
  await assertAdminStays(tx, user);
  await releaseMembers(tx, step);
  const endedTickets = await endTicketsOfRequester(tx, by, { requester: user.pk, at });
  const open = await findOpenSessions(tx, whereSessionOfUser(user.pk), at);
  const groups = await selectUserGroupPks(tx, user.pk);
  await tx.delete(users).where(eq(users.pk, user.pk));
  await auditUserChange(tx, by, { code: auditCode.userDeleted, user, before: user.name, after: '' });
  publishFleetOnCommit(tx, groupDetailsChangedMessages(groups));
  publishRightsOnCommit(tx, user.pk);
  const ended = open.map(({ sessions: { id } }) => ({ id, user: user.pk }));
  publishEndsOnCommit(tx, ended, 'deleted');
  return { user, endedSessions: ended.length, endedTickets };
}
