import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import type { listUsers } from '@vigil/shared/contract/http/users';
import type { GroupPk, UserPk } from '@vigil/shared/contract/ids';
import { ADMINISTRATOR_TYPE, memberTypes } from '@vigil/shared/domain/member-types';
import type { UserChangeTarget } from '@vigil/shared/domain/user-changes';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { selectPage } from '@vigil/shared/platform/db/select-page';
import type { User } from '@vigil/shared/platform/users/user-rows';
import { wherePermanentUser, whereDecidesRequests } from '@vigil/shared/platform/users/user-scope';
import { and, eq, exists, ne, not, sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';
import { whereMemberType, summaryColumns } from './user-summary-queries.ts';

/**
 * Read for the rows of a page only. As a join it was read for all users before they are sorted, and by a nested loop
 * where Postgres knew nothing of the table yet: 2.4 s for a page of 5,000 users.
 */
const ofApprover = (column: 'mgrid' | 'name') =>
  sql<string>`coalesce((select a.${sql.identifier(column)} from users a where a.pk = users.approver_fk), '')`;

const listedColumns = {
  ...summaryColumns,
  email: users.email,
  phone: users.phone,
  position: users.position,
  flag_active: sql<0 | 1>`${users.active}::int`,
  locked: sql<0 | 1>`(${users.lockedAt} is not null)::int`,
  email_verified: sql<0 | 1>`(${users.email} = '' or ${users.emailVerifiedAt} is not null)::int`,
  last_sign_in_at: sql<string | null>`(select to_char(r.access_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from access_records r where r.user_fk = users.pk order by r.access_time desc limit 1)`,
  invited_until: sql<string | null>`to_char(${users.invitedUntil} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  second_factor: sql<0 | 1>`(${users.flagUseOtp} = 1 and ${users.otpConfirmedAt} is not null)::int`,
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

/**
 * All users for an administrator, and for a sub-manager the ordinary users who ask this one for access, by the rule
 * `read`.
 */
const inCharge = ({ flags, user }: Caller): SQL | undefined =>
  flags.isAdmin
    ? undefined
    : and(
        eq(users.approverFk, user),
        ne(users.type, ADMINISTRATOR_TYPE),
        ne(users.memberTypeId, memberTypes.subManager),
        ne(users.pk, user),
      );

type Query = QueryOf<typeof listUsers>;

export const groupOf = ({ group_pk, groupPk }: Query): GroupPk | undefined => group_pk ?? groupPk;

const isInGroup = (tx: ReadTx, group: GroupPk): SQL =>
  exists(
    tx
      .select({ pk: groupMembers.pk })
      .from(groupMembers)
      .where(and(eq(groupMembers.groupFk, group), eq(groupMembers.memberFk, users.pk))),
  );

/** Who may be chosen (decision 115). Administrators see every group without a link. */
const choosable: {
  readonly [C in NonNullable<Query['context']>]: (tx: ReadTx, group: GroupPk | undefined) => SQL | undefined;
} = {
  approver: () => whereDecidesRequests(),
  members: () => and(eq(users.active, true), eq(users.memberTypeId, memberTypes.member)),
  group: (tx, group) =>
    and(
      eq(users.active, true),
      ne(users.type, ADMINISTRATOR_TYPE),
      group === undefined ? undefined : not(isInGroup(tx, group)),
    ),
};

export const selectUserPage = (tx: ReadTx, caller: Caller, query: Query) => {
  return selectPage(tx, tx.select(listedColumns).from(users).$dynamic(), {
    query,
    rules: {
      where: and(
        query.context === 'approver' ? undefined : inCharge(caller),
        query.context && choosable[query.context](tx, groupOf(query)),
        wherePermanentUser(),
        query.sort_active === undefined ? undefined : eq(users.active, query.sort_active === 'active'),
        query.flag_servant === '1' ? ne(users.type, ADMINISTRATOR_TYPE) : undefined,
      ),
      sort: { standing, mgrid: users.mgrid, name: users.name, email: users.email, phone: users.phone },
      key: users.pk,
      search: {
        mgrid: users.mgrid,
        name: users.name,
        department: users.department,
        email: users.email,
        phone: users.phone,
        authority: whereMemberType,
      },
    },
  });
};

const detail = {
  ...listedColumns,
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

export async function readUserDetail(tx: ReadTx, pk: UserPk): Promise<UserDetail | undefined> {
  const [row] = await tx
    .select(detail)
    .from(users)
    .where(and(eq(users.pk, pk), wherePermanentUser()))
    .limit(1);
  return row && { ...row, created_at: row.created_at.toISOString() };
}

/** A user as the rules of changes see one. */
export const changeTargetOf = (user: User): UserChangeTarget => ({
  pk: user.pk,
  isAdmin: user.type === ADMINISTRATOR_TYPE,
  member_type_id: user.memberTypeId,
  approver_fk: user.approverFk,
});
