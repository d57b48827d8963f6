import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { readWakeReadiness } from '@vigil/shared/contract/http/wakes';
import type { CommandId, DevicePk } from '@vigil/shared/contract/ids';
import { MAX_BULK_DEVICES } from '@vigil/shared/contract/limits';
import { senderSystems } from '@vigil/shared/domain/wake-senders';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereInScope, whereInSight } from '@vigil/shared/platform/db/device-scope';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { whereHistoryVisible } from '@vigil/shared/platform/histories/visibility';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, max, or, sql, type Column } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Caller } from '../../../identity/sessions/caller.ts';
import { commandTargetColumns, type CommandTarget } from '../queries.ts';

/** One parameter for any number of public addresses: it does not grow with their number. */
const hasAddress = (publicIps: readonly string[]) =>
  sql`${devices.publicIp} in (select jsonb_array_elements_text(${JSON.stringify(publicIps)}::jsonb))`;

/** The devices that could send a packet to a network with one of these public addresses, once they are online. */
export const selectWakeSenders = (tx: ReadTx, caller: Caller, publicIps: readonly string[]): Promise<CommandTarget[]> =>
  tx
    .select(commandTargetColumns)
    .from(devices)
    .where(
      and(
        hasAddress(publicIps),
        inArray(devices.osId, [...senderSystems]),
        eq(devices.approval, 1),
        whereInSight(caller),
      ),
    );

/** Devices with one of these public addresses, and `pks`. */
export const selectApprovedTargets = (
  tx: ReadTx,
  caller: Caller,
  { publicIps, pks }: { publicIps: readonly string[]; pks: readonly DevicePk[] },
): Promise<CommandTarget[]> =>
  tx
    .select(commandTargetColumns)
    .from(devices)
    .where(and(or(hasAddress(publicIps), whereKeyIn(devices.pk, pks)), eq(devices.approval, 1), whereInSight(caller)));

/** A page of the devices whose readiness for a wake a user asks about, and the number of all. */
export async function selectSleeperPage(
  tx: ReadTx,
  caller: Caller,
  { group_pk, device_pks, offset }: QueryOf<typeof readWakeReadiness>,
): Promise<{ sleepers: CommandTarget[]; total: number }> {
  const where = and(
    group_pk === undefined ? undefined : whereInScope(group_pk),
    device_pks === undefined ? undefined : whereKeyIn(devices.pk, device_pks),
    whereInSight(caller),
  );
  const page = tx.select(commandTargetColumns).from(devices).where(where).orderBy(asc(devices.pk));
  const [sleepers, total] = await Promise.all([page.limit(MAX_BULK_DEVICES).offset(offset), tx.$count(devices, where)]);
  return { sleepers, total };
}

const wake = alias(commands, 'wake');
const packet = alias(commands, 'packet');

/**
 * When wakes last worked, by sender or by the device that was woken: the packet was sent, and then the sleeper came
 * online.
 */
export async function selectLastWakeSuccesses(
  tx: ReadTx,
  by: 'sender' | 'sleeper',
  { pks, since }: { pks: readonly DevicePk[]; since: Date },
): Promise<Map<DevicePk, Date>> {
  const device = by === 'sender' ? packet.deviceFk : wake.deviceFk;
  const rows = await tx
    .select({ device, at: max(wake.finishedAt) })
    .from(packet)
    .innerJoin(wake, eq(wake.id, packet.parentFk))
    .where(
      and(
        whereKeyIn(device, pks),
        eq(wake.type, 'wol'),
        isNull(wake.parentFk),
        eq(wake.state, 'done'),
        // Rows from before effects were observed have none.
        isNotNull(wake.result),
        gt(wake.createdAt, since),
        eq(packet.state, 'done'),
        lte(packet.finishedAt, wake.finishedAt),
      ),
    )
    .groupBy(device);
  return new Map(rows.flatMap((row) => (row.at === null ? [] : [[row.device, row.at] as const])));
}

/** One parameter: it does not grow with their number. */
const hasId = (column: Column, ids: readonly CommandId[]) => sql`${column} = any(${`{${ids.join(',')}}`}::uuid[])`;

/** The wakes of packets, and the packets of wakes, as far as the caller may read their rows. */
export const selectRelatedCommands = (
  tx: ReadTx,
  caller: Caller,
  { wakes, parents }: Record<'wakes' | 'parents', CommandId[]>,
) =>
  tx
    .select({
      id: commands.id,
      parentFk: commands.parentFk,
      deviceFk: commands.deviceFk,
      deviceAlias: commands.deviceAlias,
      state: commands.state,
      message: commands.message,
    })
    .from(commands)
    .where(
      and(
        or(hasId(commands.id, parents), hasId(commands.parentFk, wakes)),
        whereHistoryVisible(tx, caller, { device: commands.deviceFk, user: commands.issuedBy }),
      ),
    )
    .orderBy(asc(commands.deviceAlias));
