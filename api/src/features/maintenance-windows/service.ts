import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type {
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  endMaintenanceWindow,
  updateMaintenanceWindow,
} from '@vigil/shared/contract/http/maintenance-windows';
import type { MaintenanceWindowPk } from '@vigil/shared/contract/ids';
import {
  MAX_MAINTENANCE_DAYS,
  MAX_MAINTENANCE_WINDOWS,
  MAX_REPEATED_MAINTENANCE_HOURS,
} from '@vigil/shared/contract/limits';
import { Problem } from '@vigil/shared/contract/problems';
import { currentOccurrence, isQuiet } from '@vigil/shared/domain/maintenance-windows';
import { possibleMomentsOf } from '@vigil/shared/domain/moment';
import { uniqueTagsIgnoringCase } from '@vigil/shared/domain/tags';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { writeAudits, type AuditSubject } from '@vigil/shared/platform/audits';
import { announceOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { scheduleOf, type StoredMaintenanceWindow } from '@vigil/shared/platform/maintenance';
import { readUserTimeZone } from '../../access/date-range.ts';
import { selectGroupNames } from '../../access/group-names.ts';
import { assertGroupsInSight } from '../../access/groups-in-sight.ts';
import type { Call } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import {
  changeWindow,
  countUnfinishedWindows,
  insertWindow,
  lockMaintenanceChanges,
  selectDeviceNames,
  selectWindows,
} from './queries.ts';
import { readMaintenanceWindows } from './wire.ts';

type Body = BodyOf<typeof createMaintenanceWindow>;
type Target = Pick<StoredMaintenanceWindow, 'isForAll' | 'groupFk' | 'tags' | 'devicePks'>;
type Times = Pick<StoredMaintenanceWindow, 'startAt' | 'endAt' | 'weekDays' | 'timeZoneId'>;
type Values = Target & Times & Pick<StoredMaintenanceWindow, 'reason'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** @throws Problem as `createMaintenanceWindow` says */
export async function createWindow(tx: ChangeTx, { caller, body }: Call<typeof createMaintenanceWindow>, now: number) {
  await lockMaintenanceChanges(tx, caller.company);
  if ((await countUnfinishedWindows(tx, new Date(now))) >= MAX_MAINTENANCE_WINDOWS)
    throw new Problem('maintenance_window_limit', { detail: MAX_MAINTENANCE_WINDOWS });
  const values = await readValues(tx, caller, { body, now });
  const maker = { companyFk: caller.company, createdBy: caller.user, createdName: caller.name || caller.mgrid };
  const pk = await insertWindow(tx, { ...values, ...maker, createdAt: new Date(now) });
  await writeAuditAndAnnounce(tx, caller, { before: null, after: values });
  return readMaintenanceWindows(tx, caller, { now, pk });
}

/**
 * A running one that is changed so that it has not begun yet, or is about other devices, ends for those that it had:
 * they keep the minutes after its end. One that was ended early stays so unless its times are changed. @throws Problem
 * as `updateMaintenanceWindow` says
 */
export async function replaceWindow(
  tx: ChangeTx,
  { caller, params: { pk }, body }: Call<typeof updateMaintenanceWindow>,
  now: number,
) {
  await lockMaintenanceChanges(tx, caller.company);
  const before = await findEditable(tx, caller, { pk, now });
  const after = await readValues(tx, caller, { body, now });
  const areTimesNew = timesOf(before) !== timesOf(after);
  if ((areTimesNew || targetOf(before) !== targetOf(after)) && isQuiet(scheduleOf(before), now)) {
    const { pk: _, ...ended } = before;
    await insertWindow(tx, { ...ended, removedAt: new Date(now) });
  }
  await changeWindow(tx, pk, areTimesNew ? { ...after, endedAt: null } : after);
  await writeAuditAndAnnounce(tx, caller, { before, after });
  return readMaintenanceWindows(tx, caller, { now, pk });
}

/** To compare: forms name times by the minute. */
const timesOf = ({ startAt, endAt, weekDays, timeZoneId }: Times): string =>
  JSON.stringify([...[startAt, endAt].map((at) => Math.floor(at.getTime() / MINUTE_MS)), weekDays, timeZoneId]);
const targetOf = ({ isForAll, groupFk, tags, devicePks }: Target): string =>
  JSON.stringify([isForAll, groupFk, tags, devicePks]);

/** @throws Problem `not_found`, `maintenance_window_over` */
export async function endWindow(
  tx: ChangeTx,
  { caller, params: { pk } }: Call<typeof endMaintenanceWindow>,
  now: number,
): Promise<MaintenanceWindowPk[]> {
  await lockMaintenanceChanges(tx, caller.company);
  const window = await findEditable(tx, caller, { pk, now });
  if (currentOccurrence(scheduleOf(window), now) === null) throw new Problem('maintenance_window_over');
  await changeWindow(tx, pk, { endedAt: new Date(now) });
  const { oldValue } = await describe(tx, { before: window, after: null });
  const entry = { code: auditCode.maintenanceEnded, type: auditTypeIds.action, subject: subjectOf(window) };
  await writeAudits(tx, caller, [{ ...entry, newValue: window.reason || oldValue }]);
  announceOnCommit(tx, { kind: 'maintenance' });
  return [pk];
}

/** @throws Problem `not_found` */
export async function deleteWindow(
  tx: ChangeTx,
  { caller, params: { pk } }: Call<typeof deleteMaintenanceWindow>,
  now: number,
): Promise<MaintenanceWindowPk[]> {
  await lockMaintenanceChanges(tx, caller.company);
  const before = await findEditable(tx, caller, { pk, now });
  await changeWindow(tx, pk, { removedAt: new Date(now) });
  await writeAuditAndAnnounce(tx, caller, { before, after: null });
  return [pk];
}

async function findEditable(
  tx: ReadTx,
  caller: Caller,
  { pk, now }: { pk: MaintenanceWindowPk; now: number },
): Promise<StoredMaintenanceWindow> {
  const [seen] = await readMaintenanceWindows(tx, caller, { now, pk });
  const [stored] = await selectWindows(tx, pk);
  if (!seen || !stored) throw new Problem('not_found');
  if (seen.editable === 0) throw new Problem('not_allowed', { reason: 'role', detail: 'isAdmin' });
  return stored;
}

async function readValues(tx: ReadTx, caller: Caller, { body, now }: { body: Body; now: number }): Promise<Values> {
  const target = await readTarget(tx, caller, body);
  const timeZoneId = body.time_zone ?? (await readUserTimeZone(tx, caller.user));
  return { reason: body.reason, ...target, ...readTimes(body, { timeZoneId, now }) };
}

async function readTarget(tx: ReadTx, caller: Caller, { device_pks, group_pk, tags }: Body): Promise<Target> {
  const none = { isForAll: false, groupFk: null, tags: null, devicePks: null };
  if (device_pks !== undefined) {
    const pks = [...new Set(device_pks)];
    if ((await selectDeviceNames(tx, caller, pks)).length < pks.length)
      throw new Problem('not_found', { field: 'body.device_pks' });
    return { ...none, devicePks: pks };
  }
  if (group_pk !== undefined) {
    await assertGroupsInSight(tx, caller, [group_pk]);
    return { ...none, groupFk: group_pk };
  }
  // They reach devices that the caller does not see, also those that come later.
  if (!caller.flags.isAdmin || caller.sight !== 'all')
    throw new Problem('not_allowed', { reason: 'role', detail: 'isAdmin' });
  return tags === undefined ? { ...none, isForAll: true } : { ...none, tags: uniqueTagsIgnoringCase(tags) };
}

/** @throws Problem `date_validate_error`, `maintenance_window_length`, `maintenance_window_over` */
function readTimes(body: Body, { timeZoneId, now }: { timeZoneId: number; now: number }): Times {
  const { start, end } = readPeriod(body, { timeZoneId, now });
  const weekDays = body.repeat?.week_days.toSorted((a, b) => a - b) ?? null;
  const [most, unit] = weekDays === null ? [MAX_MAINTENANCE_DAYS, DAY_MS] : [MAX_REPEATED_MAINTENANCE_HOURS, HOUR_MS];
  if (end.getTime() - start.getTime() > most * unit)
    throw new Problem('maintenance_window_length', { field: 'body.end_time', detail: most });
  if (weekDays === null && end.getTime() <= now)
    throw new Problem('maintenance_window_over', { field: 'body.end_time' });
  return { startAt: start, endAt: end, weekDays, timeZoneId };
}

function readPeriod(
  { start_time, end_time, minutes }: Body,
  { timeZoneId, now }: { timeZoneId: number; now: number },
): { start: Date; end: Date } {
  if (minutes !== undefined) return { start: new Date(now), end: new Date(now + minutes * MINUTE_MS) };
  const [start] = possibleMomentsOf(start_time ?? '', timeZoneId);
  const end = start && possibleMomentsOf(end_time ?? '', timeZoneId).find((at) => at > start);
  if (!start || !end) throw new Problem('date_validate_error', { field: 'body.end_time' });
  return { start, end };
}

const subjectOf = ({ groupFk, devicePks }: Target): AuditSubject | null => {
  if (groupFk !== null) return { group: groupFk };
  const [device, ...others] = devicePks ?? [];
  return device !== undefined && others.length === 0 ? { device } : null;
};

/** What the audit log keeps of a window. */
async function describe(tx: ReadTx, { before, after }: { before: Values | null; after: Values | null }) {
  const groups = [before, after].flatMap((one) => (one?.groupFk == null ? [] : [one.groupFk]));
  const names = await selectGroupNames(tx, groups);
  const text = (values: Values): string => {
    const { reason, groupFk, tags, devicePks, startAt, endAt, weekDays, timeZoneId } = values;
    const target = {
      ...(groupFk === null ? {} : { group: names.get(groupFk) ?? String(groupFk) }),
      ...(tags === null ? {} : { tags: tags.join(', ') }),
      ...(devicePks === null ? {} : { devices: devicePks.length }),
    };
    return JSON.stringify({
      reason,
      ...target,
      start_time: startAt.toISOString(),
      end_time: endAt.toISOString(),
      ...(weekDays === null ? {} : { week_days: weekDays.join(', ') }),
      time_zone: timeZoneOf(timeZoneId).name,
    });
  };
  return { oldValue: before && text(before), newValue: after && text(after) };
}

async function writeAuditAndAnnounce(
  tx: ChangeTx,
  caller: Caller,
  values: { before: Values | null; after: Values | null },
): Promise<void> {
  const subjectValues = values.after ?? values.before;
  await writeAudits(tx, caller, [
    {
      code: auditCode.maintenanceWindow,
      type: values.after ? auditTypeIds.action : auditTypeIds.deletion,
      subject: subjectValues && subjectOf(subjectValues),
      ...(await describe(tx, values)),
    },
  ]);
  announceOnCommit(tx, { kind: 'maintenance' });
}
