import type { UserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import type { GroupPk, UserPk } from '@vigil/shared/contract/ids';
import { permissionNames } from '@vigil/shared/contract/names';
import { Problem } from '@vigil/shared/contract/problems';
import { accountDenialsOf } from '@vigil/shared/domain/account-denials';
import { networkLimitsOf, type NetworkPolicy } from '@vigil/shared/domain/network-policy';
import { groupsInSight, seesGroup } from '@vigil/shared/domain/sight';
import { abilitiesOf } from '@vigil/shared/domain/user-abilities';
import {
  groupAccessDenial,
  permissionChangeDenial,
  targetOfPermission,
  permissionTogglesOf,
  userChangeDenial,
} from '@vigil/shared/domain/user-changes';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { deviceGroups, groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { readPolicies } from '@vigil/shared/platform/policies';
import { pickRightsColumns } from '@vigil/shared/platform/rights';
import type { User } from '@vigil/shared/platform/users/user-rows';
import { wherePermanentUser } from '@vigil/shared/platform/users/user-scope';
import { and, asc, eq } from 'drizzle-orm';
import { readRightsWithLicence } from '../../access/rights.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { throwIfDenied } from './change-user.ts';
import { changeTargetOf } from './user-queries.ts';

/**
 * The rights of a user, and why the caller may not change each of them.
 * @throws Problem `not_found`, `not_allowed`
 */
export async function readAccessDetails(
  tx: ReadTx,
  caller: Caller,
  { pk, network, now }: { pk: UserPk; network: NetworkPolicy; now: number },
): Promise<UserAccessDetails> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.pk, pk), wherePermanentUser()));
  if (!user) throw new Problem('not_found');
  throwIfDenied(userChangeDenial('read', caller, changeTargetOf(user)));
  return {
    member_pk: pk,
    permissions: togglesOf(caller, user),
    groups: await readGroups(tx, caller, user),
    ...(await readReach(tx, user, { network, now })),
  };
}

/** Whether the user can sign in, what the user can do then, and in how many groups. */
async function readReach(
  tx: ReadTx,
  user: User,
  { network, now }: { network: NetworkPolicy; now: number },
): Promise<Pick<UserAccessDetails, 'group_count' | 'sign_in' | 'abilities'>> {
  const rights = await readRightsWithLicence(tx, user);
  const policies = await readPolicies(tx, user.companyFk);
  const own = groupsInSight(rights.sight);
  const forbidsFiles = policies.fileTransfer === 0 || user.disableFileTransfer === 1;
  return {
    sign_in: [...accountDenialsOf({ user, policies }, now), ...networkLimitsOf(network)],
    group_count: own === 'all' ? await tx.$count(deviceGroups) : own.length,
    abilities: [...abilitiesOf({ ...rights, isGuest: false, forbidsFiles, hidesScreens: policies.pictures === 0 })],
  };
}

function togglesOf(caller: Caller, user: User): UserAccessDetails['permissions'] {
  const stored = permissionTogglesOf(pickRightsColumns(user));
  const target = { ...changeTargetOf(user), disable_filetransfer: user.disableFileTransfer };
  return permissionNames.map((name) => ({
    name,
    target: targetOfPermission[name],
    value: stored[name] ? 1 : 0,
    refusal: permissionChangeDenial({ name, wanted: !stored[name] }, caller, target),
  }));
}

/** The groups that the caller sees, with those of them that are granted to the user. */
async function readGroups(tx: ReadTx, caller: Caller, user: User): Promise<UserAccessDetails['groups']> {
  const rows = await tx
    .select({ pk: deviceGroups.pk, name: deviceGroups.name, group_fk: deviceGroups.groupFk })
    .from(deviceGroups)
    .orderBy(asc(deviceGroups.name), asc(deviceGroups.pk));
  const links = await tx
    .select({ pk: groupMembers.pk, group: groupMembers.groupFk })
    .from(groupMembers)
    .where(eq(groupMembers.memberFk, user.pk));
  const linkOf = new Map(links.map((link) => [link.group, link.pk]));
  const pathOf = pathsOf(rows);
  const target = changeTargetOf(user);
  return rows
    .filter(({ pk }) => seesGroup(caller.sight, pk))
    .map((row) => ({
      ...row,
      path: pathOf(row.pk),
      link_pk: linkOf.get(row.pk) ?? null,
      refusal: groupAccessDenial(row.pk, caller, target),
    }));
}

/** The names of a group and its ancestors, joined by `/`. */
function pathsOf(rows: readonly { pk: GroupPk; name: string; group_fk: GroupPk | null }[]) {
  const byPk = new Map(rows.map((row) => [row.pk, row]));
  const known = new Map<GroupPk, string>();
  const pathOf = (pk: GroupPk): string => {
    const row = byPk.get(pk);
    if (!row) return '';
    const path = known.get(pk) ?? (row.group_fk === null ? row.name : `${pathOf(row.group_fk)}/${row.name}`);
    known.set(pk, path);
    return path;
  };
  return pathOf;
}
