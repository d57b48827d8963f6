import type { Bit, DeviceRow } from '@vigil/shared/contract/device';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { moveDevices, updateDevice } from '@vigil/shared/contract/http/devices';
import { auditCode, auditType } from '@vigil/shared/domain/audit-codes';
import { deviceFieldNeeds, denialReason } from '@vigil/shared/domain/permissions';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { Change } from '@vigil/shared/platform/fleet/change';
import { commitFleetChange } from '@vigil/shared/platform/fleet/commit-fleet-change';
import { writeAudits } from '../../access/audit.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/session.ts';
import { readLiveStates } from './live-state.ts';
import { byPk, byPks, deleteDevice, hasAppConfig, lockGroup, selectDevices, updateDevices } from './queries.ts';
import { wireDevice, type StoredDevice } from '../../wire/device.ts';

type Patch = BodyOf<typeof updateDevice>;

const auditOfField = { alias: auditCode.rename, memo: auditCode.memo, app_config_fk: auditCode.valueChange } as const;

function checkFields(caller: Caller, patch: Patch): void {
  for (const field of Object.keys(patch) as (keyof typeof deviceFieldNeeds)[]) {
    const refusal = denialReason({ flags: caller.flags, isCorporate: caller.isCorporate }, deviceFieldNeeds[field]);
    if (refusal) throw new Problem('not_allowed', { ...refusal, field });
  }
}

/** A foreign key is satisfied by any company's row; this transaction can read only its own. */
async function checkConfig(tx: Tx, { app_config_fk: pk }: Patch): Promise<void> {
  if (pk === undefined || pk === null) return;
  if (!(await hasAppConfig(tx, pk))) throw new Problem('not_found', { field: 'app_config_fk' });
}

export const changeDevice = (deps: Deps, caller: Caller, pk: DevicePk, patch: Patch): Promise<void> => {
  checkFields(caller, patch);
  return commitFleetChange(deps, caller.company, async (tx) => {
    const [before] = await selectDevices(tx, caller, byPk(pk));
    if (!before) throw new Problem('not_found');
    await checkConfig(tx, patch);
    const { alias, memo, app_config_fk: appConfigFk } = patch;
    await updateDevices(tx, [pk], definedOnly({ alias, memo, appConfigFk }));
    const old = { alias: before.device.alias, memo: before.device.memo, app_config_fk: before.device.appConfigFk };
    await writeAudits(
      tx,
      caller,
      (Object.keys(patch) as (keyof typeof old)[]).map((field) => ({
        code: auditOfField[field],
        type: auditType.action,
        device: pk,
        oldValue: String(old[field] ?? ''),
        newValue: String(patch[field] ?? ''),
      })),
    );
    const [after] = await selectDevices(tx, caller, byPk(pk));
    const changed = { ...definedOnly(patch), app_config_name: after?.configName ?? null };
    return { value: undefined, changes: [{ t: 'device_changed', device_pk: pk, patch: changed }] };
  });
};

const definedOnly = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

export const setApproval = (deps: Deps, caller: Caller, pk: DevicePk, approval: Bit): Promise<void> =>
  commitFleetChange(deps, caller.company, async (tx) => {
    const changed = await updateDevices(tx, [pk], { approval, possibleClone: 0 });
    if (changed.length === 0) throw new Problem('not_found');
    const patch = { approval, possible_clone: 0 } as const;
    return { value: undefined, changes: [{ t: 'device_changed', device_pk: pk, patch }] };
  });

/** Moves devices; returns those whose group changed (spec 2 §4, drag and drop). */
export async function moveToGroup(deps: Deps, caller: Caller, body: BodyOf<typeof moveDevices>): Promise<DevicePk[]> {
  const pks = Array.isArray(body.device_pk) ? body.device_pk : [body.device_pk];
  const to = body.new_device_group_fk;
  const live = await readLiveStates(deps.redis, caller.company, pks);
  return commitFleetChange(deps, caller.company, async (tx) => {
    const group = await lockGroup(tx, to);
    if (!group) throw new Problem('moved_device_fail', { field: 'new_device_group_fk' });
    const found = await selectDevices(tx, caller, byPks(pks));
    if (found.length === 0) throw new Problem('not_found');
    const moving = found.filter((row) => row.device.groupFk !== to);
    if (moving.length === 0) throw new Problem('identical_group');
    const moved = moving.map((row) => row.device.pk);
    await updateDevices(tx, moved, { groupFk: to });
    await writeAudits(
      tx,
      caller,
      moving.map((row) => ({
        code: auditCode.groupMove,
        type: auditType.action,
        device: row.device.pk,
        oldValue: row.groupName,
        newValue: group.name,
      })),
    );
    const inNewGroup = (row: StoredDevice) =>
      wireDevice(
        { ...row, device: { ...row.device, groupFk: to }, groupName: group.name, favouritePk: null },
        live(row.device.pk),
      );
    return { value: moved, changes: movesInto({ to, group_name: group.name }, moving, inNewGroup) };
  });
}

/** One change for each group that devices leave; a device that moves alone is sent with its row. */
function movesInto(
  target: { to: GroupPk; group_name: string },
  rows: readonly StoredDevice[],
  wire: (row: StoredDevice) => DeviceRow,
): Change[] {
  return [...Map.groupBy(rows, (row) => row.device.groupFk)].map(([from, own]): Change => {
    const [first] = own;
    const pks = own.map((row) => row.device.pk);
    return { t: 'devices_moved', pks, from, ...target, ...(first && own.length === 1 ? { device: wire(first) } : {}) };
  });
}

/** Deletes a device: audit first, then the row; the gateway informs its agent (spec 2 §7). */
export const removeDevice = (deps: Deps, caller: Caller, pk: DevicePk): Promise<void> =>
  commitFleetChange(deps, caller.company, async (tx) => {
    const [found] = await selectDevices(tx, caller, byPk(pk));
    if (!found) throw new Problem('not_found');
    await writeAudits(tx, caller, [
      {
        code: auditCode.delete,
        type: auditType.deletion,
        device: pk,
        oldValue: String(found.device.osId),
        newValue: found.device.alias,
      },
    ]);
    await deleteDevice(tx, pk);
    return { value: undefined, changes: [{ t: 'device_removed', device_pk: pk }] };
  });
