import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { resolveClone as contract } from '@vigil/shared/contract/http/device-clone';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { MAX_TAGS } from '@vigil/shared/contract/tag-rules';
import { auditCode, auditType } from '@vigil/shared/contract/audit-codes';
import { uniqueTags } from '@vigil/shared/domain/tags';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { Change } from '@vigil/shared/platform/fleet/change';
import { changeFleet, commitChange } from '@vigil/shared/platform/changes/commit-change';
import { readKeyHolders } from '@vigil/shared/platform/fleet/key-holders';
import { readLicenceUse } from '@vigil/shared/platform/licence-gates';
import { writeAudits } from '../../../access/audit.ts';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../session/caller.ts';
import type { StoredDevice } from '../../../wire/device.ts';
import { readLiveStates } from '../live-state.ts';
import { byPk, byPks, confirmHardware, lockDevices, lockGroup, selectDevices, updateDevices } from '../queries.ts';
import { assertPossible, closeGate, deleteRows, moveRows } from '../service.ts';
import { moveRecords } from './move-records.ts';
import { barOthers, countBarred, isContested, mergedName, wasMerged } from './queries.ts';

type Body = BodyOf<typeof contract>;

/** Resolves the flag of a possible clone (decision 95). @returns the device that stays */
export async function resolveClone(deps: Deps, caller: Caller, pk: DevicePk, body: Body): Promise<DevicePk> {
  if (body.action === 'merge') return merge(deps, caller, { from: pk, into: body.into });
  const resolve = body.action === 'split' ? split : dismiss;
  await commitChange(deps, caller.company, async (tx) => {
    await lockDevices(tx, [pk]);
    const [found] = await selectDevices(tx, caller, byPk(pk));
    if (!found) throw new Problem('not_found');
    assertPossible(body.action, caller, { alive: 0, approval: found.device.approval });
    changeFleet(tx, await resolve(tx, { caller, pk, at: new Date(deps.now()) }));
  });
  return pk;
}

interface Resolution {
  readonly caller: Caller;
  readonly pk: DevicePk;
  readonly at: Date;
}

/** The others lose the device's key; each makes its own when it connects next. Repeated, it finds nothing to do. */
async function split(tx: Tx, { caller, pk, at }: Resolution): Promise<Change[]> {
  const barred = await barOthers(tx, pk, at);
  if (barred.length === 0 && (await countBarred(tx, pk)) > 0) return [];
  if (barred.length === 0) throw new Problem('nothing_to_split');
  await updateDevices(tx, [pk], { possibleClone: 0 });
  const oldValue = barred.map(({ name, mac }) => [name, mac].filter(Boolean).join(' ')).join(', ');
  await writeAudits(tx, caller, [{ ...entry, device: pk, oldValue, newValue: 'split' }]);
  return [await cleared(tx, pk)];
}

/** The flag was wrong, or the device has new hardware: what was connected last has the key. */
async function dismiss(tx: Tx, { caller, pk }: Resolution): Promise<Change[]> {
  if ((await confirmHardware(tx, [pk])).size === 0) return [];
  await writeAudits(tx, caller, [{ ...entry, device: pk, newValue: 'dismiss' }]);
  return [await cleared(tx, pk)];
}

const entry = { code: auditCode.clone, type: auditType.action } as const;

const cleared = async (tx: Tx, pk: DevicePk): Promise<Change> => ({
  t: 'device_changed',
  device_pk: pk,
  patch: { possible_clone: 0 },
  hardware: (await readKeyHolders(tx, [pk])).get(pk) ?? null,
});

interface Merge {
  readonly from: DevicePk;
  readonly into: DevicePk;
}

/**
 * Moves what is recorded of a device to the one that replaces it, and deletes it with audit 13. `into` keeps its key and its
 * connection: it is the installation that lives.
 */
async function merge(deps: Deps, caller: Caller, { from, into }: Merge): Promise<DevicePk> {
  if (from === into) throw new Problem('malformed', { field: 'into' });
  const live = await readLiveStates(deps.redis, caller.company, [from, into]);
  const use = await commitChange(deps, caller.company, async (tx) => {
    await lockDevices(tx, [from, into]);
    const rows = await selectDevices(tx, caller, byPks([from, into]));
    const [gone, kept] = [from, into].map((pk) => rows.find(({ device }) => device.pk === pk));
    if (!kept) throw new Problem('not_found', { field: 'into' });
    if (!gone && (await wasMerged(tx, from, into))) return null;
    if (!gone) throw new Problem('not_found');
    assertPossible('merge', caller, { alive: live(from).online ? 1 : 0, approval: gone.device.approval });
    const at = new Date(deps.now());
    await moveRecords(tx, { from, into, at });
    const moved = await moveGroup(tx, caller, { gone, kept, live });
    const changed = await inherit(tx, gone, kept);
    await writeAudits(tx, caller, [{ ...entry, device: into, oldValue: mergedName(gone.device), newValue: 'merge' }]);
    await deleteRows(tx, caller, [gone]);
    changeFleet(tx, [{ t: 'device_removed', device_pk: from, from: gone.device.groupFk }, ...moved, changed]);
    return readLicenceUse(tx, caller.company, at);
  });
  if (use) await closeGate(deps, caller, use);
  return into;
}

interface Pair {
  readonly gone: StoredDevice;
  readonly kept: StoredDevice;
  readonly live: Awaited<ReturnType<typeof readLiveStates>>;
}

/** One device leaves the group and one comes, so that its limit is not asked. */
async function moveGroup(tx: Tx, caller: Caller, { gone, kept, live }: Pair): Promise<Change[]> {
  if (gone.device.groupFk === kept.device.groupFk) return [];
  const group = await lockGroup(tx, caller, gone.device.groupFk);
  return group ? moveRows(tx, caller, { group, moving: [kept], live }) : [];
}

/** Memo and configuration, where the device that is gone had some, and the tags of both. */
async function inherit(tx: Tx, gone: StoredDevice, kept: StoredDevice): Promise<Change> {
  const pk = kept.device.pk;
  const memo = gone.device.memo || kept.device.memo;
  const [appConfigFk, app_config_name] =
    kept.device.appConfigFk === null
      ? [gone.device.appConfigFk, gone.configName]
      : [kept.device.appConfigFk, kept.configName];
  const possibleClone = (await isContested(tx, pk)) ? 1 : 0;
  const tags = uniqueTags([...gone.device.tags, ...kept.device.tags]).slice(0, MAX_TAGS);
  await updateDevices(tx, [pk], { memo, appConfigFk, possibleClone, tags });
  const patch = { memo, tags, app_config_fk: appConfigFk, app_config_name, possible_clone: possibleClone } as const;
  return { t: 'device_changed', device_pk: pk, patch };
}
