import { eq, inArray } from 'drizzle-orm';
import { DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { moveDevices, updateDevice } from '@vigil/shared/contract/http/devices';
import { auditCode, auditType } from '@vigil/shared/domain/audit-codes';
import { deviceFieldNeeds, denialReason } from '@vigil/shared/domain/permissions';
import type { Tx } from '@vigil/shared/platform/db/client';
import { appConfigs, deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { patchFleetIndex } from '@vigil/shared/platform/fleet-index';
import { owe, settle, type Change } from '@vigil/shared/platform/outbox';
import { writeAudits } from '../../plugins/audit.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../plugins/session.ts';
import { readLiveStates } from './live-state.ts';
import { byPk, byPks, selectDevices } from './queries.ts';
import { wireDevice } from '../../wire/device.ts';

type Patch = BodyOf<typeof updateDevice>;

const auditOfField = { alias: auditCode.rename, memo: auditCode.memo, app_config_fk: auditCode.valueChange } as const;

function checkFields(caller: Caller, patch: Patch): void {
  for (const field of Object.keys(patch) as (keyof typeof deviceFieldNeeds)[]) {
    const refusal = denialReason({ flags: caller.flags, isCorporate: caller.isCorporate }, deviceFieldNeeds[field]);
    if (refusal) throw new Problem('not_allowed', { ...refusal, field });
  }
}

/** A foreign key is satisfied by any company's row; what this transaction can read is its own. */
async function checkConfig(tx: Tx, { app_config_fk: pk }: Patch): Promise<void> {
  if (pk === undefined || pk === null) return;
  const [found] = await tx.select({ pk: appConfigs.pk }).from(appConfigs).where(eq(appConfigs.pk, pk));
  if (!found) throw new Problem('not_found', { field: 'app_config_fk' });
}

export async function changeDevice(
  { database, redis }: Deps,
  caller: Caller,
  pk: DevicePk,
  patch: Patch,
): Promise<void> {
  checkFields(caller, patch);
  const receipts = await database.inCompany(caller.company, async (tx) => {
    const [before] = await selectDevices(tx, caller, byPk(pk));
    if (!before) throw new Problem('not_found');
    await checkConfig(tx, patch);
    await tx
      .update(devices)
      .set({
        ...(patch.alias === undefined ? {} : { alias: patch.alias }),
        ...(patch.memo === undefined ? {} : { memo: patch.memo }),
        ...(patch.app_config_fk === undefined ? {} : { appConfigFk: patch.app_config_fk }),
      })
      .where(eq(devices.pk, pk));
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
    return owe(tx, caller.company, [
      {
        t: 'device_changed',
        device_pk: pk,
        patch: { ...definedOnly(patch), app_config_name: after?.configName ?? null },
      },
    ]);
  });
  await settle(database, redis, receipts);
}

const definedOnly = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

export async function setApproval(deps: Deps, caller: Caller, pk: DevicePk, approval: 0 | 1): Promise<void> {
  const { database, redis } = deps;
  const { receipts, group } = await database.inCompany(caller.company, async (tx) => {
    const [row] = await tx.update(devices).set({ approval, possibleClone: 0 }).where(eq(devices.pk, pk)).returning();
    if (!row) throw new Problem('not_found');
    const change: Change = { t: 'device_changed', device_pk: pk, patch: { approval, possible_clone: 0 } };
    return { receipts: await owe(tx, caller.company, [change]), group: row.groupFk as GroupPk };
  });
  await patchFleetIndex(redis, caller.company, { devices: new Map([[pk, { group, approval }]]) });
  await settle(database, redis, receipts);
}

/** Moves devices; answers those that really moved (spec 2 §4, drag and drop). */
export async function moveToGroup(deps: Deps, caller: Caller, body: BodyOf<typeof moveDevices>): Promise<DevicePk[]> {
  const { database, redis } = deps;
  const pks = Array.isArray(body.device_pk) ? body.device_pk : [body.device_pk];
  const to = body.new_device_group_fk;
  const live = await readLiveStates(redis, caller.company, pks);
  const { moved, receipts } = await database.inCompany(caller.company, async (tx) => {
    const [group] = await tx.select().from(deviceGroups).where(eq(deviceGroups.pk, to));
    if (!group) throw new Problem('moved_device_fail', { field: 'new_device_group_fk' });
    const found = await selectDevices(tx, caller, byPks(pks));
    if (found.length === 0) throw new Problem('not_found');
    const moving = found.filter((row) => row.device.groupFk !== to);
    if (moving.length === 0) throw new Problem('identical_group');
    const movingPks = moving.map((row) => DevicePk.parse(row.device.pk));
    await tx.update(devices).set({ groupFk: to }).where(inArray(devices.pk, movingPks));
    await writeAudits(
      tx,
      caller,
      moving.map((row) => ({
        code: auditCode.groupMove,
        type: auditType.action,
        device: DevicePk.parse(row.device.pk),
        oldValue: row.groupName,
        newValue: group.name,
      })),
    );
    const changes = moving.map((row): Change => {
      const there = { ...row, device: { ...row.device, groupFk: to }, groupName: group.name, favouritePk: null };
      return { t: 'device_moved', device: wireDevice(there, live(row.device.pk)), from: row.device.groupFk as GroupPk };
    });
    return { moved: moving, receipts: await owe(tx, caller.company, changes) };
  });
  await patchFleetIndex(redis, caller.company, {
    devices: new Map(
      moved.map((row) => [DevicePk.parse(row.device.pk), { group: to, approval: row.device.approval === 1 ? 1 : 0 }]),
    ),
  });
  await settle(database, redis, receipts);
  return moved.map((row) => DevicePk.parse(row.device.pk));
}

/** Deletes a device: audit first, then the row; its agent learns of it from the gateway (spec 2 §7). */
export async function removeDevice(deps: Deps, caller: Caller, pk: DevicePk): Promise<void> {
  const { database, redis } = deps;
  const receipts = await database.inCompany(caller.company, async (tx) => {
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
    await tx.delete(devices).where(eq(devices.pk, pk));
    return owe(tx, caller.company, [{ t: 'device_removed', device_pk: pk }]);
  });
  await patchFleetIndex(redis, caller.company, { devices: new Map([[pk, null]]) });
  await settle(database, redis, receipts);
}
