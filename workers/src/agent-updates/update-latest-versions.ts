import { updateChannels } from '@vigil/shared/contract/app-config-rules';
import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { releaseArchs, releaseSystemOfOs } from '@vigil/shared/contract/release';
import { publishFleetOnCommit, commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { runForEachCompany } from '@vigil/shared/platform/each-company';
import { deviceChangesOf } from '@vigil/shared/platform/fleet/change';
import {
  newestReleaseForDevice,
  selectTrustedPublishedReleases,
  type TrustedRelease,
} from '@vigil/shared/platform/releases';
import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

const BATCH = 1_000;

/** The newest version for each system, processor and channel. */
const newestVersions = (releases: readonly TrustedRelease[]) =>
  Object.keys(releaseSystemOfOs).flatMap((os) =>
    releaseArchs.flatMap((arch) =>
      updateChannels.flatMap((channel) => {
        const release = newestReleaseForDevice(releases, { osId: Number(os), arch }, channel);
        return release ? [{ os: Number(os), arch, channel, version: release.manifest.version }] : [];
      }),
    ),
  );

interface Outdated extends Record<string, unknown> {
  readonly company: CompanyPk;
  readonly pk: DevicePk;
  readonly version: string | null;
}

/**
 * Devices whose newest version is another than the stored one. The channel is that of the nearest configuration that
 * names one.
 */
const selectChanged = (tx: ReadTx, newest: readonly object[]) =>
  tx.execute<Outdated>(sql`
    with recursive newest as (
      select * from jsonb_to_recordset(${JSON.stringify(newest)}::jsonb)
        as n(os int, arch text, channel text, version text)
    ), tree as (
      select g.pk, coalesce(c.config ->> 'update_channel', f.config ->> 'update_channel', 'stable') as channel
      from device_groups g
        left join app_configs c on c.pk = g.app_config_fk
        left join app_configs f on f.company_fk = g.company_fk and f.flag_df_config = 1
      where g.group_fk is null
      union all
      select g.pk, coalesce(c.config ->> 'update_channel', tree.channel)
      from device_groups g join tree on tree.pk = g.group_fk left join app_configs c on c.pk = g.app_config_fk
    )
    select d.company_fk as company, d.pk, n.version
    from devices d
      join tree on tree.pk = d.device_group_fk
      left join app_configs o on o.pk = d.app_config_fk
      left join newest n on n.os = d.dev_os_id and n.arch = d.arch
        and n.channel = coalesce(o.config ->> 'update_channel', tree.channel)
    where d.latest_ver is distinct from n.version
    limit ${BATCH}`);

/** @returns the devices whose row is another now */
const store = (tx: Tx, rows: readonly Outdated[]) =>
  tx.execute<Outdated>(sql`
    update devices d set latest_ver = f.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(pk int, version text)
    where d.pk = f.pk and d.latest_ver is distinct from f.version
    returning d.company_fk as company, d.pk, d.latest_ver as version`);

/**
 * Keeps `latest_ver` of every device: after a release was published or withdrawn, after a device has said what it is,
 * and after its update channel has changed. Several processes may run it at once.
 */
export async function updateDeviceLatestVersions({ database, redis, log }: Deps): Promise<void> {
  const changed = await database.readAll(async (tx) =>
    selectChanged(tx, newestVersions(await selectTrustedPublishedReleases(tx))),
  );
  const fleets = [...Map.groupBy(changed, (row) => row.company)].map(([company, rows]) => ({ company, rows }));
  await runForEachCompany(log, fleets, ({ company, rows }) =>
    commitChange({ database, redis, log }, company, async (tx) => {
      const stored = await store(tx, rows);
      const changes = deviceChangesOf(stored.map(({ pk, version }) => ({ pk, patch: { latest_ver: version } })));
      publishFleetOnCommit(tx, changes);
      return stored.length;
    }),
  );
}
