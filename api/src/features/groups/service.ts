import { AlertThreshold, type AlertCode, type AlertThresholdInput } from '@vigil/shared/contract/alert';
import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { createGroup, deleteGroup, EditableGroupFields } from '@vigil/shared/contract/http/groups';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { isThresholdInRange, problemOfIncompleteThreshold } from '@vigil/shared/domain/thresholds';
import { writeAudits } from '@vigil/shared/platform/audits';
import { announceOnCommit, publishFleetOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { groupDetailsChangedMessages, type FleetChange } from '@vigil/shared/platform/fleet/change';
import { refreshSightsOnCommit } from '@vigil/shared/platform/wall-screen-sights';
import { assertDeviceCountConfirmed } from '../../access/bulk-confirmation.ts';
import { selectPathNames } from '../../access/group-paths.ts';
import { lockTreeForCaller } from '../../access/group-tree-lock.ts';
import { lockAppConfig } from '../../configs/applied-configs.ts';
import type { Call } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { auditGroupChange, auditGroupDeletion, auditNewGroups, auditThreshold, readGroupPath } from './group-audits.ts';
import {
  countDevicesIn,
  deleteGroups,
  deleteThreshold,
  findDefaultGroup,
  findGroup,
  isSiblingNameUsed,
  insertGroup,
  lockGroups,
  moveDevicesOfGroups,
  selectWithSubgroups,
  selectThresholdsOfGroup,
  storeThreshold,
  updateGroups,
  wireNode,
  type StoredGroup,
} from './queries.ts';

/** The parent and root of a group; the root is the parent's root, or the parent itself at the top (spec 2 §4). */
export const columnsUnderGroup = ({ pk, rootGroupFk }: Pick<StoredGroup, 'pk' | 'rootGroupFk'>) => ({
  groupFk: pk,
  rootGroupFk: rootGroupFk ?? pk,
});

async function placeUnder(
  tx: ReadTx,
  parent: GroupPk | null,
): Promise<{ groupFk: GroupPk | null; rootGroupFk: GroupPk | null }> {
  if (parent === null) return { groupFk: null, rootGroupFk: null };
  const target = await findGroup(tx, parent);
  if (!target) throw new Problem('not_found', { field: 'group_fk' });
  if (target.isDefault === 1) throw new Problem('default_group', { field: 'group_fk' });
  return columnsUnderGroup(target);
}

export const groupChangeOf = (changed: readonly StoredGroup[], removed: readonly GroupPk[] = []): FleetChange => ({
  t: 'group_changed',
  changed: changed.map(wireNode),
  removed: [...removed],
});

export async function addGroup(tx: ChangeTx, { caller, body }: Call<typeof createGroup>): Promise<GroupPk> {
  await lockTreeForCaller(tx, caller);
  if (await isSiblingNameUsed(tx, { name: body.name, parent: body.group_fk }))
    throw new Problem('duplication_group_name', { field: 'name' });
  const place = await placeUnder(tx, body.group_fk);
  const group = { companyFk: caller.company, name: body.name, flagConfirm: body.flag_confirm ?? 0, ...place };
  const row = await insertGroup(tx, group);
  await auditNewGroups(tx, caller, [row]);
  await refreshSightsOnCommit(tx);
  publishFleetOnCommit(tx, [groupChangeOf([row])]);
  return row.pk;
}

export async function changeGroup(
  tx: ChangeTx,
  caller: Caller,
  { pk, body, at }: { pk: GroupPk; body: EditableGroupFields; at: Date },
): Promise<void> {
  await lockTreeForCaller(tx, caller);
  const before = await findGroup(tx, pk);
  if (!before) throw new Problem('not_found');
  if (before.isDefault === 1) {
    if (body.name !== undefined || body.dev_limit !== undefined) throw new Problem('default_group');
    if (body.group_fk !== undefined) throw new Problem('moved_device_fail', { field: 'group_fk' });
  }
  const parent = body.group_fk === undefined ? before.groupFk : body.group_fk;
  const branch = await selectWithSubgroups(tx, pk);
  // ROOT, the default group, takes devices only (decision 131).
  const isMovedToRoot =
    body.group_fk !== undefined && parent !== null && (await findGroup(tx, parent))?.isDefault === 1;
  if (isMovedToRoot || (parent !== null && branch.includes(parent)))
    throw new Problem('moved_device_fail', { field: 'group_fk' });
  if (await isSiblingNameUsed(tx, { name: body.name ?? before.name, parent, not: pk })) {
    throw new Problem('duplication_group_name', { field: 'name' });
  }
  const place = await placeUnder(tx, parent);
  const path = await readGroupPath(tx, pk);
  const configured = await configureGroup(tx, caller, { before, path, branch, body });
  const changed = await updateGroups(tx, [pk], {
    name: body.name ?? before.name,
    deviceLimit: body.dev_limit ?? before.deviceLimit,
    flagConfirm: body.flag_confirm ?? before.flagConfirm,
    managerName: body.manager_name ?? before.managerName,
    managerEmail: body.manager_email ?? body.email ?? before.managerEmail,
    managerPhone: body.manager_phone ?? body.phone ?? before.managerPhone,
    appConfigFk: body.app_config_fk === undefined ? before.appConfigFk : body.app_config_fk,
    at,
    ...place,
  });
  for (const after of changed) await auditGroupChange(tx, caller, { path, before, after });
  const below = branch.filter((one) => one !== pk);
  const rootGroupFk = place.rootGroupFk ?? pk;
  if (below.length > 0 && rootGroupFk !== (before.rootGroupFk ?? pk))
    changed.push(...(await updateGroups(tx, below, { rootGroupFk, at })));
  if (parent !== before.groupFk) await refreshSightsOnCommit(tx);
  publishFleetOnCommit(tx, [groupChangeOf(changed), ...configured]);
}

/** Gives a group another configuration, if the body names one. @throws Problem `not_found`, `confirm_required` */
async function configureGroup(
  tx: ChangeTx,
  caller: Caller,
  {
    before,
    path,
    branch,
    body,
  }: { before: StoredGroup; path: string; branch: readonly GroupPk[]; body: EditableGroupFields },
): Promise<FleetChange[]> {
  const { app_config_fk: pk, confirm } = body;
  if (pk === undefined || pk === before.appConfigFk) return [];
  const config = pk === null ? null : await lockAppConfig(tx, pk);
  if (config === undefined) throw new Problem('not_found', { field: 'app_config_fk' });
  await assertDeviceCountConfirmed(tx, caller, { count: await countDevicesIn(tx, branch), confirm });
  const old = before.appConfigFk === null ? null : await lockAppConfig(tx, before.appConfigFk);
  const described = (name: string | null) => JSON.stringify({ group: path, config: name });
  await writeAudits(tx, caller, [
    {
      code: auditCode.configuration,
      type: auditTypeIds.action,
      subject: { group: before.pk },
      oldValue: described(old?.name ?? null),
      newValue: described(config?.name ?? null),
    },
  ]);
  announceOnCommit(tx, { kind: 'config' });
  return [{ t: 'settings_changed', configs: [], groups: [[before.pk, pk]] }];
}

/**
 * Deletes a group with its subgroups; their devices go to the default group (spec 3 §4).
 * @throws Problem `not_found`, `default_group`, `confirm_required` with the number of devices
 */
export async function removeGroup(
  tx: ChangeTx,
  { caller, params: { pk }, query: { confirm } }: Call<typeof deleteGroup>,
): Promise<GroupPk[]> {
  await lockTreeForCaller(tx, caller);
  const branch = await selectWithSubgroups(tx, pk);
  if (branch.length === 0) throw new Problem('not_found');
  const defaultGroup = await findDefaultGroup(tx);
  if (branch.includes(defaultGroup.pk)) throw new Problem('default_group');
  await lockGroups(tx, branch);
  await assertDeviceCountConfirmed(tx, caller, { count: await countDevicesIn(tx, branch), confirm });
  const paths = await selectPathNames(tx, branch);
  const moved = await moveDevicesOfGroups(tx, branch, defaultGroup.pk);
  await deleteGroups(tx, branch);
  await auditGroupDeletion(tx, caller, { paths, moved, home: defaultGroup.name });
  await refreshSightsOnCommit(tx);
  publishFleetOnCommit(tx, [...movesOf(moved, defaultGroup), groupChangeOf([], branch)]);
  return branch;
}

/** One change for each group that devices have left. */
const movesOf = (
  moved: Awaited<ReturnType<typeof moveDevicesOfGroups>>,
  { pk: to, name: group_name }: StoredGroup,
): FleetChange[] =>
  [...Map.groupBy(moved, (row) => row.from)].map(([from, rows]) => ({
    t: 'devices_moved',
    pks: rows.map((row) => row.pk),
    from,
    to,
    group_name,
  }));

/** Changes one threshold of a group, and tells the browsers that show its detail. @throws Problem `not_found` */
async function changeThreshold(
  tx: ChangeTx,
  caller: Caller,
  { pk, code, work }: { pk: GroupPk; code: AlertCode; work: () => Promise<unknown> },
): Promise<void> {
  if (!(await findGroup(tx, pk))) throw new Problem('not_found');
  const read = async () => (await selectThresholdsOfGroup(tx, pk)).find((one) => one.alert_code === code);
  const before = await read();
  await work();
  await auditThreshold(tx, caller, { group: pk, before, after: await read() });
  publishFleetOnCommit(tx, groupDetailsChangedMessages([pk]));
}

/** @throws Problem of what the threshold lacks, `malformed` for a value that its kind cannot have, or `not_found` */
export async function setThreshold(
  tx: ChangeTx,
  caller: Caller,
  { pk, typed }: { pk: GroupPk; typed: AlertThresholdInput },
): Promise<void> {
  const problem = problemOfIncompleteThreshold(typed);
  if (problem) throw new Problem(problem);
  const threshold = AlertThreshold.parse(typed);
  if (!isThresholdInRange(threshold)) throw new Problem('malformed', { field: 'body.alert_th_value' });
  const work = () => storeThreshold(tx, caller.company, { pk, threshold });
  await changeThreshold(tx, caller, { pk, code: threshold.alert_code, work });
}

/** @throws Problem `not_found` */
export const removeThreshold = (tx: ChangeTx, caller: Caller, { pk, code }: { pk: GroupPk; code: AlertCode }) =>
  changeThreshold(tx, caller, { pk, code, work: () => deleteThreshold(tx, pk, code) });
