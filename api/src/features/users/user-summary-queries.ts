import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { UserSummary, searchUsers } from '@vigil/shared/contract/http/users';
import type { UserPk } from '@vigil/shared/contract/ids';
import { ADMINISTRATOR_TYPE } from '@vigil/shared/domain/member-types';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { containsText } from '@vigil/shared/platform/db/contains';
import { users } from '@vigil/shared/platform/db/schema/users';
import { selectPage } from '@vigil/shared/platform/db/select-page';
import { wherePermanentUser, whereDecidesRequests } from '@vigil/shared/platform/users/user-scope';
import { and, eq, ne, or, sql, type SQL } from 'drizzle-orm';
import type { UserRecord } from '../../access/user-records.ts';

/** The columns of `UserSummary`. */
export const summaryColumns = {
  pk: users.pk,
  mgrid: users.mgrid,
  name: users.name,
  department: users.department,
  member_type_id: users.memberTypeId,
  use_approval_function: users.useApprovalFunction,
};

/** A member type by its number (spec 1 §3); any other text matches no user. */
export const whereMemberType = (text: string): SQL =>
  /^\d{1,4}$/u.test(text) ? eq(users.memberTypeId, Number(text)) : sql`false`;

export const selectUserSummaryPage = (tx: ReadTx, query: QueryOf<typeof searchUsers>) =>
  selectPage(tx, tx.select(summaryColumns).from(users).$dynamic(), {
    query,
    rules: {
      where: and(
        eq(users.active, true),
        wherePermanentUser(),
        query.name ? or(containsText(users.name, query.name), containsText(users.mgrid, query.name)) : undefined,
        query.approvers === '1' ? whereDecidesRequests() : undefined,
        query.flag_servant === '1' ? ne(users.type, ADMINISTRATOR_TYPE) : undefined,
      ),
      sort: { name: users.name, mgrid: users.mgrid, department: users.department },
      key: users.pk,
      search: { name: users.name, mgrid: users.mgrid, department: users.department, authority: whereMemberType },
    },
  });

export const wireUserSummary = ({
  pk,
  mgrid,
  name,
  department,
  memberTypeId,
  useApprovalFunction,
}: UserRecord): UserSummary => ({
  pk,
  mgrid,
  name,
  department,
  member_type_id: memberTypeId,
  use_approval_function: useApprovalFunction,
});

/** The intervals at which a user's console reads usage and frames, in seconds. */
export async function readRefreshIntervals(tx: ReadTx, user: UserPk) {
  const [row] = await tx
    .select({ refresh_interval: users.refreshInterval, img_refresh_interval: users.imgRefreshInterval })
    .from(users)
    .where(eq(users.pk, user));
  return row;
}
