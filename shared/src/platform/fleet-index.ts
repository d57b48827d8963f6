import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { DevicePk, GroupPk, type CompanyPk } from '../contract/ids.ts';
import type { Bit } from '../contract/device.ts';
import type { Database, Tx } from './db/client.ts';
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
redis.call('INCR', KEYS[2])
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
  if (args.length > 0) await redis.run(patchScript, [keys.index(company), keys.indexChanges(company)], args);
}

const FIELDS_A_CALL = 2_000;
const DRAFT_LIFE_S = 60;
const REBUILD_TRIES = 10;

// A draft counts only if nothing changed since its database was read and all of it is still there.
const publishScript = script(`
local unchanged = (redis.call('GET', KEYS[3]) or '') == ARGV[1]
if unchanged and redis.call('HLEN', KEYS[2]) == tonumber(ARGV[2]) then
  redis.call('RENAME', KEYS[2], KEYS[1])
  redis.call('PERSIST', KEYS[1])
  return 1
end
redis.call('DEL', KEYS[2])
return 0`);

/**
 * Builds the index of a company anew from the database. A device that is enrolled meanwhile is told to the old index or
 * to none, so the new one takes its place only if it missed nothing, and is read again otherwise.
 * @throws when changes never pause for long enough
 */
export async function rebuildFleetIndex(redis: Redis, database: Database, company: CompanyPk): Promise<void> {
  for (let attempt = 0; attempt < REBUILD_TRIES; attempt += 1) {
    const changes = (await redis.commands.get(keys.indexChanges(company))) ?? '';
    const fields = await database.inCompany(company, (tx) => selectFields(tx, company));
    const draft = keys.indexDraft(company, randomUUID());
    for (let i = 0; i < fields.length; i += FIELDS_A_CALL) {
      await redis.commands
        .multi()
        .hSet(draft, Object.fromEntries(fields.slice(i, i + FIELDS_A_CALL)))
        .expire(draft, DRAFT_LIFE_S)
        .exec();
    }
    const places = [keys.index(company), draft, keys.indexChanges(company)];
    if ((await redis.run(publishScript, places, [changes, String(fields.length)])) === 1) return;
  }
  throw new Error(`the fleet of company ${company} changes faster than its index can be built`);
}

async function selectFields(tx: Tx, company: CompanyPk): Promise<[string, string][]> {
  const devices = await tx.execute<{ pk: number; group_pk: number; approval: number }>(
    sql`select pk, device_group_fk as group_pk, approval from devices where company_fk = ${company}`,
  );
  const groups = await tx.execute<{ pk: number; parent: number | null }>(
    sql`select pk, group_fk as parent from device_groups where company_fk = ${company}`,
  );
  return [
    ...devices.map((d): [string, string] => [deviceField(d.pk), `${d.group_pk}|${d.approval}`]),
    ...groups.map((g): [string, string] => [groupField(g.pk), String(g.parent ?? '')]),
    [READY, String(Date.now())],
  ];
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
