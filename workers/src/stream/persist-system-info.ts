import { sql } from 'drizzle-orm';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { Change } from '@vigil/shared/platform/fleet/change';
import { commitFleetChange } from '@vigil/shared/platform/fleet/commit-fleet-change';
import type { Deps } from '../deps.ts';
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
}

const changeOf = ({ pk, ...patch }: Changed): Change => ({
  t: 'device_changed',
  device_pk: pk,
  patch: { ...patch, latest_ver: patch.cs_ver },
});

/** Writes the system information that agents report. Only rows that differ are written and published. */
export async function persistSystemInfo(deps: Deps, entries: readonly EntryOf<'system_info'>[]): Promise<void> {
  for (const [company, own] of Map.groupBy(entries, (entry) => entry.company)) {
    const rows = [
      ...new Map(own.map(({ data }) => [data.device, { device: data.device, ...data.systemInfo }])).values(),
    ];
    await commitFleetChange(deps, company, async (tx) => ({
      value: undefined,
      changes: (await updateSystemInfo(tx, rows)).map(changeOf),
    }));
  }
}

const updateSystemInfo = (tx: Tx, rows: readonly object[]) =>
  tx.execute<Changed>(sql`
    update devices d set
      user_os_str = f.user_os_str, cs_ver = f.cs_ver, s_pub_ip = f.s_pub_ip, s_pri_ip = f.s_pri_ip,
      ip_addr = f.ip_addr, netmask = f.netmask, gateway = f.gateway, dns = f.dns, mac_addr = f.mac_addr,
      bios = f.bios, processor = f.processor, time_zone = f.time_zone,
      latitude = f.latitude, longitude = f.longitude, kms_addr = f.kms_addr, kms_port = f.kms_port,
      config_version = f.config_version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(
      device int, user_os_str text, cs_ver text, s_pub_ip text, s_pri_ip text, ip_addr text, netmask text,
      gateway text, dns text, mac_addr text, bios text, processor text, time_zone text,
      latitude float8, longitude float8, kms_addr text, kms_port int, config_version bigint)
    where d.pk = f.device and (d.user_os_str, d.cs_ver, d.s_pub_ip, d.s_pri_ip, d.ip_addr, d.netmask, d.gateway,
        d.dns, d.mac_addr, d.bios, d.processor, d.time_zone, d.latitude, d.longitude, d.kms_addr, d.kms_port,
        d.config_version)
      is distinct from (f.user_os_str, f.cs_ver, f.s_pub_ip, f.s_pri_ip, f.ip_addr, f.netmask, f.gateway,
        f.dns, f.mac_addr, f.bios, f.processor, f.time_zone, f.latitude, f.longitude, f.kms_addr, f.kms_port,
        f.config_version)
    returning d.pk, d.user_os_str, d.cs_ver, d.s_pub_ip, d.s_pri_ip, d.mac_addr, d.latitude, d.longitude`);
