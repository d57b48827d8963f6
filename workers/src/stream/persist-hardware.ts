import type { Hardware } from '@vigil/shared/contract/hardware';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { publishFleetOnCommit, commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import type { FleetChange } from '@vigil/shared/platform/fleet/change';
import { readKeyHolders } from '@vigil/shared/platform/fleet/key-hardware';
import type { StreamEntryOf } from '@vigil/shared/platform/redis/stream';
import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

/** Hardware that used the key of a device. */
export interface HardwareSighting extends Hardware {
  readonly device: DevicePk;
  readonly s_pub_ip: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Whether it was admitted. */
  readonly connected: boolean;
}

/** Writes what gateways refused because other hardware was connected, or because it has to make a key of its own. */
export async function persistRefusedHardware(deps: Deps, entries: readonly StreamEntryOf<'hardware'>[]): Promise<void> {
  for (const [company, own] of Map.groupBy(entries, (entry) => entry.company)) {
    const sightings = own.map(({ data: { device, hardware, publicIp, at } }) => ({
      ...hardware,
      device,
      s_pub_ip: publicIp,
      at,
      connected: false,
    }));
    await commitChange(deps, company, async (tx) => publishFleetOnCommit(tx, await recordSightings(tx, sightings)));
  }
}

/**
 * Records which hardware uses the keys of devices. The first that is connected has the key; with a second one the
 * device is flagged as a possible clone. Before the system information is written, so that a device is described as it
 * was until then.
 */
export async function recordSightings(tx: Tx, sightings: readonly HardwareSighting[]): Promise<FleetChange[]> {
  if (sightings.length === 0) return [];
  await lockDevices(
    tx,
    sightings.map(({ device }) => device),
  );
  await adoptFirst(tx, sightings);
  const relevant = await selectRelevant(tx, sightings);
  if (relevant.length === 0) return [];
  await describeOwn(
    tx,
    relevant.map(({ device }) => device),
  );
  const added = new Set<DevicePk>();
  for (const sighting of relevant) if (await upsert(tx, sighting)) added.add(sighting.device);
  const flagged = await flag(
    tx,
    relevant.map(({ device }) => device),
  );
  const changed = [...new Set([...added, ...flagged])];
  const holders = await readKeyHolders(tx, changed);
  return changed.map((device): FleetChange => {
    const patch = flagged.has(device) ? { possible_clone: 1 as const } : {};
    return { t: 'device_changed', device_pk: device, patch, hardware: holders.get(device) ?? null };
  });
}

const recordset = (sightings: readonly HardwareSighting[]) => sql`
  jsonb_to_recordset(${JSON.stringify(sightings.map((row, n) => ({ ...row, n })))}::jsonb)
    as s(n int, device int, id text, connected bool)`;

/**
 * Devices before their hardware, by number: the order in which the API takes both, so that neither waits for the other.
 */
export const lockDevices = (tx: Tx, devices: readonly DevicePk[]) =>
  tx.execute(sql`select from devices where pk in (${inList(devices)}) order by pk for no key update`);

const adoptFirst = (tx: Tx, sightings: readonly HardwareSighting[]) =>
  tx.execute(sql`
    update devices d set hardware_id = f.id
    from (select distinct on (s.device) s.device, s.id from ${recordset(sightings)} where s.connected order by s.device, s.n) f
    where d.pk = f.device and d.hardware_id is null`);

/** The sightings of devices with more than one hardware. */
async function selectRelevant(tx: ReadTx, sightings: readonly HardwareSighting[]): Promise<HardwareSighting[]> {
  const rows = await tx.execute<{ n: number }>(sql`
    select s.n from ${recordset(sightings)} join devices d on d.pk = s.device
    where d.hardware_id is not null
      and (d.hardware_id <> s.id or exists (select from device_hardware h where h.device_fk = d.pk))
    order by s.n`);
  return rows.flatMap(({ n }) => sightings[n] ?? []);
}

const inList = (devices: readonly DevicePk[]) =>
  sql.join(
    [...new Set(devices)].map((pk) => sql`${pk}`),
    sql`, `,
  );

/** What was known of the device so far is its own hardware. */
const describeOwn = (tx: Tx, devices: readonly DevicePk[]) =>
  tx.execute(sql`
    insert into device_hardware (device_fk, company_fk, hardware_id, name, mac_addr, s_pri_ip, s_pub_ip, user_os_str,
      first_seen, last_seen, connected_at)
    select pk, company_fk, hardware_id, '', coalesce(mac_addr, ''), coalesce(s_pri_ip, ''), coalesce(s_pub_ip, ''), user_os_str,
      created_at, coalesce(greatest(last_connected_time, last_disconnected_time), created_at), last_connected_time
    from devices where pk in (${inList(devices)})
    on conflict do nothing`);

/** More cannot be told apart by people; without a limit, anyone with the key could fill the table. */
const MOST_HARDWARE = 50;

/** @returns whether this hardware was not known */
async function upsert(tx: Tx, sighting: HardwareSighting): Promise<boolean> {
  const { device, id, name, mac_addr, s_pri_ip, s_pub_ip, user_os_str, connected } = sighting;
  const at = sql`${new Date(sighting.at).toISOString()}::timestamptz`;
  const [row] = await tx.execute<{ added: boolean }>(sql`
    insert into device_hardware as h (device_fk, company_fk, hardware_id, name, mac_addr, s_pri_ip, s_pub_ip, user_os_str,
      first_seen, last_seen, connected_at)
    select d.pk, d.company_fk, ${id}, ${name}, ${mac_addr}, ${s_pri_ip}, ${s_pub_ip}, ${user_os_str}, ${at}, ${at},
      case when ${connected}::bool then ${at} end
    from devices d where d.pk = ${device} and (
      exists (select from device_hardware where device_fk = d.pk and hardware_id = ${id})
      or (select count(*) from device_hardware where device_fk = d.pk) < ${MOST_HARDWARE})
    on conflict (device_fk, hardware_id) do update set
      name = excluded.name, mac_addr = excluded.mac_addr, s_pri_ip = excluded.s_pri_ip, s_pub_ip = excluded.s_pub_ip,
      user_os_str = excluded.user_os_str, last_seen = greatest(h.last_seen, excluded.last_seen),
      connected_at = coalesce(greatest(h.connected_at, excluded.connected_at), h.connected_at)
    returning xmax = 0 as added`);
  return row?.added === true;
}

/**
 * Flags devices whose key other hardware uses, unless it was split from them.
 * @returns those that were not flagged before
 */
async function flag(tx: Tx, devices: readonly DevicePk[]): Promise<Set<DevicePk>> {
  const rows = await tx.execute<{ pk: DevicePk }>(sql`
    update devices d set possible_clone = 1
    where d.pk in (${inList(devices)}) and d.possible_clone = 0 and exists (
      select from device_hardware h where h.device_fk = d.pk and h.hardware_id <> d.hardware_id and h.barred_at is null)
    returning d.pk`);
  return new Set(rows.map(({ pk }) => pk));
}
