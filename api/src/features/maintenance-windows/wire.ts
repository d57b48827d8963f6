import type { MaintenanceTarget, MaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import type { DevicePk, GroupPk, MaintenanceWindowPk } from '@vigil/shared/contract/ids';
import { currentOccurrence, nextOccurrence, type Occurrence } from '@vigil/shared/domain/maintenance-windows';
import { groupsInSight } from '@vigil/shared/domain/sight';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { selectBranches } from '@vigil/shared/platform/db/group-branches';
import { scheduleOf, type StoredMaintenanceWindow } from '@vigil/shared/platform/maintenance';
import { selectGroupNames } from '../../access/group-names.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { countExistingDevices, countWindowDevices, selectDeviceNames, selectWindows } from './queries.ts';

const wireOccurrence = (one: Occurrence | null) =>
  one && { start_time: new Date(one.start).toISOString(), end_time: new Date(one.end).toISOString() };

/** What a window covers, as far as the caller sees it. */
interface SeenTarget {
  readonly target: MaintenanceTarget;
  /** Whether the caller sees all that it may cover. */
  readonly isInSight: boolean;
}

async function readTarget(tx: ReadTx, caller: Caller, window: StoredMaintenanceWindow): Promise<SeenTarget> {
  const { groupFk, tags, devicePks } = window;
  const seesAll = caller.sight === 'all';
  if (groupFk !== null) return readGroupTarget(tx, caller, groupFk);
  if (tags !== null) return { target: { kind: 'tags', tags }, isInSight: seesAll };
  if (devicePks === null) return { target: { kind: 'all' }, isInSight: seesAll };
  return readDevicesTarget(tx, caller, devicePks);
}

async function readGroupTarget(tx: ReadTx, caller: Caller, group: GroupPk): Promise<SeenTarget> {
  const branch = await selectBranches(tx, [group]);
  const seen = groupsInSight(caller.sight);
  const covered = seen === 'all' ? branch : branch.filter((pk) => seen.includes(pk));
  const name = covered.includes(group) ? ((await selectGroupNames(tx, [group])).get(group) ?? '') : '';
  return {
    target: { kind: 'group', group_pk: group, name, covered_pks: covered },
    isInSight: covered.length === branch.length,
  };
}

async function readDevicesTarget(tx: ReadTx, caller: Caller, pks: readonly DevicePk[]): Promise<SeenTarget> {
  const devices = await selectDeviceNames(tx, caller, pks);
  const isInSight = caller.sight === 'all' || devices.length === (await countExistingDevices(tx, pks));
  return { target: { kind: 'devices', devices }, isInSight };
}

/**
 * The windows that are running or coming and have devices in sight; an empty one is seen by those who see all, and by
 * its maker.
 */
export async function readMaintenanceWindows(
  tx: ReadTx,
  caller: Caller,
  { now, pk }: { now: number; pk?: MaintenanceWindowPk },
): Promise<MaintenanceWindow[]> {
  const windows = await selectWindows(tx, pk);
  const counts = await countWindowDevices(tx, caller, windows);
  const found: MaintenanceWindow[] = [];
  for (const [i, window] of windows.entries()) {
    const schedule = scheduleOf(window);
    const [current, next] = [currentOccurrence(schedule, now), nextOccurrence(schedule, now)];
    const isOwn = window.createdBy === caller.user;
    const deviceCount = counts[i] ?? 0;
    if (current === null && next === null) continue;
    const { target, isInSight } = await readTarget(tx, caller, window);
    if (deviceCount === 0 && !(isOwn && isInSight) && caller.sight !== 'all') continue;
    const mayChange = caller.flags.isAdmin || (isOwn && caller.flags.useFunction);
    found.push({
      pk: window.pk,
      // Everybody who passes a wall screen reads it: it says that there is maintenance, not whose and what for.
      reason: caller.kind === 'screen' ? '' : window.reason,
      target,
      start_time: window.startAt.toISOString(),
      end_time: window.endAt.toISOString(),
      repeat: window.weekDays && { week_days: window.weekDays },
      time_zone: window.timeZoneId,
      current: wireOccurrence(current),
      next: wireOccurrence(next),
      device_count: deviceCount,
      created_by: caller.kind === 'screen' ? '' : window.createdName,
      editable: mayChange && isInSight ? 1 : 0,
    });
  }
  return found;
}
