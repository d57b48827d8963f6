import type { AlertThreshold } from '@vigil/shared/contract/alert';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { GroupPk } from '@vigil/shared/contract/ids';
import type { createGroup, GroupFields } from '@vigil/shared/contract/http/groups';
import { Problem } from '@vigil/shared/contract/problems';
import { problemOfThreshold } from '@vigil/shared/domain/thresholds';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { Change } from '@vigil/shared/platform/fleet/change';
import { commitFleetChange } from '@vigil/shared/platform/fleet/commit-fleet-change';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/session.ts';
import {
  deleteGroups,
  findDefaultGroup,
  findGroup,
  hasSibling,
  insertGroup,
  lockGroups,
  lockTree,
  moveDevices,
  selectBranch,
  storeThreshold,
  updateGroups,
  wireNode,
  type Row,
} from './queries.ts';

/** The parent and root of a group; the root is the parent's root, or the parent itself at the top (spec 2 §4). */
async function placeUnder(
  tx: Tx,
  parent: GroupPk | null,
): Promise<{ groupFk: GroupPk | null; rootGroupFk: GroupPk | null }> {
  if (parent === null) return { groupFk: null, rootGroupFk: null };
  const target = await findGroup(tx, parent);
  if (!target) throw new Problem('not_found', { field: 'group_fk' });
  if (target.isDefault === 1) throw new Problem('all_device_has_no_child', { field: 'group_fk' });
  return { groupFk: target.pk, rootGroupFk: target.rootGroupFk ?? target.pk };
}

/** A change of the tree, one at a time in a company. */
const changeTree = <T>(
  deps: Deps,
  caller: Caller,
  work: (tx: Tx) => Promise<{ value: T; changes: Change[] }>,
): Promise<T> =>
  commitFleetChange(deps, caller.company, async (tx) => {
    await lockTree(tx, caller.company);
    return work(tx);
  });

const groupChanged = (changed: readonly Row[], removed: readonly GroupPk[] = []): Change => ({
  t: 'group_changed',
  changed: changed.map(wireNode),
  removed: [...removed],
});

export const addGroup = (deps: Deps, caller: Caller, body: BodyOf<typeof createGroup>): Promise<GroupPk> =>
  changeTree(deps, caller, async (tx) => {
    if (await hasSibling(tx, { name: body.name, parent: body.group_fk }))
      throw new Problem('duplication_group_name', { field: 'name' });
    const place = await placeUnder(tx, body.group_fk);
    const group = { companyFk: caller.company, name: body.name, flagConfirm: body.flag_confirm ?? 0, ...place };
    const row = await insertGroup(tx, group);
    return { value: row.pk, changes: [groupChanged([row])] };
  });

export const changeGroup = (deps: Deps, caller: Caller, change: { pk: GroupPk; body: GroupFields }) =>
  changeTree(deps, caller, async (tx) => {
    const { pk, body } = change;
    const before = await findGroup(tx, pk);
    if (!before) throw new Problem('not_found');
    if (before.isDefault === 1 && (body.group_fk !== undefined || body.name !== undefined))
      throw new Problem('moved_device_fail');
    const parent = body.group_fk === undefined ? before.groupFk : body.group_fk;
    const branch = await selectBranch(tx, pk);
    if (parent !== null && branch.includes(parent)) throw new Problem('moved_device_fail', { field: 'group_fk' });
    if (await hasSibling(tx, { name: body.name ?? before.name, parent, not: pk })) {
      throw new Problem('duplication_group_name', { field: 'name' });
    }
    const place = await placeUnder(tx, parent);
    const changed = await updateGroups(tx, [pk], {
      name: body.name ?? before.name,
      managerName: body.manager_name ?? before.managerName,
      managerEmail: body.manager_email ?? before.managerEmail,
      managerPhone: body.manager_phone ?? before.managerPhone,
      updatedAt: new Date(deps.now()),
      ...place,
    });
    const below = branch.filter((one) => one !== pk);
    if (below.length > 0) changed.push(...(await updateGroups(tx, below, { rootGroupFk: place.rootGroupFk ?? pk })));
    return { value: undefined, changes: [groupChanged(changed)] };
  });

/** Deletes a group with its subgroups; their devices go to the default group (spec 3 §4). */
export const removeGroup = (deps: Deps, caller: Caller, pk: GroupPk): Promise<GroupPk[]> =>
  changeTree(deps, caller, async (tx) => {
    const branch = await selectBranch(tx, pk);
    if (branch.length === 0) throw new Problem('not_found');
    const defaultGroup = await findDefaultGroup(tx);
    if (branch.includes(defaultGroup.pk)) throw new Problem('moved_device_fail');
    await lockGroups(tx, branch);
    const moves = await emptyGroups(tx, branch, defaultGroup);
    await deleteGroups(tx, branch);
    return { value: branch, changes: [...moves, groupChanged([], branch)] };
  });

/** Moves the devices of some groups; one change for each group that had any. */
async function emptyGroups(tx: Tx, from: readonly GroupPk[], { pk: to, name: group_name }: Row): Promise<Change[]> {
  const moved = await moveDevices(tx, from, to);
  return [...Map.groupBy(moved, (row) => row.from)].map(([group, rows]) => ({
    t: 'devices_moved',
    pks: rows.map((row) => row.pk),
    from: group,
    to,
    group_name,
  }));
}

/** @throws Problem when the threshold is out of its bounds, or `not_found` */
export async function setThreshold(
  { database }: Deps,
  caller: Caller,
  change: { pk: GroupPk; threshold: AlertThreshold },
): Promise<void> {
  const problem = problemOfThreshold(change.threshold);
  if (problem) throw new Problem(problem);
  await database.inCompany(caller.company, async (tx) => {
    if (!(await findGroup(tx, change.pk))) throw new Problem('not_found');
    await storeThreshold(tx, caller.company, change);
  });
}
