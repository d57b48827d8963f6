import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { BulkDeviceChange } from '@vigil/shared/contract/http/device-bulk';
import type { BulkId, DevicePk } from '@vigil/shared/contract/ids';
import { Problem, type ProblemCode } from '@vigil/shared/contract/problems';
import { MAX_TAGS } from '@vigil/shared/contract/tag-rules';
import { actionDenial, deletionActionOf, deviceActionRules, obstacleTo } from '@vigil/shared/domain/device-actions';
import { denialReason, type Denial } from '@vigil/shared/domain/permissions';
import { changeTags } from '@vigil/shared/domain/tags';
import { approvalForViewer, isApproved } from '@vigil/shared/domain/visible-parts';
import { readOpenWindowDevices } from '@vigil/shared/platform/approval-windows';
import { writeAudits } from '@vigil/shared/platform/audits';
import type { Tx } from '@vigil/shared/platform/db/client';
import { deviceChangesOf, type FleetChange } from '@vigil/shared/platform/fleet/change';
import { problemOfActionObstacle, viewerOf, type Actor } from '../../../access/viewer.ts';
import { lockAppConfig } from '../../../configs/applied-configs.ts';
import type { Deps } from '../../../deps.ts';
import { commandIdInBulk, recordCompletedDeletions } from '../../../ledger/ledger.ts';
import type { LiveState, StoredDevice } from '../../../wire/device.ts';
import {
  whereDevicePks,
  countInGroup,
  countDevicesEnteringGroup,
  lockDevices,
  lockVisibleGroup,
  selectUserDeletions,
  selectDevices,
  updateDeviceApproval,
  updateDevices,
} from '../queries.ts';
import { approvalChangeOf, auditApproval, deleteLockedDevices, moveLockedDevices } from '../service.ts';
import { writeChangedTags } from '../tags.ts';

type Action = BulkDeviceChange['action'];
export type ChangeFor<A extends Action> = Extract<BulkDeviceChange, { action: A }>;

/** Some of the devices, in a transaction of their own. */
export interface BulkBatchContext {
  readonly deps: Deps;
  readonly tx: Tx;
  /** The job. */
  readonly id: BulkId;
  readonly actor: Actor;
  readonly pks: readonly DevicePk[];
  readonly live: (pk: DevicePk) => LiveState;
  /** Devices that are not changed, and why. */
  readonly problems: Map<DevicePk, ProblemCode>;
}

export interface BulkActionHandler<A extends Action> {
  /** The right that the user lacks for the action on any device. */
  readonly denial: (actor: Actor) => Denial | null;
  /** Refuses the whole request before anything is changed. */
  readonly check?: (tx: Tx, request: { actor: Actor; change: ChangeFor<A>; pks: readonly DevicePk[] }) => Promise<void>;
  readonly change: (batch: BulkBatchContext, change: ChangeFor<A>) => Promise<FleetChange[]>;
}

/** Locks and reads the devices of a batch; those that the user does not see are not found. */
async function takeRows({ tx, actor, pks, problems }: BulkBatchContext): Promise<StoredDevice[]> {
  await lockDevices(tx, pks);
  const rows = await selectDevices(tx, actor, whereDevicePks(pks));
  const found = new Set(rows.map(({ device }) => device.pk));
  for (const pk of pks) if (!found.has(pk)) problems.set(pk, 'not_found');
  return rows;
}

/** The rows without a problem; the problems of the others are noted. */
const sift = (
  { problems }: BulkBatchContext,
  rows: readonly StoredDevice[],
  check: (row: StoredDevice) => Problem | null,
) =>
  rows.filter((row) => {
    const problem = check(row);
    if (problem) problems.set(row.device.pk, problem.code);
    return problem === null;
  });

export const refuseAll = (
  { pks, problems }: Pick<BulkBatchContext, 'pks' | 'problems'>,
  code: ProblemCode,
): FleetChange[] => {
  for (const pk of pks) problems.set(pk, code);
  return [];
};

const pksOf = (rows: readonly StoredDevice[]) => rows.map(({ device }) => device.pk);

export const bulkActionHandlers: { readonly [A in Action]: BulkActionHandler<A> } = {
  delete: {
    denial: (actor) => actionDenial('reject', viewerOf(actor)) && actionDenial('delete', viewerOf(actor)),
    change: async (batch, change) => {
      const { deps, tx, id, actor, problems } = batch;
      const rows = await takeRows(batch);
      // A repeated request finds what the first one deleted in the audits.
      for (const pk of await selectUserDeletions(tx, actor.user, [...problems.keys()])) if (pk) problems.delete(pk);
      const windows = await readOpenWindowDevices(tx, actor, new Date(deps.now()));
      const possible = sift(batch, rows, ({ device }) => {
        const state = { isOnline: false, isApproved: approvalForViewer(windows, device) === 1 };
        return problemOfActionObstacle(obstacleTo(deletionActionOf(device), viewerOf(actor), state));
      });
      if (possible.length === 0) return [];
      await deleteLockedDevices(tx, actor, possible);
      const deletions = possible.map(({ device }) => ({
        id: commandIdInBulk(id, 'delete', device.pk),
        target: device,
      }));
      if ('by_command' in change)
        await recordCompletedDeletions(tx, actor, { deletions, bulkId: id, at: new Date(deps.now()) });
      return [{ t: 'devices_removed', pks: pksOf(possible), from: possible.map(({ device }) => device.groupFk) }];
    },
  },
  approve: {
    // Others request access to one device at a time (spec 1 §6).
    denial: (actor) => denialReason(viewerOf(actor), deviceActionRules.approve.needs),
    change: async (batch) => {
      const { tx, actor, live } = batch;
      const waiting = (await takeRows(batch)).filter(({ device }) => !isApproved(device));
      const possible = sift(batch, waiting, ({ device }) => {
        const state = { isOnline: live(device.pk).online, isApproved: false };
        return problemOfActionObstacle(obstacleTo('approve', viewerOf(actor), state));
      });
      if (possible.length === 0) return [];
      const approved = await updateDeviceApproval(tx, pksOf(possible), 1);
      await auditApproval(tx, actor, pksOf(possible), 1);
      return approved.map((device) => approvalChangeOf(device, 1));
    },
  },
  move: {
    denial: (actor) => actionDenial('move', viewerOf(actor)),
    check: async (tx, { actor, pks, change: { new_device_group_fk: to } }) => {
      const field = 'new_device_group_fk';
      const group = await lockVisibleGroup(tx, actor, to);
      if (!group) throw new Problem('moved_device_fail', { field });
      if (group.deviceLimit === 0) return;
      const inside = await countInGroup(tx, to);
      if (inside + (await countDevicesEnteringGroup(tx, actor, pks, to)) > group.deviceLimit)
        throw new Problem('group_limit', { field, detail: group.deviceLimit });
    },
    change: async (batch, { new_device_group_fk: to }) => {
      const { tx, actor, live, problems } = batch;
      // Before the devices, as other moves do. It may have been deleted, and others may have filled it, since the
      // check.
      const group = await lockVisibleGroup(tx, actor, to);
      if (!group) return refuseAll(batch, 'moved_device_fail');
      const outside = (await takeRows(batch)).filter(({ device }) => device.groupFk !== to);
      const possible = sift(batch, outside, ({ device }) =>
        problemOfActionObstacle(
          obstacleTo('move', viewerOf(actor), { isOnline: false, isApproved: isApproved(device) }),
        ),
      );
      const room =
        group.deviceLimit > 0 ? Math.max(0, group.deviceLimit - (await countInGroup(tx, to))) : possible.length;
      for (const pk of pksOf(possible.slice(room))) problems.set(pk, 'group_limit');
      const moving = possible.slice(0, room);
      return moving.length === 0 ? [] : moveLockedDevices(tx, actor, { group, moving, live });
    },
  },
  config: {
    denial: (actor) => actionDenial('config', viewerOf(actor)),
    check: async (tx, { change: { app_config_fk: pk } }) => {
      if (pk !== null && !(await lockAppConfig(tx, pk))) throw new Problem('not_found', { field: 'app_config_fk' });
    },
    change: async (batch, { app_config_fk: pk }) => {
      const { tx, actor } = batch;
      const config = pk === null ? null : await lockAppConfig(tx, pk);
      if (config === undefined) return refuseAll(batch, 'not_found');
      const changing = (await takeRows(batch)).filter(({ device }) => device.appConfigFk !== pk);
      if (changing.length === 0) return [];
      await updateDevices(tx, pksOf(changing), { appConfigFk: pk });
      await writeAudits(
        tx,
        actor,
        changing.map(({ device }) => ({
          code: auditCode.valueChange,
          type: auditTypeIds.action,
          subject: { device: device.pk },
          oldValue: String(device.appConfigFk ?? ''),
          newValue: String(pk ?? ''),
        })),
      );
      const patch = { app_config_fk: pk, app_config_name: config?.name ?? null };
      return deviceChangesOf(pksOf(changing).map((device) => ({ pk: device, patch })));
    },
  },
  tag: {
    denial: (actor) => actionDenial('tag', viewerOf(actor)),
    change: async (batch, change) => {
      const { tx, actor, problems } = batch;
      const tagged = (await takeRows(batch)).map((row) => ({ row, tags: changeTags(row.device.tags, change) }));
      const possible = tagged.filter(({ row, tags }) => {
        if (tags.length > MAX_TAGS) problems.set(row.device.pk, 'tag_limit');
        return tags.length <= MAX_TAGS;
      });
      return writeChangedTags(tx, actor, possible);
    },
  },
};
