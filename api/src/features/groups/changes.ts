import { eq, inArray } from 'drizzle-orm';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import { DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import type { createGroup, GroupFields } from '@vigil/shared/contract/http/groups';
import { Problem } from '@vigil/shared/contract/problems';
import type { Tx } from '@vigil/shared/platform/db/client';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { patchFleetIndex, type IndexPatch } from '@vigil/shared/platform/fleet-index';
import { owe, settle } from '@vigil/shared/platform/outbox';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../plugins/session.ts';
import { deleteGroups, findDefaultGroup, findGroup, hasSibling, lockTree, selectBranch } from './queries.ts';

/** Where a group hangs; its root is the target's root, or the target itself at the top (spec 2 §4). */
async function placeUnder(
  tx: Tx,
  parent: GroupPk | null,
): Promise<{ groupFk: number | null; rootGroupFk: number | null }> {
  if (parent === null) return { groupFk: null, rootGroupFk: null };
  const target = await findGroup(tx, parent);
  if (!target) throw new Problem('not_found', { field: 'group_fk' });
  if (target.isDefault === 1) throw new Problem('all_device_has_no_child', { field: 'group_fk' });
  return { groupFk: target.pk, rootGroupFk: target.rootGroupFk ?? target.pk };
}

interface Changed<T> {
  readonly value: T;
  readonly patch: IndexPatch;
}

/** A change of the tree: commits, brings the fleet index along, then tells the watchers to read the tree again. */
async function changeTree<T>(deps: Deps, caller: Caller, work: (tx: Tx) => Promise<Changed<T>>): Promise<T> {
  const { value, patch, receipts } = await deps.database.inCompany(caller.company, async (tx) => {
    await lockTree(tx, caller.company);
    const changed = await work(tx);
    return { ...changed, receipts: await owe(tx, caller.company, [{ t: 'group_changed' }]) };
  });
  await patchFleetIndex(deps.redis, caller.company, patch);
  await settle(deps.database, deps.redis, receipts);
  return value;
}

export const addGroup = (deps: Deps, caller: Caller, body: BodyOf<typeof createGroup>): Promise<GroupPk> =>
  changeTree(deps, caller, async (tx) => {
    if (await hasSibling(tx, { name: body.name, parent: body.group_fk }))
      throw new Problem('duplication_group_name', { field: 'name' });
    const place = await placeUnder(tx, body.group_fk);
    const [row] = await tx
      .insert(deviceGroups)
      .values({ companyFk: caller.company, name: body.name, flagConfirm: body.flag_confirm ?? 0, ...place })
      .returning();
    const pk = row?.pk as GroupPk;
    return { value: pk, patch: { groups: new Map([[pk, { parent: body.group_fk }]]) } };
  });

export const changeGroup = (deps: Deps, caller: Caller, change: { pk: GroupPk; body: GroupFields }) =>
  changeTree(deps, caller, async (tx) => {
    const { pk, body } = change;
    const before = await findGroup(tx, pk);
    if (!before) throw new Problem('not_found');
    if (before.isDefault === 1 && (body.group_fk !== undefined || body.name !== undefined))
      throw new Problem('moved_device_fail');
    const parent = body.group_fk === undefined ? (before.groupFk as GroupPk | null) : body.group_fk;
    const branch = await selectBranch(tx, pk);
    if (parent !== null && branch.includes(parent)) throw new Problem('moved_device_fail', { field: 'group_fk' });
    if (await hasSibling(tx, { name: body.name ?? before.name, parent, not: pk })) {
      throw new Problem('duplication_group_name', { field: 'name' });
    }
    const place = await placeUnder(tx, parent);
    await tx
      .update(deviceGroups)
      .set({
        name: body.name ?? before.name,
        managerName: body.manager_name ?? before.managerName,
        managerEmail: body.manager_email ?? before.managerEmail,
        managerPhone: body.manager_phone ?? before.managerPhone,
        updatedAt: new Date(deps.now()),
        ...place,
      })
      .where(eq(deviceGroups.pk, pk));
    const below = branch.filter((one) => one !== pk);
    if (below.length > 0) {
      await tx
        .update(deviceGroups)
        .set({ rootGroupFk: place.rootGroupFk ?? pk })
        .where(inArray(deviceGroups.pk, below));
    }
    return { value: undefined, patch: { groups: new Map([[pk, { parent }]]) } };
  });

/** Deletes a group with its subgroups; their devices go to the default group (spec 3 §4). */
export const removeGroup = (deps: Deps, caller: Caller, pk: GroupPk): Promise<GroupPk[]> =>
  changeTree(deps, caller, async (tx) => {
    const branch = await selectBranch(tx, pk);
    if (branch.length === 0) throw new Problem('not_found');
    const home = await findDefaultGroup(tx);
    if (branch.includes(home.pk as GroupPk)) throw new Problem('moved_device_fail');
    const moved = await tx
      .update(devices)
      .set({ groupFk: home.pk })
      .where(inArray(devices.groupFk, branch))
      .returning({ pk: devices.pk, approval: devices.approval });
    await deleteGroups(tx, branch);
    const group = home.pk as GroupPk;
    return {
      value: branch,
      patch: {
        groups: new Map(branch.map((one) => [one, null])),
        devices: new Map(
          moved.map((row) => [
            DevicePk.parse(row.pk),
            { group, approval: row.approval === 1 ? (1 as const) : (0 as const) },
          ]),
        ),
      },
    };
  });
