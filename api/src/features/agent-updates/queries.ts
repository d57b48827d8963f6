import type { Rollout, RolloutDevice } from '@vigil/shared/contract/http/agent-updates';
import type { DevicePk, GroupPk, RolloutPk } from '@vigil/shared/contract/ids';
import { MAX_BULK_DEVICES } from '@vigil/shared/contract/limits';
import { deviceCountOfShare } from '@vigil/shared/contract/rollout-rules';
import { groupsInSight, seesGroup } from '@vigil/shared/domain/sight';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereInScope, whereInSight } from '@vigil/shared/platform/db/device-scope';
import { insertRows } from '@vigil/shared/platform/db/insert-rows';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { agentReleases, agentRolloutDevices, agentRollouts } from '@vigil/shared/platform/db/schema/releases';
import { and, asc, count, desc, eq, exists, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';

const MAX_ROLLOUTS = 50;

/** Why a device was left out at the start of a rollout. */
export const UPDATES_DISABLED_REASON = 'updates_disabled';

type Stored = typeof agentRollouts.$inferSelect;

/** When each release was published, by version. */
export async function selectReleasePublishTimes(tx: ReadTx): Promise<ReadonlyMap<string, Date>> {
  const rows = await tx
    .select({ version: agentReleases.version, at: agentReleases.publishedAt })
    .from(agentReleases)
    .where(isNull(agentReleases.withdrawnAt));
  return new Map(rows.map(({ version, at }) => [version, at]));
}

/** How many devices run which version, and of these, for how many another one is the newest. */
export const countDevicesByVersion = (tx: ReadTx, caller: Caller) =>
  tx
    .select({ version: devices.agentVersion, latest: devices.latestVersion, devices: count() })
    .from(devices)
    .where(and(isNotNull(devices.agentVersion), whereInSight(caller)))
    .groupBy(devices.agentVersion, devices.latestVersion);

/** One rollout of a company is started at a time: no device takes part in two. */
export const lockRolloutStart = (tx: Tx, company: Caller['company']) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451197, ${company})`);

export async function findVisibleGroup(tx: ReadTx, caller: Caller, pk: GroupPk) {
  if (!seesGroup(caller.sight, pk)) return undefined;
  const [group] = await tx.select({ name: deviceGroups.name }).from(deviceGroups).where(eq(deviceGroups.pk, pk));
  return group;
}

/** Devices of which the nearest configuration that names commands leaves out updates. RLS holds it to the company. */
export async function selectUpdateDisabledDevices(tx: ReadTx): Promise<ReadonlySet<DevicePk>> {
  const rows = await tx.execute<{ pk: DevicePk }>(sql`
    with recursive tree as (
      select g.pk, coalesce(c.config -> 'allowed_commands', f.config -> 'allowed_commands') as allowed
      from device_groups g
        left join app_configs c on c.pk = g.app_config_fk
        left join app_configs f on f.company_fk = g.company_fk and f.flag_df_config = 1
      where g.group_fk is null
      union all
      select g.pk, coalesce(c.config -> 'allowed_commands', tree.allowed)
      from device_groups g join tree on tree.pk = g.group_fk left join app_configs c on c.pk = g.app_config_fk
    ), limited as (
      select d.pk, coalesce(o.config -> 'allowed_commands', tree.allowed) as allowed
      from devices d
        join tree on tree.pk = d.device_group_fk
        left join app_configs o on o.pk = d.app_config_fk
    )
    select pk from limited where jsonb_typeof(allowed) = 'array' and not allowed ? 'update'`);
  return new Set(rows.map(({ pk }) => pk));
}

/** Approved devices of a group, or of the company, and whether an open rollout is about to update them. */
export const selectRolloutCandidates = (tx: ReadTx, caller: Caller, group: GroupPk | null) => {
  const claimed = tx
    .select({ n: agentRolloutDevices.n })
    .from(agentRolloutDevices)
    .innerJoin(agentRollouts, eq(agentRollouts.pk, agentRolloutDevices.rolloutFk))
    .where(
      and(
        eq(agentRolloutDevices.deviceFk, devices.pk),
        isNull(agentRolloutDevices.outcome),
        inArray(agentRollouts.state, ['running', 'paused']),
      ),
    );
  return (
    tx
      .select({
        pk: devices.pk,
        alias: devices.alias,
        osId: devices.osId,
        arch: devices.arch,
        version: devices.agentVersion,
        latest: devices.latestVersion,
        isClaimed: sql<boolean>`${exists(claimed)}`,
      })
      .from(devices)
      .where(and(whereInScope(group ?? 'all'), whereInSight(caller), eq(devices.approval, 1)))
      // What is over the limit belongs to the next rollout, so what another one holds counts last.
      .orderBy(exists(claimed), devices.pk)
      .limit(MAX_BULK_DEVICES)
  );
};

export async function insertRollout(tx: Tx, row: typeof agentRollouts.$inferInsert): Promise<Stored> {
  const [added] = await tx.insert(agentRollouts).values(row).returning();
  if (!added) throw new Error('the rollout was not stored');
  return added;
}

export const insertRolloutDevices = (tx: Tx, rows: readonly (typeof agentRolloutDevices.$inferInsert)[]) =>
  insertRows(tx, agentRolloutDevices, rows);

/** Of the groups that the caller sees; a rollout of the whole company is for those who see all of it. */
const visibleRollouts = ({ sight }: Caller): SQL | undefined => {
  const groups = groupsInSight(sight);
  return groups === 'all' ? undefined : inArray(agentRollouts.groupFk, [...groups]);
};

export async function lockRollout(tx: Tx, caller: Caller, pk: RolloutPk): Promise<Stored | undefined> {
  const [row] = await tx
    .select()
    .from(agentRollouts)
    .where(and(eq(agentRollouts.pk, pk), visibleRollouts(caller)))
    .for('update');
  return row;
}

export const updateRollout = (tx: Tx, pk: RolloutPk, change: Partial<typeof agentRollouts.$inferInsert>) =>
  tx.update(agentRollouts).set(change).where(eq(agentRollouts.pk, pk));

export async function selectRollouts(tx: ReadTx, caller: Caller, pk?: RolloutPk): Promise<Rollout[]> {
  const rows = await tx
    .select()
    .from(agentRollouts)
    .where(and(visibleRollouts(caller), pk === undefined ? undefined : eq(agentRollouts.pk, pk)))
    .orderBy(desc(agentRollouts.createdAt))
    .limit(MAX_ROLLOUTS);
  const counts = await countAll(
    tx,
    rows.map((row) => row.pk),
  );
  return rows.map((row) => wire(row, counts.get(row.pk)));
}

const { rolloutFk, outcome, commandFk, n } = agentRolloutDevices;
const counted = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;

async function countAll(tx: ReadTx, pks: readonly RolloutPk[]) {
  if (pks.length === 0) return new Map<RolloutPk, never>();
  // As `shareOf`.
  const inShare = sql`${n} <= ceil((select count(*) from agent_rollout_devices t where t.rollout_fk = ${agentRollouts.pk} and t.n > 0)
    * ${agentRollouts.percent} / 100.0)`;
  const rows = await tx
    .select({
      pk: rolloutFk,
      total: counted(sql`${n} > 0`),
      waiting: counted(sql`${outcome} is null and ${commandFk} is null and ${inShare}`),
      open: counted(sql`${outcome} is null and ${commandFk} is not null`),
      done: counted(sql`${outcome} = 'done'`),
      failed: counted(sql`${outcome} = 'failed'`),
      skipped: counted(sql`${outcome} = 'skipped' and ${n} > 0`),
      disabled: counted(sql`${n} <= 0`),
    })
    .from(agentRolloutDevices)
    .innerJoin(agentRollouts, eq(agentRollouts.pk, rolloutFk))
    .where(inArray(rolloutFk, [...pks]))
    .groupBy(rolloutFk);
  return new Map(rows.map(({ pk, ...counts }) => [pk, counts]));
}

type Counted = Omit<Rollout['counts'], 'share'>;
const NO_COUNTS: Counted = { total: 0, waiting: 0, open: 0, done: 0, failed: 0, skipped: 0, disabled: 0 };

const wire = (row: Stored, counts: Counted = NO_COUNTS): Rollout => ({
  pk: row.pk,
  device_group_fk: row.groupFk,
  device_group_name: row.groupName,
  version: row.version,
  percent: row.percent,
  failure_percent: row.failurePercent,
  least_decided: row.leastDecided,
  state: row.state,
  reason: row.reason,
  issuer_name: row.issuerName,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
  counts: { ...counts, share: deviceCountOfShare(counts.total, row.percent) },
});

/** Failures first, then what is under way. A device that was deleted is shown to those who see all groups. */
export async function selectRolloutDevices(tx: ReadTx, caller: Caller, pk: RolloutPk): Promise<RolloutDevice[]> {
  const seen = tx
    .select({ pk: devices.pk })
    .from(devices)
    .where(and(eq(devices.pk, agentRolloutDevices.deviceFk), whereInSight(caller)));
  const rank = sql`case when ${outcome} = 'failed' then 0 when ${outcome} is null and ${commandFk} is not null then 1
    when ${outcome} is null then 2 else 3 end`;
  const rows = await tx
    .select()
    .from(agentRolloutDevices)
    .where(and(eq(rolloutFk, pk), caller.sight === 'all' ? undefined : exists(seen)))
    .orderBy(rank, asc(n))
    .limit(MAX_BULK_DEVICES);
  return rows.map((row) => ({
    device_pk: row.deviceFk,
    device_alias: row.deviceAlias,
    state: row.outcome ?? (row.commandFk === null ? 'waiting' : 'open'),
    reason: row.reason,
    decided_at: row.decidedAt?.toISOString() ?? null,
  }));
}
