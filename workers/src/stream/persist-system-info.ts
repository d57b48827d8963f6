import { sql } from 'drizzle-orm';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { Change } from '@vigil/shared/platform/fleet/change';
import { commitFleetChange } from '@vigil/shared/platform/fleet/commit-fleet-change';
import type { Deps } from '../deps.ts';
import { recordHardware, type Sighting } from './persist-hardware.ts';
import type { EntryOf } from '@vigil/shared/platform/redis/stream';

interface Changed extends Record<string, unknown> {
  readonly pk: DevicePk;
  readonly user_os_str: string;
  readonly cs_ver: string;
  readonly s_pub_ip: string;
  readonly s_pri_ip: string;
  readonly mac_addr: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly config_version: string | null;
}

/** The driver gives a 64-bit number as text. */
const changeOf = ({ pk, config_version: version, ...patch }: Changed): Change => ({
  t: 'device_changed',
  device_pk: pk,
  patch: { ...patch, config_version: version === null ? null : Number(version) },
});

/** When an entry was appended: its id begins with the milliseconds. */
const timeOf = (id: string): string => new Date(Number.parseInt(id, 10)).toISOString();

/** The hardware that an agent named, by the time of its entry; agents of earlier versions name none. */
const sightingOf = ({ id, data: { device, systemInfo } }: EntryOf<'system_info'>): Sighting[] =>
  systemInfo.hardware
    ? [{ ...systemInfo.hardware, device, s_pub_ip: systemInfo.s_pub_ip, at: Number.parseInt(id, 10), connected: true }]
    : [];

/**
 * Writes the system information that agents report. Only rows that differ are written and published; where a device is, only once
 * it is approved.
 */
export async function persistSystemInfo(deps: Deps, entries: readonly EntryOf<'system_info'>[]): Promise<void> {
  for (const [company, own] of Map.groupBy(entries, (entry) => entry.company)) {
    const rows = [
      ...new Map(
        own.map(({ id, data: { device, systemInfo } }) => [device, { ...systemInfo, device, at: timeOf(id) }]),
      ).values(),
    ];
    await commitFleetChange(deps, company, async (tx) => {
      const seen = await recordHardware(tx, own.flatMap(sightingOf));
      await updateStarts(tx, rows);
      return { value: undefined, changes: [...seen, ...(await updateSystemInfo(tx, rows)).map(changeOf)] };
    });
  }
}

/**
 * Before the rest, and apart from what consoles show: a new start alone is no change for them. An entry that is older than what is
 * stored, because it was claimed from a dead worker, changes nothing.
 */
const updateStarts = (tx: Tx, rows: readonly object[]) =>
  tx.execute(sql`
    update devices d set boot_id = f.boot_id, agent_start_id = f.agent_start_id, start_reported_at = f.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as f(device int, boot_id text, agent_start_id text, cs_ver text, at timestamptz)
    where d.pk = f.device and (d.start_reported_at is null or d.start_reported_at <= f.at)
      and (d.boot_id, d.agent_start_id, d.cs_ver) is distinct from (f.boot_id, f.agent_start_id, f.cs_ver)`);

const updateSystemInfo = (tx: Tx, rows: readonly object[]) =>
  tx.execute<Changed>(sql`
    update devices d set
      user_os_str = f.user_os_str, cs_ver = f.cs_ver, s_pub_ip = f.s_pub_ip, s_pri_ip = f.s_pri_ip,
      ip_addr = f.ip_addr, netmask = f.netmask, gateway = f.gateway, dns = f.dns, mac_addr = f.mac_addr,
      bios = f.bios, processor = f.processor, time_zone = f.time_zone,
      latitude = f.latitude, longitude = f.longitude, kms_addr = f.kms_addr, kms_port = f.kms_port,
      config_version = f.config_version, protocol = f.protocol, link = f.link, arch = f.arch
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(
      device int, user_os_str text, cs_ver text, s_pub_ip text, s_pri_ip text, ip_addr text, netmask text,
      gateway text, dns text, mac_addr text, bios text, processor text, time_zone text,
      latitude float8, longitude float8, kms_addr text, kms_port int, config_version bigint, protocol int, link text,
      arch text)
    where d.pk = f.device and (d.user_os_str, d.cs_ver, d.s_pub_ip, d.s_pri_ip, d.ip_addr, d.netmask, d.gateway,
        d.dns, d.mac_addr, d.bios, d.processor, d.time_zone, d.latitude, d.longitude, d.kms_addr, d.kms_port,
        d.config_version, d.protocol, d.link, d.arch)
      is distinct from (f.user_os_str, f.cs_ver, f.s_pub_ip, f.s_pri_ip, f.ip_addr, f.netmask, f.gateway,
        f.dns, f.mac_addr, f.bios, f.processor, f.time_zone, f.latitude, f.longitude, f.kms_addr, f.kms_port,
        f.config_version, f.protocol, f.link, f.arch)
    returning d.pk, d.config_version, d.user_os_str, d.cs_ver, d.s_pub_ip, d.s_pri_ip, d.mac_addr,
      case when d.approval = 1 then d.latitude end as latitude,
      case when d.approval = 1 then d.longitude end as longitude`);
