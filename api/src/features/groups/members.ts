import type { GroupMember } from '@vigil/shared/contract/http/group-links';
import { addGroupMember, readGroupMember, removeGroupMember } from '@vigil/shared/contract/http/group-links';
import type { GroupPk, UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { seesGroup } from '@vigil/shared/domain/sight';
import { groupAccessDenial } from '@vigil/shared/domain/user-changes';
import { groupGrantEntry, groupRevocationEntry, writeAudits } from '@vigil/shared/platform/audits';
import {
  publishFleetOnCommit,
  publishRightsOnCommit,
  type ChangeTx,
} from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { groupDetailsChangedMessages } from '@vigil/shared/platform/fleet/change';
import { selectPathNames } from '../../access/group-paths.ts';
import { lockTreeForCaller } from '../../access/group-tree-lock.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import {
  deleteGroupGrants,
  findGroupGrant,
  findUserChangeTarget,
  lockUserChangeTarget,
  insertUserGrants,
  selectUserGrants,
  selectGroupPath,
} from './member-queries.ts';
import { selectWithSubgroups } from './queries.ts';

/** Which users see a group. */
export function registerGroupMemberRoutes(routes: RouteRegistry, { database }: Deps): void {
  routes.on(readGroupMember, async ({ caller, query: { device_group_fk, member_fk } }) => {
    return database.read(caller.company, async (tx) => {
      assertChangeable(caller, await findUserChangeTarget(tx, member_fk), [device_group_fk]);
      const links = await selectUserGrants(tx, member_fk, [device_group_fk]);
      if (links.length === 0) throw new Problem('not_found');
      return { objects: links };
    });
  });

  routes.change(addGroupMember, {
    rule: async (tx, { caller, body: { device_group_fk: group, member_fk: member, ...along } }) => {
      await lockTreeForCaller(tx, caller);
      const [withParents, withSubgroups] = [along.with_parents === 1, along.with_subgroups === 1];
      const granted = await grant(tx, caller, { group, member, withParents, withSubgroups });
      linksChanged(tx, member, granted);
      return granted;
    },
  });

  routes.change(removeGroupMember, {
    rule: async (tx, { caller, params, query }) => {
      await lockTreeForCaller(tx, caller);
      const link = await findGroupGrant(tx, params.pk);
      if (!link) throw new Problem('not_found');
      const revoked = await revoke(tx, caller, { link, withSubgroups: query.with_subgroups === '1' });
      linksChanged(tx, link.member_fk, revoked);
      return revoked.map(({ pk }) => pk);
    },
  });
}

/** Sessions of the user have the change when the call returns. */
function linksChanged(tx: ChangeTx, member: UserPk, links: readonly GroupMember[]): void {
  publishFleetOnCommit(tx, groupDetailsChangedMessages(links.map((link) => link.device_group_fk)));
  publishRightsOnCommit(tx, member);
}

/** The user of a link, if the caller may grant and revoke the groups. @throws Problem `not_found`, `not_allowed` */
async function findChangeable(
  tx: Tx,
  caller: Caller,
  { member, groups }: { member: UserPk; groups: readonly GroupPk[] },
) {
  return assertChangeable(caller, await lockUserChangeTarget(tx, member), groups);
}

/** @throws Problem `not_found`, `not_allowed` */
function assertChangeable(
  caller: Caller,
  user: Awaited<ReturnType<typeof lockUserChangeTarget>>,
  groups: readonly GroupPk[],
) {
  if (!user) throw new Problem('not_found');
  for (const group of groups) {
    const denial = groupAccessDenial(group, caller, user);
    if (denial) throw new Problem('not_allowed', denial);
  }
  return user;
}

interface NewGrant {
  readonly group: GroupPk;
  readonly member: UserPk;
  readonly withParents: boolean;
  /** Those that the caller sees. */
  readonly withSubgroups: boolean;
}

async function grant(
  tx: Tx,
  caller: Caller,
  { group, member, withParents, withSubgroups }: NewGrant,
): Promise<GroupMember[]> {
  const path = await selectGroupPath(tx, group);
  if (path.length === 0) throw new Problem('not_found');
  const { mgrid } = await findChangeable(tx, caller, { member, groups: [group] });
  const below = withSubgroups ? (await selectWithSubgroups(tx, group)).filter((pk) => pk !== group) : [];
  const seen = below.filter((pk) => seesGroup(caller.sight, pk));
  const concerned = [...path.map(({ pk }) => pk), ...seen];
  const linked = new Set((await selectUserGrants(tx, member, concerned)).map((one) => one.device_group_fk));
  const missingBelow = seen.filter((pk) => !linked.has(pk));
  if (linked.has(group) && missingBelow.length === 0) throw new Problem('conflict', { field: 'body.member_fk' });
  const missing = path.filter(({ pk }) => !linked.has(pk));
  if (missing.length > 1 && !withParents) {
    throw new Problem('parent_group_required', { field: 'body.device_group_fk', detail: missing[1]?.name ?? '' });
  }
  const pks = [...missing.map(({ pk }) => pk), ...missingBelow];
  await findChangeable(tx, caller, { member, groups: pks });
  const links = await insertUserGrants(tx, { company: caller.company, member }, pks);
  await writeAudits(
    tx,
    caller,
    (await pathsOf(tx, links)).map((name) => groupGrantEntry({ pk: member, mgrid }, name)),
  );
  return links;
}

async function revoke(
  tx: Tx,
  caller: Caller,
  { link, withSubgroups }: { link: GroupMember; withSubgroups: boolean },
): Promise<GroupMember[]> {
  const { mgrid } = await findChangeable(tx, caller, { member: link.member_fk, groups: [link.device_group_fk] });
  const links = await selectUserGrants(tx, link.member_fk, await selectWithSubgroups(tx, link.device_group_fk));
  // Said before a question about the others, whose answer would be refused.
  if (links.some((one) => !seesGroup(caller.sight, one.device_group_fk))) throw new Problem('subgroup_out_of_sight');
  if (links.length > 1 && !withSubgroups) throw new Problem('subgroup_permission_first', { detail: links.length - 1 });
  await findChangeable(tx, caller, { member: link.member_fk, groups: links.map((one) => one.device_group_fk) });
  await deleteGroupGrants(
    tx,
    links.map(({ pk }) => pk),
  );
  await writeAudits(
    tx,
    caller,
    (await pathsOf(tx, links)).map((path) => groupRevocationEntry({ pk: link.member_fk, mgrid }, path)),
  );
  return links;
}

/** The paths of linked groups, from the top downwards. */
async function pathsOf(tx: ReadTx, links: readonly GroupMember[]): Promise<string[]> {
  const paths = await selectPathNames(
    tx,
    links.map((one) => one.device_group_fk),
  );
  return [...paths.values()];
}
