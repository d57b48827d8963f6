import type { AlertCode, AlertThreshold } from '@vigil/shared/contract/alert';
import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { GroupNode } from '@vigil/shared/contract/group';
import type { GroupWithContactAliases, listGroups, ThresholdOfGroup } from '@vigil/shared/contract/http/groups';
import type { CompanyPk, GroupPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { insertInChunks } from '@vigil/shared/platform/db/in-chunks';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { alertThresholds } from '@vigil/shared/platform/db/schema/records';
import { selectPage } from '@vigil/shared/platform/db/select-page';
import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';

export type StoredGroup = typeof deviceGroups.$inferSelect;

/** Prevents moves of devices into groups that are being deleted. */
export const lockGroups = (tx: Tx, pks: readonly GroupPk[]) =>
  tx
    .select({ pk: deviceGroups.pk })
    .from(deviceGroups)
    .where(inArray(deviceGroups.pk, [...pks]))
    .for('update');

/** The screen reads the tree as a whole. */
const LARGEST_TREE = 50_000;

/** @param shown the groups that the caller may see; all of them when it is left out */
export const selectGroupPage = (tx: ReadTx, query: QueryOf<typeof listGroups>, shown?: ReadonlySet<GroupPk>) =>
  selectPage(tx, tx.select().from(deviceGroups).$dynamic(), {
    query,
    rules: {
      where: shown && inArray(deviceGroups.pk, [...shown]),
      sort: { name: deviceGroups.name, update_time: deviceGroups.updatedAt },
      key: deviceGroups.pk,
      atMost: LARGEST_TREE,
      search: { name: deviceGroups.name },
    },
  });

/** The parent of every group of the company. */
export async function selectParents(tx: ReadTx): Promise<Map<GroupPk, GroupPk | null>> {
  const rows = await tx.select({ pk: deviceGroups.pk, parent: deviceGroups.groupFk }).from(deviceGroups);
  return new Map(rows.map((row) => [row.pk, row.parent]));
}

export async function findGroup(tx: ReadTx, pk: GroupPk): Promise<StoredGroup | undefined> {
  const [row] = await tx.select().from(deviceGroups).where(eq(deviceGroups.pk, pk));
  return row;
}

export async function countDevicesByGroup(tx: ReadTx): Promise<Map<GroupPk, number>> {
  const rows = await tx.select({ group: devices.groupFk, count: count() }).from(devices).groupBy(devices.groupFk);
  return new Map(rows.map((row) => [row.group, row.count]));
}

export const countDevicesIn = (tx: ReadTx, groups: readonly GroupPk[]): Promise<number> =>
  tx.$count(devices, inArray(devices.groupFk, [...groups]));

export async function isSiblingNameUsed(
  tx: ReadTx,
  place: { name: string; parent: GroupPk | null; not?: GroupPk },
): Promise<boolean> {
  const rows = await tx
    .select({ pk: deviceGroups.pk })
    .from(deviceGroups)
    .where(
      and(
        sql`lower(${deviceGroups.name}) = lower(${place.name})`,
        place.parent === null ? isNull(deviceGroups.groupFk) : eq(deviceGroups.groupFk, place.parent),
      ),
    );
  return rows.some((row) => row.pk !== place.not);
}

/** A group and everything below it, itself first. */
export async function selectWithSubgroups(tx: ReadTx, pk: GroupPk): Promise<GroupPk[]> {
  const rows = await tx.execute<{ pk: GroupPk }>(sql`
    with recursive below as (
      select pk, 0 as depth from device_groups where pk = ${pk}
      union all select g.pk, depth + 1 from device_groups g join below on g.group_fk = below.pk
    ) select pk from below order by depth`);
  return rows.map((row) => row.pk);
}

export async function findDefaultGroup(tx: ReadTx): Promise<StoredGroup> {
  const [row] = await tx.select().from(deviceGroups).where(eq(deviceGroups.isDefault, 1));
  if (!row) throw new Error('a company without its default group');
  return row;
}

export const deleteGroups = (tx: Tx, pks: readonly GroupPk[]) =>
  tx.delete(deviceGroups).where(inArray(deviceGroups.pk, [...pks]));

export const wireNode = (row: StoredGroup): GroupNode => ({
  pk: row.pk,
  name: row.name,
  group_fk: row.groupFk,
  root_group_fk: row.rootGroupFk,
  company_fk: row.companyFk,
  flag_df_group: row.isDefault,
  flag_confirm: row.flagConfirm,
  dev_limit: row.deviceLimit,
  manager_name: row.managerName,
  manager_email: row.managerEmail,
  manager_phone: row.managerPhone,
  update_time: row.updatedAt.toISOString(),
});

/** A group as a wall screen gets it: without the people in charge of it (decision 71). */
export const hideManagerContacts = (group: GroupWithContactAliases): GroupWithContactAliases => ({
  ...group,
  manager_name: '',
  manager_email: '',
  manager_phone: '',
  email: '',
  phone: '',
});

export const wireGroup = (
  row: StoredGroup,
  extra: { devices: number; permitted: boolean },
): GroupWithContactAliases => ({
  ...wireNode(row),
  email: row.managerEmail,
  phone: row.managerPhone,
  has_permission: extra.permitted ? 1 : 0,
  device_count: extra.devices,
});

export async function selectThresholdsOfGroup(tx: ReadTx, pk: GroupPk): Promise<AlertThreshold[]> {
  const rows = await tx
    .select()
    .from(alertThresholds)
    .where(eq(alertThresholds.groupFk, pk))
    .orderBy(asc(alertThresholds.alertCode));
  return rows.map((row) => ({
    alert_code: row.alertCode,
    alert_time: row.minutes,
    alert_th_value: row.value,
  }));
}

/** The thresholds of some groups, with their names. */
export async function selectThresholdsOfGroups(tx: ReadTx, groups: readonly GroupPk[]): Promise<ThresholdOfGroup[]> {
  if (groups.length === 0) return [];
  return tx
    .select({
      alert_code: alertThresholds.alertCode,
      alert_time: alertThresholds.minutes,
      alert_th_value: alertThresholds.value,
      group_fk: deviceGroups.pk,
      group_name: deviceGroups.name,
    })
    .from(alertThresholds)
    .innerJoin(deviceGroups, eq(deviceGroups.pk, alertThresholds.groupFk))
    .where(inArray(alertThresholds.groupFk, [...groups]))
    .orderBy(asc(alertThresholds.alertCode), asc(deviceGroups.name));
}

/** There is one threshold of each code in a group. */
export const storeThreshold = (
  tx: Tx,
  company: CompanyPk,
  { pk, threshold }: { pk: GroupPk; threshold: AlertThreshold },
) => {
  const limits = { minutes: threshold.alert_time, value: threshold.alert_th_value };
  return tx
    .insert(alertThresholds)
    .values({ companyFk: company, groupFk: pk, alertCode: threshold.alert_code, ...limits })
    .onConflictDoUpdate({ target: [alertThresholds.groupFk, alertThresholds.alertCode], set: limits });
};

export const deleteThreshold = (tx: Tx, pk: GroupPk, code: AlertCode) =>
  tx.delete(alertThresholds).where(and(eq(alertThresholds.groupFk, pk), eq(alertThresholds.alertCode, code)));

export async function insertGroup(tx: Tx, group: typeof deviceGroups.$inferInsert): Promise<StoredGroup> {
  const [row] = await insertGroups(tx, [group]);
  if (!row) throw new Error('the group was not stored');
  return row;
}

/**
 * A group at the top inherits from none: it begins with the thresholds of the default group, so that its devices are
 * not silent.
 */
export async function insertGroups(
  tx: Tx,
  groups: readonly (typeof deviceGroups.$inferInsert)[],
): Promise<StoredGroup[]> {
  const rows = await insertInChunks(groups, (chunk) => tx.insert(deviceGroups).values(chunk).returning());
  const atTop = rows.filter(({ groupFk }) => groupFk === null).map(({ pk }) => pk);
  if (atTop.length > 0)
    await tx.execute(sql`
      insert into alert_thresholds (company_fk, group_fk, alert_code, alert_time, alert_th_value)
      select t.company_fk, device_groups.pk, t.alert_code, t.alert_time, t.alert_th_value
      from device_groups
        join device_groups d on d.company_fk = device_groups.company_fk and d.flag_df_group = 1
        join alert_thresholds t on t.group_fk = d.pk
      where ${whereKeyIn(deviceGroups.pk, atTop)}`);
  return rows;
}

/**
 * Changes groups. Their time is `at`, but always later than before: the clocks of two servers may differ, and browsers
 * tell an answer that is late by it.
 */
export const updateGroups = (
  tx: Tx,
  pks: readonly GroupPk[],
  { at, ...change }: Partial<Omit<StoredGroup, 'updatedAt'>> & { readonly at: Date },
): Promise<StoredGroup[]> =>
  tx
    .update(deviceGroups)
    .set({
      ...change,
      updatedAt: sql`greatest(${at.toISOString()}::timestamptz, ${deviceGroups.updatedAt} + interval '1 ms')`,
    })
    .where(inArray(deviceGroups.pk, [...pks]))
    .returning();

/** Moves the devices of some groups; returns them with the group that they left. */
export async function moveDevicesOfGroups(tx: Tx, from: readonly GroupPk[], to: GroupPk) {
  const inGroups = inArray(devices.groupFk, [...from]);
  const moved = await tx
    .select({ pk: devices.pk, from: devices.groupFk })
    .from(devices)
    .where(inGroups)
    .orderBy(asc(devices.pk))
    .for('update');
  await tx.update(devices).set({ groupFk: to }).where(inGroups);
  return moved;
}
