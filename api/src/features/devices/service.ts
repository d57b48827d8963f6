import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { Bit, DeviceRow } from '@vigil/shared/contract/device';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { changeDeviceApproval, moveDevices, updateDevice } from '@vigil/shared/contract/http/devices';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { deletionActionOf, obstacleTo, type DeviceAction, type DeviceState } from '@vigil/shared/domain/device-actions';
import { deviceFieldChangeNeeds, denialReason } from '@vigil/shared/domain/permissions';
import { approvalForViewer, isApproved } from '@vigil/shared/domain/visible-parts';
import { readOpenWindowDevices } from '@vigil/shared/platform/approval-windows';
import { writeAudits } from '@vigil/shared/platform/audits';
import { publishFleetOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { deleteDevices } from '@vigil/shared/platform/delete-devices';
import type { FleetChange } from '@vigil/shared/platform/fleet/change';
import {
  isBlockedByLicence,
  isOverLicence,
  readLicenceUse,
  setLicenceBlock,
  type LicenceUse,
} from '@vigil/shared/platform/licence-gates';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import { assertDeviceCountConfirmed } from '../../access/bulk-confirmation.ts';
import { selectPathNames } from '../../access/group-paths.ts';
import { problemOfActionObstacle, viewerOf, type Actor } from '../../access/viewer.ts';
import { lockAppConfig } from '../../configs/applied-configs.ts';
import type { Deps } from '../../deps.ts';
import type { Call } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { locationIfDeviceApproved, wireDevice, type LiveState, type StoredDevice } from '../../wire/device.ts';
import { readLiveStateLookup } from './live-state.ts';
import {
  whereDevicePk,
  whereDevicePks,
  countInGroup,
  lockDevices,
  lockVisibleGroup,
  selectDevices,
  updateDeviceApproval,
  updateDevices,
} from './queries.ts';

type Patch = Omit<BodyOf<typeof updateDevice>, 'expected'>;

const auditOfField = {
  alias: auditCode.rename,
  memo: auditCode.memo,
  app_config_fk: auditCode.valueChange,
  disable_filetransfer: auditCode.valueChange,
  security_agreement: auditCode.valueChange,
  latitude: auditCode.valueChange,
  longitude: auditCode.valueChange,
} as const;

function checkFields(caller: Caller, patch: Patch): void {
  for (const field of Object.keys(patch) as (keyof typeof deviceFieldChangeNeeds)[]) {
    const denial = denialReason(viewerOf(caller), deviceFieldChangeNeeds[field]);
    if (denial) throw new Problem('not_allowed', { ...denial, field });
  }
}

/** A foreign key is satisfied by any company's row; this transaction can read only its own. */
async function checkConfig(tx: Tx, { app_config_fk: pk }: Patch): Promise<void> {
  if (pk === undefined || pk === null) return;
  if (!(await lockAppConfig(tx, pk))) throw new Problem('not_found', { field: 'app_config_fk' });
}

/** Someone else may have changed a field since the caller has read it. */
function checkExpected(expected: Patch, now: Patch): void {
  const fields = Object.keys(expected) as (keyof Patch)[];
  const field = fields.find((name) => expected[name] !== now[name]);
  if (field) throw new Problem('conflict', { field });
}

const namedInAudit: readonly (keyof Patch)[] = ['disable_filetransfer', 'security_agreement', 'latitude', 'longitude'];

/** A value as the audit has it; a number says nothing without its field. */
const auditedValue = (field: keyof Patch, from: Patch): string =>
  namedInAudit.includes(field) ? `${field}: ${from[field] ?? ''}` : String(from[field] ?? '');

/** The columns of a location that is set by hand; cleared, the one that the agent reported last is shown again. */
function locationColumns({ latitude, longitude }: Patch) {
  if (latitude === undefined || longitude === undefined) return {};
  if (latitude !== null && longitude !== null) return { latitude, longitude, isLocationSet: true };
  return { latitude: devices.reportedLatitude, longitude: devices.reportedLongitude, isLocationSet: false };
}

export async function changeDevice(
  tx: ChangeTx,
  { caller, params: { pk }, body }: Call<typeof updateDevice>,
): Promise<DevicePk> {
  const { expected = {}, ...patch } = body;
  checkFields(caller, patch);
  await lockDevices(tx, [pk]);
  const [before] = await selectDevices(tx, caller, whereDevicePk(pk));
  if (!before) throw new Problem('not_found');
  const old = {
    alias: before.device.alias,
    memo: before.device.memo,
    app_config_fk: before.device.appConfigFk,
    disable_filetransfer: before.device.disableFileTransfer,
    security_agreement: before.device.securityAgreement,
    latitude: before.device.latitude,
    longitude: before.device.longitude,
  };
  checkExpected(expected, old);
  await checkConfig(tx, patch);
  const { alias, memo, app_config_fk: appConfigFk, disable_filetransfer: disableFileTransfer } = patch;
  const columns = { alias, memo, appConfigFk, disableFileTransfer, securityAgreement: patch.security_agreement };
  await updateDevices(tx, [pk], definedOnly({ ...columns, ...locationColumns(patch) }));
  await writeAudits(
    tx,
    caller,
    (Object.keys(patch) as (keyof typeof old)[]).map((field) => ({
      code: auditOfField[field],
      type: auditTypeIds.action,
      subject: { device: pk },
      oldValue: auditedValue(field, old),
      newValue: auditedValue(field, patch),
    })),
  );
  const [after] = await selectDevices(tx, caller, whereDevicePk(pk));
  const { security_agreement: _inDetailOnly, latitude, ...shown } = patch;
  const changed = {
    ...definedOnly(shown),
    app_config_name: after?.configName ?? null,
    ...(latitude !== undefined && after && locationIfDeviceApproved(after.device)),
  };
  publishFleetOnCommit(tx, [{ t: 'device_changed', device_pk: pk, patch: changed }]);
  return pk;
}

const definedOnly = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** Approves a device that is online, or withdraws its approval (decision 62). */
export async function setApproval(
  tx: ChangeTx,
  { caller, params: { pk }, body: { approval } }: Call<typeof changeDeviceApproval>,
  live: LiveStateLookup,
): Promise<DevicePk> {
  await lockDevices(tx, [pk]);
  const [found] = await selectDevices(tx, caller, whereDevicePk(pk));
  if (!found) throw new Problem('not_found');
  const isNew = approval === 1 && !isApproved(found.device);
  if (isNew) assertActionPossible('approve', caller, { isOnline: live(pk).online, isApproved: false });
  const [changed] = await updateDeviceApproval(tx, [pk], approval);
  if (!changed) throw new Problem('not_found');
  if (found.device.approval !== approval) await auditApproval(tx, caller, [pk], approval);
  publishFleetOnCommit(tx, [approvalChangeOf(changed, approval)]);
  return pk;
}

const approvalWords = ['waiting', 'approved'] as const;

export const auditApproval = (tx: Tx, actor: Actor, pks: readonly DevicePk[], approval: Bit) =>
  writeAudits(
    tx,
    actor,
    pks.map((device) => ({
      code: auditCode.deviceApproval,
      type: auditTypeIds.action,
      subject: { device },
      oldValue: approvalWords[1 - approval] ?? null,
      newValue: approvalWords[approval],
    })),
  );

export const approvalChangeOf = (device: ApprovedDevice, approval: Bit): FleetChange => ({
  t: 'device_changed',
  device_pk: device.pk,
  patch: { approval, possible_clone: 0, ...locationIfDeviceApproved({ ...device, approval }) },
  ...(device.keyHolders === undefined ? {} : { hardware: device.keyHolders }),
});
type ApprovedDevice = Awaited<ReturnType<typeof updateDeviceApproval>>[number];

/** @throws Problem that the table of actions has for this caller and state */
export function assertActionPossible(action: DeviceAction, caller: Caller, state: DeviceState): void {
  const problem = problemOfActionObstacle(obstacleTo(action, viewerOf(caller), state));
  if (problem) throw problem;
}

const listOf = (pks: DevicePk | DevicePk[]): DevicePk[] => (Array.isArray(pks) ? pks : [pks]);

/** What is live of the devices that a call is about. */
export type LiveStateLookup = (pk: DevicePk) => LiveState;

export const readCompanyLiveStates = (
  { redis }: Pick<Deps, 'redis'>,
  { company }: Caller,
  pks: DevicePk | DevicePk[],
): Promise<LiveStateLookup> => readLiveStateLookup(redis, company, listOf(pks));

interface MoveRequest extends Pick<BodyOf<typeof moveDevices>, 'device_pk' | 'new_device_group_fk' | 'confirm'> {
  /** Where all of them have to be; they are moved from anywhere when it is left out. */
  readonly from?: GroupPk;
}

/** Moves devices; returns those whose group changed (spec 2 §4, drag and drop). */
export async function moveToGroup(
  tx: ChangeTx,
  { caller, body }: { readonly caller: Caller; readonly body: MoveRequest },
  live: LiveStateLookup,
): Promise<DevicePk[]> {
  const pks = listOf(body.device_pk);
  const { new_device_group_fk: to, from } = body;
  await assertDeviceCountConfirmed(tx, caller, { count: new Set(pks).size, confirm: body.confirm });
  const group = await lockVisibleGroup(tx, caller, to);
  if (!group) throw new Problem('moved_device_fail', { field: 'new_device_group_fk' });
  await lockDevices(tx, pks);
  const found = await selectDevices(tx, caller, whereDevicePks(pks));
  if (found.length === 0) throw new Problem('not_found');
  if (from !== undefined && found.some((row) => row.device.groupFk !== from)) throw new Problem('not_found');
  for (const { device } of found)
    assertActionPossible('move', caller, { isOnline: false, isApproved: isApproved(device) });
  const moving = found.filter((row) => row.device.groupFk !== to);
  if (moving.length === 0) throw new Problem('identical_group');
  if (group.deviceLimit > 0 && (await countInGroup(tx, to)) + moving.length > group.deviceLimit)
    throw new Problem('group_limit', { field: 'new_device_group_fk', detail: group.deviceLimit });
  const changes = await moveLockedDevices(tx, caller, { group, moving, live });
  publishFleetOnCommit(tx, changes);
  return moving.map((row) => row.device.pk);
}

interface Move {
  readonly group: { readonly pk: GroupPk; readonly name: string };
  readonly moving: readonly StoredDevice[];
  readonly live: LiveStateLookup;
}

/** Moves locked devices that are not in the group yet, and audits it. */
export async function moveLockedDevices(tx: Tx, actor: Actor, { group, moving, live }: Move): Promise<FleetChange[]> {
  const { pk: to, name: group_name } = group;
  const paths = await selectPathNames(tx, [to, ...new Set(moving.map((row) => row.device.groupFk))]);
  await updateDevices(
    tx,
    moving.map((row) => row.device.pk),
    { groupFk: to },
  );
  await writeAudits(
    tx,
    actor,
    moving.map((row) => ({
      code: auditCode.groupMove,
      type: auditTypeIds.action,
      subject: { device: row.device.pk },
      oldValue: paths.get(row.device.groupFk) ?? row.groupName,
      newValue: paths.get(to) ?? group_name,
    })),
  );
  const inNewGroup = (row: StoredDevice) =>
    wireDevice(
      { ...row, device: { ...row.device, groupFk: to }, groupName: group_name, favouritePk: null },
      live(row.device.pk),
    );
  return movesInto({ to, group_name }, moving, inNewGroup);
}

/** One change for each group that devices leave; a device that moves alone is sent with its row. */
function movesInto(
  target: { to: GroupPk; group_name: string },
  rows: readonly StoredDevice[],
  wire: (row: StoredDevice) => DeviceRow,
): FleetChange[] {
  return [...Map.groupBy(rows, (row) => row.device.groupFk)].map(([from, own]): FleetChange => {
    const [first] = own;
    const pks = own.map((row) => row.device.pk);
    return { t: 'devices_moved', pks, from, ...target, ...(first && own.length === 1 ? { device: wire(first) } : {}) };
  });
}

/**
 * Deletes a device, or rejects one that waits for approval: audit first, then the row; the gateway informs its agent
 * (spec 2 §7; decisions 62, 90).
 * @returns the use of the licences afterwards, for `unblockIfWithinLicence`; null if the caller sees no such device
 */
export async function removeDevice(
  tx: ChangeTx,
  caller: Caller,
  { pk, at }: { pk: DevicePk; at: Date },
): Promise<LicenceUse | null> {
  await lockDevices(tx, [pk]);
  const [found] = await selectDevices(tx, caller, whereDevicePk(pk));
  if (!found) return null;
  const windows = await readOpenWindowDevices(tx, caller, at);
  assertActionPossible(deletionActionOf(found.device), caller, {
    isOnline: false,
    isApproved: approvalForViewer(windows, found.device) === 1,
  });
  await deleteLockedDevices(tx, caller, [found]);
  publishFleetOnCommit(tx, [{ t: 'device_removed', device_pk: pk, from: found.device.groupFk }]);
  return readLicenceUse(tx, caller.company, at);
}

/** @throws Problem `licence_gate` where the company is blocked and the caller may not delete in spite of it */
export async function assertDeletionNotBlocked(deps: Pick<Deps, 'redis'>, caller: Caller): Promise<void> {
  if (await isLicenceBlocking(deps, caller, 'delete')) throw new Problem('licence_gate');
}

/** While its licence blocks a company, administrators delete devices, and nothing else is changed (decision 70). */
export const isLicenceBlocking = async (
  { redis }: Pick<Deps, 'redis'>,
  { company, flags }: Pick<Actor, 'company' | 'flags'>,
  action: DeviceAction,
): Promise<boolean> => !(action === 'delete' && flags.isAdmin) && (await isBlockedByLicence(redis, company));

export async function deleteLockedDevices(tx: Tx, actor: Actor, rows: readonly StoredDevice[]): Promise<void> {
  await writeAudits(
    tx,
    actor,
    rows.map(({ device }) => ({
      code: auditCode.delete,
      type: auditTypeIds.deletion,
      subject: { device: device.pk, group: device.groupFk },
      oldValue: String(device.osId),
      newValue: device.alias,
    })),
  );
  await deleteDevices(tx, whereDevicePks(rows.map(({ device }) => device.pk)));
}

/** Unblocks the company after deletions, unless it still has too many devices. */
export async function unblockIfWithinLicence(
  { redis, log }: Deps,
  { company }: Pick<Actor, 'company'>,
  use: LicenceUse,
): Promise<void> {
  if (isOverLicence(use)) return;
  // The deletion stands; workers unblock a company that stayed blocked.
  await setLicenceBlock(redis, company, false).catch((cause: unknown) =>
    warnOfRepeatedFailure(log, { cause, company }, 'company not unblocked'),
  );
}
