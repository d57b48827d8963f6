import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { CommandRow, listCommands } from '@vigil/shared/contract/http/commands';
import { CommandId, type DevicePk, type DeviceGuid } from '@vigil/shared/contract/ids';
import { MAX_BULK_DEVICES } from '@vigil/shared/contract/limits';
import { type CommandType } from '@vigil/shared/contract/names';
import { Problem } from '@vigil/shared/contract/problems';
import { openCommandStates } from '@vigil/shared/domain/command-life';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { epochMicroseconds, selectPage } from '@vigil/shared/platform/db/select-page';
import { whereHistoryVisible } from '@vigil/shared/platform/histories/visibility';
import { and, asc, eq, getTableColumns, gt, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';

export const commandTargetColumns = {
  pk: devices.pk,
  guid: devices.guid,
  alias: devices.alias,
  approval: devices.approval,
  osId: devices.osId,
  groupFk: devices.groupFk,
  publicIp: devices.publicIp,
  privateIp: devices.privateIp,
  macAddr: devices.macAddr,
  netmask: devices.netmask,
  gateway: devices.gateway,
  link: devices.link,
  agentVersion: devices.agentVersion,
  latestVersion: devices.latestVersion,
} as const;

export type CommandTarget = Pick<typeof devices.$inferSelect, keyof typeof commandTargetColumns>;

export async function findCommandTarget(
  tx: ReadTx,
  caller: Caller,
  guid: DeviceGuid,
): Promise<CommandTarget | undefined> {
  const [row] = await tx
    .select(commandTargetColumns)
    .from(devices)
    .where(and(eq(devices.guid, guid), whereInSight(caller)));
  return row;
}

/** @throws Problem `not_found` */
export async function getCommandTarget(tx: ReadTx, caller: Caller, guid: DeviceGuid): Promise<CommandTarget> {
  const target = await findCommandTarget(tx, caller, guid);
  if (!target) throw new Problem('not_found');
  return target;
}

export const findCommandTargets = (tx: ReadTx, caller: Caller, pks: readonly DevicePk[]): Promise<CommandTarget[]> =>
  tx
    .select(commandTargetColumns)
    .from(devices)
    .where(and(whereKeyIn(devices.pk, pks), whereInSight(caller)));

export async function findCommandRow(tx: ReadTx, id: CommandId) {
  const [row] = await tx.select().from(commands).where(eq(commands.id, id));
  return row;
}

/** The commands that were issued under one bulk id so far. */
export const selectCommandsOfBulk = (tx: ReadTx, bulkId: string, type: CommandType) =>
  tx
    .select()
    .from(commands)
    .where(and(eq(commands.bulkId, bulkId), eq(commands.type, type)))
    .orderBy(asc(commands.deviceFk));

const MAX_OPEN_AGE = sql`interval '1 hour'`;
/** What users follow: the orders of the senders of a wake are part of it. */
const isOpen = () =>
  and(
    isNull(commands.parentFk),
    inArray(commands.state, openCommandStates),
    gt(commands.createdAt, sql`now() - ${MAX_OPEN_AGE}`),
    or(isNull(commands.notBefore), lte(commands.notBefore, sql`now()`)),
  );

/** Commands that were issued together. One that was issued alone is a batch by its own id. */
const whereOfBatch = (id: string): SQL | undefined =>
  or(eq(commands.bulkId, id), and(isNull(commands.bulkId), eq(commands.id, CommandId.parse(id))));

export const selectCommandPage = (tx: ReadTx, caller: Caller, query: QueryOf<typeof listCommands>) => {
  const source = tx
    .select({ ...getTableColumns(commands), micros: epochMicroseconds(commands.createdAt) })
    .from(commands);
  return selectPage(tx, source.$dynamic(), {
    query,
    rules: {
      where: and(
        whereHistoryVisible(tx, caller, { device: commands.deviceFk, user: commands.issuedBy }),
        query.device_pk === undefined ? undefined : eq(commands.deviceFk, query.device_pk),
        query.bulk_id === undefined ? undefined : whereOfBatch(query.bulk_id),
        query.open === '1' ? isOpen() : undefined,
      ),
      sort: { created_at: commands.createdAt },
      key: commands.id,
      atMost: MAX_BULK_DEVICES,
      search: {
        type: (text) => sql`${commands.type} = ${text}`,
        state: (text) => sql`${commands.state} = ${text}`,
      },
      date: { column: commands.createdAt },
      cursor: (row) => ({ at: row.micros, key: row.id }),
    },
  });
};

export const wireCommand = (
  row: typeof commands.$inferSelect,
  { wakes, senders }: Pick<CommandRow, 'wakes' | 'senders'>,
): CommandRow => ({
  id: row.id,
  device_pk: row.deviceFk,
  device_alias: row.deviceAlias,
  type: row.type,
  state: row.state,
  percent: row.percent,
  message: row.message,
  result: row.result,
  issued_by: row.issuedBy,
  issuer_name: row.issuerName,
  bulk_id: row.bulkId,
  created_at: row.createdAt.toISOString(),
  deadline: row.deadline.toISOString(),
  schedule_time: row.notBefore?.toISOString() ?? null,
  finished_at: row.finishedAt?.toISOString() ?? null,
  parent_id: row.parentFk,
  wakes,
  senders,
});
