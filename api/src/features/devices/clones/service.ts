import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { resolveClone as contract } from '@vigil/shared/contract/http/device-clone';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { MAX_TAGS } from '@vigil/shared/contract/tag-rules';
import { uniqueTagsIgnoringCase } from '@vigil/shared/domain/tags';
import { isApproved } from '@vigil/shared/domain/visible-parts';
import { writeAudits } from '@vigil/shared/platform/audits';
import { publishFleetOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import type { FleetChange } from '@vigil/shared/platform/fleet/change';
import { readKeyHolders } from '@vigil/shared/platform/fleet/key-hardware';
import { readLicenceUse, type LicenceUse } from '@vigil/shared/platform/licence-gates';
import type { Call } from '../../../http/routes.ts';
import type { Caller } from '../../../identity/sessions/caller.ts';
import type { StoredDevice } from '../../../wire/device.ts';
import {
  whereDevicePk,
  whereDevicePks,
  clearCloneFlags,
  lockDevices,
  lockVisibleGroup,
  selectDevices,
  updateDevices,
} from '../queries.ts';
import { assertActionPossible, deleteLockedDevices, moveLockedDevices, type LiveStateLookup } from '../service.ts';
import { moveDeviceRecords } from './move-records.ts';
import { barOtherHardware, countBarredHardware, isKeyShared, mergedDeviceName, wasMerged } from './queries.ts';

/** The device that stays, and what is used of the licence if the other one is gone. */
interface Resolved {
  readonly kept: DevicePk;
  readonly use: LicenceUse | null;
}

/** Resolves the flag of a possible clone (decision 95). */
export async function resolveClone(
  tx: ChangeTx,
  { caller, params: { pk }, body }: Call<typeof contract>,
  { live, at }: { live: LiveStateLookup; at: Date },
): Promise<Resolved> {
  if (body.action === 'merge') return merge(tx, caller, { from: pk, into: body.into, live, at });
  const resolve = body.action === 'split' ? split : dismiss;
  await lockDevices(tx, [pk]);
  const [found] = await selectDevices(tx, caller, whereDevicePk(pk));
  if (!found) throw new Problem('not_found');
  assertActionPossible(body.action, caller, { isOnline: false, isApproved: isApproved(found.device) });
  publishFleetOnCommit(tx, await resolve(tx, { caller, pk, at }));
  return { kept: pk, use: null };
}

interface Resolution {
  readonly caller: Caller;
  readonly pk: DevicePk;
  readonly at: Date;
}

/** The others lose the device's key; each makes its own when it connects next. Repeated, it finds nothing to do. */
async function split(tx: Tx, { caller, pk, at }: Resolution): Promise<FleetChange[]> {
  const barred = await barOtherHardware(tx, pk, at);
  if (barred.length === 0 && (await countBarredHardware(tx, pk)) > 0) return [];
  if (barred.length === 0) throw new Problem('nothing_to_split');
  await updateDevices(tx, [pk], { possibleClone: 0 });
  const oldValue = barred.map(({ name, mac }) => [name, mac].filter(Boolean).join(' ')).join(', ');
  await writeAudits(tx, caller, [{ ...entry, subject: { device: pk }, oldValue, newValue: 'split' }]);
  return [await cleared(tx, pk)];
}

/** The flag was wrong, or the device has new hardware: what was connected last has the key. */
async function dismiss(tx: Tx, { caller, pk }: Resolution): Promise<FleetChange[]> {
  if ((await clearCloneFlags(tx, [pk])).size === 0) return [];
  await writeAudits(tx, caller, [{ ...entry, subject: { device: pk }, newValue: 'dismiss' }]);
  return [await cleared(tx, pk)];
}

const entry = { code: auditCode.clone, type: auditTypeIds.action } as const;

const cleared = async (tx: ReadTx, pk: DevicePk): Promise<FleetChange> => ({
  t: 'device_changed',
  device_pk: pk,
  patch: { possible_clone: 0 },
  hardware: (await readKeyHolders(tx, [pk])).get(pk) ?? null,
});

interface Merge {
  readonly from: DevicePk;
  readonly into: DevicePk;
  readonly live: LiveStateLookup;
  readonly at: Date;
}

/**
 * Moves what is recorded of a device to the one that replaces it, and deletes it with audit 13. `into` keeps its key
 * and its connection: it is the installation that lives.
 */
async function merge(tx: ChangeTx, caller: Caller, { from, into, live, at }: Merge): Promise<Resolved> {
  if (from === into) throw new Problem('malformed', { field: 'into' });
  await lockDevices(tx, [from, into]);
  const rows = await selectDevices(tx, caller, whereDevicePks([from, into]));
  const [gone, kept] = [from, into].map((pk) => rows.find(({ device }) => device.pk === pk));
  if (!kept) throw new Problem('not_found', { field: 'into' });
  if (!gone && (await wasMerged(tx, from, into))) return { kept: into, use: null };
  if (!gone) throw new Problem('not_found');
  assertActionPossible('merge', caller, { isOnline: live(from).online, isApproved: isApproved(gone.device) });
  await moveDeviceRecords(tx, { from, into, at });
  const moved = await moveGroup(tx, caller, { gone, kept, live });
  const changed = await inherit(tx, gone, kept);
  await writeAudits(tx, caller, [
    { ...entry, subject: { device: into }, oldValue: mergedDeviceName(gone.device), newValue: 'merge' },
  ]);
  await deleteLockedDevices(tx, caller, [gone]);
  publishFleetOnCommit(tx, [{ t: 'device_removed', device_pk: from, from: gone.device.groupFk }, ...moved, changed]);
  return { kept: into, use: await readLicenceUse(tx, caller.company, at) };
}

interface Pair {
  readonly gone: StoredDevice;
  readonly kept: StoredDevice;
  readonly live: LiveStateLookup;
}

/** One device leaves the group and one comes, so that its limit is not asked. */
async function moveGroup(tx: Tx, caller: Caller, { gone, kept, live }: Pair): Promise<FleetChange[]> {
  if (gone.device.groupFk === kept.device.groupFk) return [];
  const group = await lockVisibleGroup(tx, caller, gone.device.groupFk);
  return group ? moveLockedDevices(tx, caller, { group, moving: [kept], live }) : [];
}

/** Memo and configuration, where the device that is gone had some, and the tags of both. */
async function inherit(tx: Tx, gone: StoredDevice, kept: StoredDevice): Promise<FleetChange> {
  const pk = kept.device.pk;
  const memo = gone.device.memo || kept.device.memo;
  const [appConfigFk, app_config_name] =
    kept.device.appConfigFk === null
      ? [gone.device.appConfigFk, gone.configName]
      : [kept.device.appConfigFk, kept.configName];
  const possibleClone = (await isKeyShared(tx, pk)) ? 1 : 0;
  const tags = uniqueTagsIgnoringCase([...gone.device.tags, ...kept.device.tags]).slice(0, MAX_TAGS);
  await updateDevices(tx, [pk], { memo, appConfigFk, possibleClone, tags });
  const patch = { memo, tags, app_config_fk: appConfigFk, app_config_name, possible_clone: possibleClone } as const;
  return { t: 'device_changed', device_pk: pk, patch };
}
