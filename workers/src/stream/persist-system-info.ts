import type { DevicePatch } from '@vigil/shared/contract/events/browser-down/device';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { cardAddressOf } from '@vigil/shared/contract/mac-address';
import { publishFleetOnCommit, commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { deviceChangesOf } from '@vigil/shared/platform/fleet/change';
import { timeOfStreamEntry, type StreamEntryOf } from '@vigil/shared/platform/redis/stream';
import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { lockDevices, recordSightings, type HardwareSighting } from './persist-hardware.ts';

/** What lists show of the system information; where a device is, only once it is approved. */
const shown = [
  'user_os_str',
  'cs_ver',
  's_pub_ip',
  's_pri_ip',
  'mac_addr',
  'latitude',
  'longitude',
  'config_version',
] as const;
type Shown = Pick<DevicePatch, (typeof shown)[number]>;

interface Changed extends Record<string, unknown> {
  readonly pk: DevicePk;
  readonly before: Shown;
  readonly after: Shown;
}

const patchOf = ({ before, after }: Changed): Shown =>
  Object.fromEntries(shown.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]));

/** The hardware that an agent named, by the time of its entry; agents of earlier versions name none. */
const sightingOf = ({ id, data: { device, systemInfo } }: StreamEntryOf<'system_info'>): HardwareSighting[] =>
  systemInfo.hardware
    ? [
        {
          ...systemInfo.hardware,
          device,
          s_pub_ip: systemInfo.s_pub_ip,
          at: timeOfStreamEntry(id).getTime(),
          connected: true,
        },
      ]
    : [];

/**
 * Without the version of an agent that is on trial: until it stays, the device has its former one (UPD-5). And without
 * an address that is that of no card, as tunnels have: the device can still be woken by the last one.
 */
const withStayingVersion = ({
  cs_ver,
  on_trial,
  mac_addr,
  ...rest
}: StreamEntryOf<'system_info'>['data']['systemInfo']) => ({
  ...rest,
  mac_addr: cardAddressOf(mac_addr),
  cs_ver: on_trial === true ? null : cs_ver,
});

/**
 * Writes the system information that agents report. Only rows that differ are written, and only what changed for a
 * viewer is published: after new policies, or with a rebuilt index, every agent reports again.
 */
export async function persistSystemInfo(deps: Deps, entries: readonly StreamEntryOf<'system_info'>[]): Promise<void> {
  for (const [company, own] of Map.groupBy(entries, (entry) => entry.company)) {
    const rows = [
      ...new Map(
        own.map(({ id, data: { device, systemInfo } }) => [
          device,
          { ...withStayingVersion(systemInfo), device, at: timeOfStreamEntry(id) },
        ]),
      ).values(),
    ];
    await commitChange(deps, company, async (tx) => {
      await lockDevices(
        tx,
        rows.map(({ device }) => device),
      );
      const seen = await recordSightings(tx, own.flatMap(sightingOf));
      const alternating = await flagAlternatingBoots(tx, rows);
      await updateStarts(tx, rows);
      const changed = await updateSystemInfo(tx, rows);
      const patched = changed.map((row) => ({ pk: row.pk, patch: patchOf(row) }));
      publishFleetOnCommit(tx, [...seen, ...deviceChangesOf([...alternating, ...patched])]);
    });
  }
}

/**
 * A system that starts makes a new boot id, so that one which comes back after another, with the address of another
 * card, is that of a second machine with the same key. Without this, copies whose boards have no number of their own
 * would replace each other unseen. Where the cards do not tell, since one is unknown or both are copied as well, the
 * addresses do: at the same ones it is a system that hibernated.
 */
async function flagAlternatingBoots(tx: Tx, rows: readonly object[]) {
  const flagged = await tx.execute<{ pk: DevicePk }>(sql`
    update devices d set possible_clone = 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(
      device int, boot_id text, mac_addr text, s_pri_ip text, s_pub_ip text, at timestamptz)
    where d.pk = f.device and d.possible_clone = 0 and d.start_reported_at <= f.at
      and f.boot_id = d.previous_boot_id and f.boot_id <> d.boot_id
      and (f.mac_addr <> d.mac_addr or f.s_pri_ip <> d.s_pri_ip or f.s_pub_ip <> d.s_pub_ip)
    returning d.pk`);
  return flagged.map(({ pk }) => ({ pk, patch: { possible_clone: 1 as const } }));
}

/**
 * Before the rest, because the version of before tells a new start, and apart from it, because it keeps the time of the
 * first report.
 */
const updateStarts = (tx: Tx, rows: readonly object[]) =>
  tx.execute(sql`
    update devices d set
      previous_boot_id = case when d.boot_id is distinct from f.boot_id then d.boot_id else d.previous_boot_id end,
      boot_id = f.boot_id, agent_start_id = f.agent_start_id, start_reported_at = f.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as f(device int, boot_id text, agent_start_id text, cs_ver text, at timestamptz)
    where d.pk = f.device and (d.start_reported_at is null or d.start_reported_at <= f.at)
      and (d.boot_id, d.agent_start_id, d.cs_ver) is distinct from (f.boot_id, f.agent_start_id, coalesce(f.cs_ver, d.cs_ver))`);

/** The columns of `shown` in a row, with the place of devices that are approved. */
const shownOf = (row: 'd' | 'b') =>
  sql.raw(
    `jsonb_build_object(${shown
      .map((name) =>
        name === 'latitude' || name === 'longitude'
          ? `'${name}', case when ${row}.approval = 1 then ${row}.${name} end`
          : `'${name}', ${row}.${name}`,
      )
      .join(', ')})`,
  );

/**
 * The rows are locked, so that what `b` reads of them is what is replaced. An entry that is older than what is stored,
 * because it was claimed from a dead worker, changes nothing. Reports come every minute, so that those without a change
 * write no time either.
 */
const updateSystemInfo = (tx: Tx, rows: readonly object[]) =>
  tx.execute<Changed>(sql`
    update devices d set
      user_os_str = f.user_os_str, cs_ver = coalesce(f.cs_ver, d.cs_ver), s_pub_ip = f.s_pub_ip, s_pri_ip = f.s_pri_ip,
      ip_addr = f.ip_addr, netmask = f.netmask, gateway = f.gateway, dns = f.dns, mac_addr = coalesce(f.mac_addr, d.mac_addr),
      bios = f.bios, processor = f.processor, time_zone = f.time_zone,
      latitude = case when d.is_location_set then d.latitude else f.latitude end,
      longitude = case when d.is_location_set then d.longitude else f.longitude end,
      reported_latitude = f.latitude, reported_longitude = f.longitude, kms_addr = f.kms_addr, kms_port = f.kms_port,
      config_version = f.config_version, protocol = f.protocol, link = f.link, arch = f.arch, system_info_at = f.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(
      device int, user_os_str text, cs_ver text, s_pub_ip text, s_pri_ip text, ip_addr text, netmask text,
      gateway text, dns text, mac_addr text, bios text, processor text, time_zone text,
      latitude float8, longitude float8, kms_addr text, kms_port int, config_version bigint, protocol int, link text,
      arch text, at timestamptz) join devices b on b.pk = f.device
    where d.pk = f.device and (d.system_info_at is null or d.system_info_at <= f.at)
      and (d.user_os_str, d.cs_ver, d.s_pub_ip, d.s_pri_ip, d.ip_addr, d.netmask, d.gateway,
        d.dns, d.mac_addr, d.bios, d.processor, d.time_zone, d.reported_latitude, d.reported_longitude, d.kms_addr, d.kms_port,
        d.config_version, d.protocol, d.link, d.arch)
      is distinct from (f.user_os_str, coalesce(f.cs_ver, d.cs_ver), f.s_pub_ip, f.s_pri_ip, f.ip_addr, f.netmask, f.gateway,
        f.dns, coalesce(f.mac_addr, d.mac_addr), f.bios, f.processor, f.time_zone, f.latitude, f.longitude, f.kms_addr, f.kms_port,
        f.config_version, f.protocol, f.link, f.arch)
    returning d.pk, ${shownOf('b')} as before, ${shownOf('d')} as after`);
