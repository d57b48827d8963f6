import { and, asc, eq, gt, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { ManagerDetail } from '@vigil/shared/contract/http/manager-changes';
import type { listManagers } from '@vigil/shared/contract/http/managers';
import type { CompanyPk, GroupPk, UserPk } from '@vigil/shared/contract/ids';
import type { ChangedUser } from '@vigil/shared/domain/user-changes';
import { ticketTabs } from '@vigil/shared/domain/ticket-moves';
import { MANAGER, memberTypes } from '@vigil/shared/domain/member-types';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { tickets } from '@vigil/shared/platform/db/schema/tickets';
import { users } from '@vigil/shared/platform/db/schema/users';
import { selectPage } from '@vigil/shared/platform/db/select-page';
import { managerLimitOf } from '@vigil/shared/platform/licence-gates';
import { isLasting, mayDecide } from '../../access/approvers.ts';
import type { Caller } from '../../session/caller.ts';
import { person } from './queries.ts';

export type User = typeof users.$inferSelect;

/**
 * Read for the rows of a page only. As a join it was read for all users before they are sorted, and by a nested loop where
 * Postgres knew nothing of the table yet: 2.4 s for a page of 5,000 users.
 */
const ofApprover = (column: 'mgrid' | 'name') =>
  sql<string>`coalesce((select a.${sql.identifier(column)} from users a where a.pk = users.approver_fk), '')`;

const manager = {
  ...person,
  email: users.email,
  phone: users.phone,
  position: users.position,
  flag_active: sql<0 | 1>`${users.active}::int`,
  locked: sql<0 | 1>`(${users.lockedAt} is not null)::int`,
  email_verified: sql<0 | 1>`(${users.email} = '' or ${users.emailVerifiedAt} is not null)::int`,
  approver_fk: sql<number>`coalesce(${users.approverFk}, 0)`,
  approver_id: ofApprover('mgrid'),
  approver_name: ofApprover('name'),
  use_approval: users.useApproval,
  disable_filetransfer: users.disableFileTransfer,
  auth_val: users.authVal,
  auth_devicemanagement: users.authDevicemanagement,
  auth_filemanager: users.authFilemanager,
  auth_remotecontrol: users.authRemotecontrol,
  auth_remoteview: users.authRemoteview,
  auth_restart: users.authRestart,
  auth_thumbnailview: users.authThumbnailview,
  auth_update: users.authUpdate,
};

/** Active first, then sub-managers, then partners, then the rest, each by ID (decision 23). */
const standing = sql`(not ${users.active}, case ${users.memberTypeId} when 6 then 0 when 7 then 1 else 2 end, ${users.mgrid})`;

/** All users for an administrator, and for a sub-manager the ordinary users who ask this one for access, by the rule `read`. */
const inCharge = ({ flags, user }: Caller): SQL | undefined =>
  flags.isAdmin
    ? undefined
    : and(
        eq(users.approverFk, user),
        ne(users.type, MANAGER),
        ne(users.memberTypeId, memberTypes.subManager),
        ne(users.pk, user),
      );

export const selectManagers = (tx: ReadTx, caller: Caller, query: QueryOf<typeof listManagers>) => {
  return selectPage(tx, tx.select(manager).from(users).$dynamic(), {
    query,
    rules: {
      where: and(
        inCharge(caller),
        isLasting(),
        query.sort_active === undefined ? undefined : eq(users.active, query.sort_active === 'active'),
        query.flag_servant === '1' ? ne(users.type, MANAGER) : undefined,
      ),
      sort: { standing, mgrid: users.mgrid, name: users.name, email: users.email, phone: users.phone },
      key: users.pk,
      search: {
        mgrid: users.mgrid,
        name: users.name,
        department: users.department,
        email: users.email,
        phone: users.phone,
      },
    },
  });
};

const detail = {
  ...manager,
  tel: users.tel,
  flag_use_otp: users.flagUseOtp,
  otp_confirmed: sql<boolean>`${users.otpConfirmedAt} is not null`,
  must_change: users.mustChange,
  flag_recept_mail: users.flagReceptMail,
  lang_code: users.langCode,
  time_zone_id: users.timeZoneId,
  date_fmt_id: users.dateFmtId,
  flag_refresh: users.flagRefresh,
  refresh_interval: users.refreshInterval,
  flag_img_refresh: users.flagImgRefresh,
  img_refresh_interval: users.imgRefreshInterval,
  created_at: users.createdAt,
  member_count: sql<number>`(select count(*)::int from users m where m.approver_fk = users.pk)`,
};

export async function readDetail(tx: ReadTx, pk: UserPk): Promise<ManagerDetail | undefined> {
  const [row] = await tx
    .select(detail)
    .from(users)
    .where(and(eq(users.pk, pk), isLasting()))
    .limit(1);
  return row && { ...row, created_at: row.created_at.toISOString() };
}

/** A user as the rules of changes see one. */
export const changedUserOf = (user: User): ChangedUser => ({
  pk: user.pk,
  isAdmin: user.type === MANAGER,
  member_type_id: user.memberTypeId,
  approver_fk: user.approverFk,
});

/** Users besides administrators, active or not, and how many the licences admit (decision 22). */
export async function readSeats(tx: ReadTx, at: Date): Promise<{ used: number; limit: number }> {
  const rows = await tx.select().from(licences).where(gt(licences.expiresAt, at));
  return { used: await tx.$count(users, and(ne(users.type, MANAGER), isLasting())), limit: managerLimitOf(rows, at) };
}

/** One change of a company's users at a time: two administrators could otherwise deactivate each other, or two take the last seat. */
export const lockUsers = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451196, ${company})`);

/** Locked: a session of the user that is being opened is there before, and ends with the change, or sees the change (`findSteadyUser`). */
export async function findForChange(tx: Tx, pk: UserPk): Promise<User | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.pk, pk), isLasting()))
    .for('update');
  return row;
}

/** The groups that are granted to a user. */
export async function selectGroupsOf(tx: ReadTx, pk: UserPk): Promise<GroupPk[]> {
  const rows = await tx.select({ pk: groupMembers.groupFk }).from(groupMembers).where(eq(groupMembers.memberFk, pk));
  return rows.map((row) => row.pk);
}

/** The login ID of a user; empty when there is none any more. */
export async function readLogin(tx: ReadTx, pk: UserPk): Promise<string> {
  const [row] = await tx.select({ mgrid: users.mgrid }).from(users).where(eq(users.pk, pk));
  return row?.mgrid ?? '';
}

export const countOtherAdmins = (tx: ReadTx, pk: UserPk): Promise<number> =>
  tx.$count(users, and(eq(users.type, MANAGER), eq(users.active, true), ne(users.pk, pk)));

/** Whether requests may be sent to a user. */
export async function isApprover(tx: ReadTx, pk: UserPk): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.pk, pk), mayDecide()))) > 0;
}

/** @returns undefined when the ID was taken meanwhile, by any company */
export async function insertUser(tx: Tx, user: typeof users.$inferInsert): Promise<UserPk | undefined> {
  const [row] = await tx
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.mgrid })
    .returning({ pk: users.pk });
  return row?.pk;
}

export const writeUser = (tx: Tx, pk: UserPk, columns: Partial<typeof users.$inferInsert>) =>
  tx.update(users).set(columns).where(eq(users.pk, pk));

/** Gives the undecided requests and tickets of an approver to another, and leaves the members without one. @returns the members */
export async function replaceApprover(tx: Tx, pk: UserPk, by: User | null) {
  await tx
    .update(approvals)
    .set({ approverFk: by?.pk ?? null, approverId: by?.mgrid ?? '', approverName: by?.name ?? '' })
    .where(and(eq(approvals.approverFk, pk), eq(approvals.approveState, OPEN), isNull(approvals.decidedAt)));
  await tx
    .update(tickets)
    .set({
      askedFk: by?.pk ?? null,
      askedName: by ? by.name || by.mgrid : '',
      askedPosition: by?.position ?? '',
      askedPart: by?.department ?? '',
    })
    .where(and(eq(tickets.askedFk, pk), inArray(tickets.state, [...ticketTabs.requested])));
  return tx
    .update(users)
    .set({ approverFk: null })
    .where(eq(users.approverFk, pk))
    .returning({ pk: users.pk, mgrid: users.mgrid });
}

const OPEN = 0;

/** An administrator who may decide requests. */
export async function findAnotherAdmin(tx: ReadTx, pk: UserPk): Promise<User | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.type, MANAGER), mayDecide(), ne(users.pk, pk)))
    .orderBy(asc(users.pk))
    .limit(1);
  return row;
}

export const deleteUser = (tx: Tx, pk: UserPk) => tx.delete(users).where(eq(users.pk, pk));
