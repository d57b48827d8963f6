import type { GroupMember } from '@vigil/shared/contract/http/group-links';
import type { GroupUser } from '@vigil/shared/contract/http/groups';
import type { CompanyPk, GroupMemberPk, GroupPk, UserPk } from '@vigil/shared/contract/ids';
import { ADMINISTRATOR_TYPE } from '@vigil/shared/domain/member-types';
import type { UserChangeTarget } from '@vigil/shared/domain/user-changes';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { wherePermanentUser } from '@vigil/shared/platform/users/user-scope';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';

const link = { pk: groupMembers.pk, device_group_fk: groupMembers.groupFk, member_fk: groupMembers.memberFk };

/** The user of a link, as the rules of changes see one. */
export const findUserChangeTarget = async (tx: ReadTx, pk: UserPk): Promise<Member | undefined> =>
  memberOf(await ofUser(tx, pk));

/** The same, who is not deleted before the end of the transaction. */
export const lockUserChangeTarget = async (tx: Tx, pk: UserPk): Promise<Member | undefined> =>
  memberOf(await ofUser(tx, pk).for('key share'));

type Member = UserChangeTarget & { readonly mgrid: string };

const ofUser = (tx: ReadTx, pk: UserPk) =>
  tx
    .select()
    .from(users)
    .where(and(eq(users.pk, pk), wherePermanentUser()));

function memberOf([row]: (typeof users.$inferSelect)[]): Member | undefined {
  if (!row) return undefined;
  const { pk, mgrid, memberTypeId: member_type_id, approverFk: approver_fk } = row;
  return { pk, mgrid, isAdmin: row.type === ADMINISTRATOR_TYPE, member_type_id, approver_fk };
}

export async function findGroupGrant(tx: ReadTx, pk: GroupMemberPk): Promise<GroupMember | undefined> {
  const [row] = await tx.select(link).from(groupMembers).where(eq(groupMembers.pk, pk));
  return row;
}

/** The links of a user to some groups. */
export const selectUserGrants = (tx: ReadTx, member: UserPk, groups: readonly GroupPk[]): Promise<GroupMember[]> =>
  tx
    .select(link)
    .from(groupMembers)
    .where(and(eq(groupMembers.memberFk, member), inArray(groupMembers.groupFk, [...groups])));

/** Of two requests at once one inserts. */
export const insertUserGrants = (
  tx: Tx,
  { company, member }: { company: CompanyPk; member: UserPk },
  groups: readonly GroupPk[],
): Promise<GroupMember[]> =>
  tx
    .insert(groupMembers)
    .values(groups.map((groupFk) => ({ companyFk: company, groupFk, memberFk: member })))
    .onConflictDoNothing()
    .returning(link);

export const deleteGroupGrants = (tx: Tx, pks: readonly GroupMemberPk[]) =>
  tx.delete(groupMembers).where(inArray(groupMembers.pk, [...pks]));

/** A group and its ancestors, itself first. */
export async function selectGroupPath(tx: ReadTx, pk: GroupPk): Promise<{ pk: GroupPk; name: string }[]> {
  const rows = await tx.execute<{ pk: GroupPk; name: string }>(sql`
    with recursive up as (
      select pk, name, group_fk, 0 as depth from device_groups where pk = ${pk}
      union all select g.pk, g.name, g.group_fk, depth + 1 from device_groups g join up on g.pk = up.group_fk
    ) select pk, name from up order by depth`);
  return [...rows];
}

/** Those who see the group by a link; administrators see every group without one. */
export const selectGrantedUsers = (tx: ReadTx, group: GroupPk): Promise<GroupUser[]> =>
  tx
    .select({
      pk: users.pk,
      link_pk: groupMembers.pk,
      mgrid: users.mgrid,
      name: users.name,
      mail: users.email,
      userType: users.memberTypeId,
    })
    .from(groupMembers)
    .innerJoin(users, eq(users.pk, groupMembers.memberFk))
    .where(eq(groupMembers.groupFk, group))
    .orderBy(asc(users.mgrid));
