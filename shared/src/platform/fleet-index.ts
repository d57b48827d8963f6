import { sql } from 'drizzle-orm';
import { DevicePk, GroupPk, type CompanyPk } from '../contract/ids.ts';
import type { Bit } from '../contract/device.ts';
import type { Tx } from './db/client.ts';
import { keys } from './redis/keys.ts';
import { script, type Redis } from './redis/redis.ts';

/**
 * What a gateway must know of a company's fleet to route and to refuse, kept in Redis so that gateways need no
 * database: each device's group, and each group's parent. Postgres is the truth; this is rebuilt from it at will.
 */
export interface FleetIndex {
  readonly devices: Map<DevicePk, IndexedDevice>;
  /** Parent of each group, null at the top. */
  readonly groups: Map<GroupPk, GroupPk | null>;
}

export interface IndexedDevice {
  readonly group: GroupPk;
  readonly approval: Bit;
}

const READY = 'ready';
const deviceField = (pk: number) => `d${pk}`;
const groupField = (pk: number) => `g${pk}`;
const deviceValue = (device: IndexedDevice) => `${device.group}|${device.approval}`;

/** The index, or null when it has not been built (a fresh or emptied Redis). */
export async function readFleetIndex(redis: Redis, company: CompanyPk): Promise<FleetIndex | null> {
  const fields = await redis.commands.hGetAll(keys.index(company));
  if (fields[READY] === undefined) return null;
  const index: FleetIndex = { devices: new Map(), groups: new Map() };
  for (const [field, value] of Object.entries(fields)) {
    const pk = Number(field.slice(1));
    if (field.startsWith('d')) {
      index.devices.set(DevicePk.parse(pk), parseIndexedDevice(value));
    } else if (field.startsWith('g')) {
      index.groups.set(GroupPk.parse(pk), value === '' ? null : GroupPk.parse(Number(value)));
    }
  }
  return index;
}

// Only while the index is whole: a field written into an absent index would make it look complete.
const patchScript = script(`
if redis.call('HEXISTS', KEYS[1], '${READY}') == 0 then return 0 end
for i = 1, #ARGV, 2 do
  if ARGV[i + 1] == '-' then redis.call('HDEL', KEYS[1], ARGV[i]) else redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
return 1`);

export interface IndexPatch {
  readonly devices?: ReadonlyMap<DevicePk, IndexedDevice | null>;
  readonly groups?: ReadonlyMap<GroupPk, { parent: GroupPk | null } | null>;
}

/** Writes changes into the index; `null` removes. */
export async function patchFleetIndex(redis: Redis, company: CompanyPk, patch: IndexPatch): Promise<void> {
  const args: string[] = [];
  for (const [pk, device] of patch.devices ?? []) args.push(deviceField(pk), device ? deviceValue(device) : '-');
  for (const [pk, group] of patch.groups ?? []) {
    args.push(groupField(pk), group ? String(group.parent ?? '') : '-');
  }
  if (args.length > 0) await redis.run(patchScript, [keys.index(company)], args);
}

const FIELDS_A_CALL = 2_000;

/** Builds the index of a company anew from the database. */
export async function rebuildFleetIndex(redis: Redis, tx: Tx, company: CompanyPk): Promise<void> {
  const devices = await tx.execute<{ pk: number; group_pk: number; approval: number }>(
    sql`select pk, device_group_fk as group_pk, approval from devices where company_fk = ${company}`,
  );
  const groups = await tx.execute<{ pk: number; parent: number | null }>(
    sql`select pk, group_fk as parent from device_groups where company_fk = ${company}`,
  );
  const fields: [string, string][] = [
    ...devices.map((d): [string, string] => [deviceField(d.pk), `${d.group_pk}|${d.approval}`]),
    ...groups.map((g): [string, string] => [groupField(g.pk), String(g.parent ?? '')]),
    [READY, String(Date.now())],
  ];
  const multi = redis.commands.multi().del(keys.index(company));
  for (let i = 0; i < fields.length; i += FIELDS_A_CALL) {
    multi.hSet(keys.index(company), Object.fromEntries(fields.slice(i, i + FIELDS_A_CALL)));
  }
  await multi.exec();
}

/** One device straight from Redis, for when the copy in memory may be a moment behind. */
export async function readIndexedDevice(
  redis: Redis,
  company: CompanyPk,
  device: DevicePk,
): Promise<IndexedDevice | null> {
  const value = await redis.commands.hGet(keys.index(company), deviceField(device));
  return value === null ? null : parseIndexedDevice(value);
}

function parseIndexedDevice(value: string): IndexedDevice {
  const [group, approval] = value.split('|').map(Number);
  return { group: GroupPk.parse(group), approval: approval === 1 ? 1 : 0 };
}
