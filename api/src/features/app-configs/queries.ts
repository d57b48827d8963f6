import type { AppConfig } from '@vigil/shared/contract/http/app-configs';
import type { AppConfigPk, CompanyPk, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { groupsInSight } from '@vigil/shared/domain/sight';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { and, asc, desc, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';

export type StoredConfig = typeof appConfigs.$inferSelect;
type NewConfig = typeof appConfigs.$inferInsert;

/** One change of a company's configurations at a time: two at once could take the same name. */
export const lockConfigChanges = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451194, ${company})`);

export const whereAppConfigPk = (pk: AppConfigPk): SQL => eq(appConfigs.pk, pk);

/** Locks the configuration, so that it is assigned to no device or group until the transaction ends. */
export async function lockStoredConfig(tx: Tx, pk: AppConfigPk): Promise<StoredConfig | undefined> {
  const [config] = await tx.select().from(appConfigs).where(whereAppConfigPk(pk)).for('update');
  return config;
}

export const countConfigsOfCompany = (tx: ReadTx): Promise<number> => tx.$count(appConfigs);

export const isConfigNameUsed = async (tx: ReadTx, name: string, except: AppConfigPk | null): Promise<boolean> =>
  (await tx.$count(
    appConfigs,
    and(
      eq(sql`lower(${appConfigs.name})`, sql`lower(${name})`),
      except === null ? undefined : ne(appConfigs.pk, except),
    ),
  )) > 0;

export async function insertConfig(tx: Tx, config: NewConfig): Promise<AppConfigPk> {
  const [row] = await tx.insert(appConfigs).values(config).returning({ pk: appConfigs.pk });
  if (!row) throw new Error('the configuration was not stored');
  return row.pk;
}

export const updateConfig = (tx: Tx, pk: AppConfigPk, change: Partial<NewConfig>) =>
  tx
    .update(appConfigs)
    .set({ ...change, version: sql`${appConfigs.version} + 1` })
    .where(whereAppConfigPk(pk));

export const removeConfig = (tx: Tx, pk: AppConfigPk) => tx.delete(appConfigs).where(whereAppConfigPk(pk));

/** Detaches a configuration from the devices and groups that use it, which inherit from then on. @returns them */
export async function detachConfigEverywhere(
  tx: Tx,
  pk: AppConfigPk,
): Promise<{ devices: DevicePk[]; groups: GroupPk[] }> {
  const cleared = { appConfigFk: null };
  const from = await tx.update(devices).set(cleared).where(eq(devices.appConfigFk, pk)).returning({ pk: devices.pk });
  const groups = await tx
    .update(deviceGroups)
    .set(cleared)
    .where(eq(deviceGroups.appConfigFk, pk))
    .returning({ pk: deviceGroups.pk });
  return { devices: from.map((row) => row.pk), groups: groups.map((row) => row.pk) };
}

/** Devices to which the configuration is assigned directly, not by a group. */
export async function selectConfigDevices(tx: ReadTx, pk: AppConfigPk): Promise<DevicePk[]> {
  const rows = await tx.select({ pk: devices.pk }).from(devices).where(eq(devices.appConfigFk, pk));
  return rows.map((row) => row.pk);
}

interface Use {
  readonly device_count: number;
  readonly group_count: number;
  readonly reach_count: number;
}

/**
 * How many devices and groups that the caller sees use each configuration; a device that it reaches in two ways counts
 * once.
 */
async function countUses(tx: ReadTx, caller: Caller): Promise<Map<AppConfigPk, Use>> {
  const seen = whereInSight(caller) ?? sql`true`;
  const groups = groupsInSight(caller.sight);
  const seenGroups = groups === 'all' ? sql`true` : sql`g.pk = any(${sql.param([...groups])}::int[])`;
  const rows = await tx.execute<{ pk: AppConfigPk } & Use & Record<string, unknown>>(sql`
    with recursive below as (
      select app_config_fk as config, pk from device_groups where app_config_fk is not null
      union select below.config, g.pk from device_groups g join below on g.group_fk = below.pk
    ), reached as (
      select ${devices.appConfigFk} as config, ${devices.pk} as device from ${devices}
        where ${devices.appConfigFk} is not null and ${seen}
      union select below.config, ${devices.pk} from ${devices} join below on below.pk = ${devices.groupFk} where ${seen}
    )
    select c.pk,
      (select count(*)::int from ${devices} where ${devices.appConfigFk} = c.pk and ${seen}) as device_count,
      (select count(*)::int from device_groups g where g.app_config_fk = c.pk and ${seenGroups}) as group_count,
      case when c.flag_df_config = 1 then (select count(*)::int from ${devices} where ${seen})
        else (select count(*)::int from reached where reached.config = c.pk) end as reach_count
    from app_configs c`);
  return new Map(
    rows.map(({ pk, device_count, group_count, reach_count }) => [pk, { device_count, group_count, reach_count }]),
  );
}

const NO_USE: Use = { device_count: 0, group_count: 0, reach_count: 0 };

/** The configurations of the company, the default one first. */
export async function selectAppConfigs(tx: ReadTx, caller: Caller, condition?: SQL): Promise<AppConfig[]> {
  const rows = await tx
    .select()
    .from(appConfigs)
    .where(condition)
    .orderBy(desc(appConfigs.isDefault), asc(sql`lower(${appConfigs.name})`), asc(appConfigs.pk));
  const uses = await countUses(tx, caller);
  return rows.map(({ pk, name, description, config, isDefault, version, updatedAt }) => ({
    pk,
    config_name: name,
    description,
    config,
    flag_df_config: isDefault,
    version,
    updated_at: updatedAt.toISOString(),
    ...(uses.get(pk) ?? NO_USE),
  }));
}
