import type { CompanyPk, DevicePk, DeviceGuid, RolloutPk } from '@vigil/shared/contract/ids';
import type { RolloutOutcome } from '@vigil/shared/contract/rollout-rules';
import { finalCommandStates } from '@vigil/shared/domain/command-life';
import { ADMINISTRATOR_TYPE } from '@vigil/shared/domain/member-types';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { agentRolloutDevices, agentRollouts } from '@vigil/shared/platform/db/schema/releases';
import { users } from '@vigil/shared/platform/db/schema/users';
import { and, eq, gte, inArray, isNotNull, isNull, lte, notInArray, sql } from 'drizzle-orm';

export type Rollout = typeof agentRollouts.$inferSelect;

const BATCH = 1_000;

/** How often a device was told since the rollout began, by the ledger. */
const countAttempts = sql<number>`(
  select count(*)::int from commands c
  where c.device_fk = ${agentRolloutDevices.deviceFk} and c.created_at >= ${agentRollouts.createdAt}
    and c.type = 'update' and c.args ->> 'version' = ${agentRollouts.version})`;

/** Devices whose command has ended, locked, so that one process decides about each. */
export const lockEndedRolloutDevices = (tx: Tx) =>
  tx
    .select({
      rollout: agentRolloutDevices.rolloutFk,
      n: agentRolloutDevices.n,
      state: commands.state,
      message: commands.message,
      attempts: countAttempts,
    })
    .from(agentRolloutDevices)
    .innerJoin(agentRollouts, eq(agentRollouts.pk, agentRolloutDevices.rolloutFk))
    .innerJoin(commands, eq(commands.id, agentRolloutDevices.commandFk))
    .where(and(isNull(agentRolloutDevices.outcome), inArray(commands.state, finalCommandStates)))
    .limit(BATCH)
    .for('update', { of: agentRolloutDevices, skipLocked: true });

interface Decision {
  readonly rollout: RolloutPk;
  readonly n: number;
  /** Null: its device is asked again later. */
  readonly outcome: RolloutOutcome | null;
  readonly reason: string | null;
  /** When it was decided, or from when on its device is asked again. */
  readonly at: Date;
}

export const recordRolloutDeviceOutcomes = (tx: Tx, decisions: readonly Decision[]) =>
  tx.execute(sql`
    update agent_rollout_devices r set
      outcome = f.outcome, reason = f.reason, decided_at = f.at,
      command_fk = case when f.outcome is null then null else r.command_fk end
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as f(rollout int, n int, outcome text, reason text, at timestamptz)
    where r.rollout_fk = f.rollout and r.n = f.n and r.outcome is null`);

export const selectRunningRollouts = (tx: ReadTx): Promise<{ pk: RolloutPk; company: CompanyPk }[]> =>
  tx
    .select({ pk: agentRollouts.pk, company: agentRollouts.companyFk })
    .from(agentRollouts)
    .where(eq(agentRollouts.state, 'running'));

/** A running rollout that no other process works on, locked. */
export async function lockRunningRollout(tx: Tx, pk: RolloutPk): Promise<Rollout | undefined> {
  const [row] = await tx
    .select()
    .from(agentRollouts)
    .where(and(eq(agentRollouts.pk, pk), eq(agentRollouts.state, 'running')))
    .for('update', { skipLocked: true });
  return row;
}

/** Whether the user who runs the rollout may update devices still: only administrators run rollouts. */
export async function isIssuerAllowed(tx: ReadTx, { issuedBy }: Rollout): Promise<boolean> {
  if (issuedBy === null) return false;
  const found = await tx
    .select({ pk: users.pk })
    .from(users)
    .where(and(eq(users.pk, issuedBy), eq(users.active, true), eq(users.type, ADMINISTRATOR_TYPE)));
  return found.length > 0;
}

export const changeRollout = (
  tx: Tx,
  pk: RolloutPk,
  change: Pick<typeof agentRollouts.$inferInsert, 'state' | 'reason' | 'finishedAt'>,
) => tx.update(agentRollouts).set(change).where(eq(agentRollouts.pk, pk));

export const countRolloutParticipants = (tx: ReadTx, pk: RolloutPk) =>
  tx.$count(agentRolloutDevices, and(eq(agentRolloutDevices.rolloutFk, pk), gte(agentRolloutDevices.n, 1)));

export async function countOutcomesInShare(tx: ReadTx, pk: RolloutPk, deviceCount: number) {
  const { outcome, commandFk } = agentRolloutDevices;
  const [row] = await tx
    .select({
      undecided: sql<number>`(count(*) filter (where ${outcome} is null))::int`,
      open: sql<number>`(count(*) filter (where ${outcome} is null and ${commandFk} is not null))::int`,
      done: sql<number>`(count(*) filter (where ${outcome} = 'done'))::int`,
      failed: sql<number>`(count(*) filter (where ${outcome} = 'failed'))::int`,
    })
    .from(agentRolloutDevices)
    .where(and(eq(agentRolloutDevices.rolloutFk, pk), lte(agentRolloutDevices.n, deviceCount)));
  return row ?? { undecided: 0, open: 0, done: 0, failed: 0 };
}

/** The systems of the devices of a share that are not decided yet. */
export const selectUndecidedDevicePlatforms = (tx: ReadTx, pk: RolloutPk, share: number) =>
  tx
    .selectDistinct({ osId: devices.osId, arch: devices.arch })
    .from(agentRolloutDevices)
    .innerJoin(devices, eq(devices.pk, agentRolloutDevices.deviceFk))
    .where(
      and(
        eq(agentRolloutDevices.rolloutFk, pk),
        lte(agentRolloutDevices.n, share),
        isNull(agentRolloutDevices.outcome),
      ),
    );

/** Devices that were deleted since take no part. */
export const skipDeletedRolloutDevices = (tx: Tx, pk: RolloutPk, at: Date) =>
  tx
    .update(agentRolloutDevices)
    .set({ outcome: 'skipped', reason: 'agent_deleted', decidedAt: at })
    .where(
      and(
        eq(agentRolloutDevices.rolloutFk, pk),
        isNull(agentRolloutDevices.outcome),
        isNull(agentRolloutDevices.commandFk),
        notInArray(agentRolloutDevices.deviceFk, tx.select({ pk: devices.pk }).from(devices)),
      ),
    );

/** The time zones of the devices that wait. */
export async function selectWaitingTimeZones(tx: ReadTx, pk: RolloutPk): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ zone: devices.timeZone })
    .from(agentRolloutDevices)
    .innerJoin(devices, eq(devices.pk, agentRolloutDevices.deviceFk))
    .where(
      and(eq(agentRolloutDevices.rolloutFk, pk), isNull(agentRolloutDevices.outcome), isNotNull(devices.timeZone)),
    );
  return rows.flatMap(({ zone }) => zone ?? []);
}

/** A device that can be updated now. */
export interface NextRolloutDevice extends Record<string, unknown> {
  readonly n: number;
  readonly pk: DevicePk;
  readonly guid: DeviceGuid;
  readonly alias: string;
  readonly version: string | null;
}

export interface NextRolloutDevicesQuery {
  readonly share: number;
  readonly room: number;
  readonly at: Date;
  /** The hours of the day in each time zone, and the one in UTC for all others. */
  readonly hours: readonly { readonly zone: string; readonly hours: readonly number[] }[];
  readonly utcHour: number;
}

/**
 * The next devices, in their order: online, without a remote session, and within the hour of updates that the nearest
 * configuration names.
 */
export const selectNextRolloutDevices = (tx: ReadTx, pk: RolloutPk, rules: NextRolloutDevicesQuery) =>
  tx.execute<NextRolloutDevice>(sql`
    with recursive tree as (
      select g.pk, coalesce(c.config -> 'update_hour', f.config -> 'update_hour') as hour
      from device_groups g
        left join app_configs c on c.pk = g.app_config_fk
        left join app_configs f on f.company_fk = g.company_fk and f.flag_df_config = 1
      where g.group_fk is null
      union all
      select g.pk, coalesce(c.config -> 'update_hour', tree.hour)
      from device_groups g join tree on tree.pk = g.group_fk left join app_configs c on c.pk = g.app_config_fk
    ), waiting as (
      select r.rollout_fk, r.n, d.pk, d.guid, d.alias, d.cs_ver as version, coalesce(z.hours, jsonb_build_array(${rules.utcHour}::int)) as now,
        (coalesce(o.config -> 'update_hour', tree.hour) #>> '{}')::int as hour
      from agent_rollout_devices r
        join devices d on d.pk = r.device_fk
        join tree on tree.pk = d.device_group_fk
        left join app_configs o on o.pk = d.app_config_fk
        left join jsonb_to_recordset(${JSON.stringify(rules.hours)}::jsonb) as z(zone text, hours jsonb) on z.zone = d.time_zone
      where r.rollout_fk = ${pk} and r.n <= ${rules.share} and r.command_fk is null and r.outcome is null
        and (r.decided_at is null or r.decided_at <= ${rules.at.toISOString()}::timestamptz)
        and d.alive = 1 and d.approval = 1
        and not exists (
          select from remote_sessions s where s.device_fk = d.pk and s.start_time is not null and s.end_time is null)
    )
    select n, pk, guid, alias, version from waiting where hour is null or now @> to_jsonb(hour)
    order by n limit ${rules.room}`);

export const setRolloutDeviceCommands = (
  tx: Tx,
  pk: RolloutPk,
  rows: readonly { readonly n: number; readonly id: string }[],
) =>
  tx.execute(sql`
    update agent_rollout_devices r set command_fk = f.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(n int, id uuid)
    where r.rollout_fk = ${pk} and r.n = f.n`);
