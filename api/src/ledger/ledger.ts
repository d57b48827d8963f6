import { createHash } from 'node:crypto';
import { CommandId, type DevicePk } from '@vigil/shared/contract/ids';
import type { CommandType } from '@vigil/shared/contract/names';
import type { Tx } from '@vigil/shared/platform/db/client';
import { insertNewRows, insertRows } from '@vigil/shared/platform/db/insert-rows';
import { commands, commandSteps } from '@vigil/shared/platform/db/schema/commands';
import type { devices } from '@vigil/shared/platform/db/schema/devices';
import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../access/viewer.ts';

export type NewCommand = typeof commands.$inferInsert;

/** Inserts those whose id is new: a repeated request is the same command, not a second one. */
export async function insertNewCommands(tx: Tx, rows: readonly NewCommand[]) {
  const ids = JSON.stringify(await insertNewRows(tx, commands, rows, commands.id));
  const inserted = await tx
    .select()
    .from(commands)
    .where(sql`${commands.id} in (select value::uuid from json_array_elements_text(${ids}::json))`);
  const byId = new Map(inserted.map((row) => [row.id, row]));
  return rows.flatMap(({ id }) => byId.get(id) ?? []);
}

export const insertFirstCommandSteps = (
  tx: Tx,
  rows: readonly Pick<typeof commands.$inferSelect, 'companyFk' | 'id' | 'state'>[],
) =>
  insertRows(
    tx,
    commandSteps,
    rows.map((row) => ({ companyFk: row.companyFk, commandFk: row.id, state: row.state })),
  );

/**
 * Derives the id of the command to one device from the id of its bulk, so that a repeated request makes no second
 * command.
 */
export function commandIdInBulk(bulkId: string, type: CommandType, device: DevicePk): CommandId {
  const hex = createHash('sha256').update(`${bulkId}|${type}|${device}`).digest('hex');
  // A version 8 UUID: its bits are free to choose (RFC 9562).
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return CommandId.parse(parts.join('-'));
}

/**
 * Ends scheduled commands that were not sent yet. A worker that sends one at the same time decides by the state of its
 * row.
 */
export async function cancelScheduledCommands(
  tx: Tx,
  which: SQL | undefined,
  at: Date,
): Promise<(typeof commands.$inferSelect)[]> {
  const ended = await tx
    .update(commands)
    .set({ state: 'failed', message: 'cancelled', finishedAt: at })
    .where(and(which, eq(commands.state, 'queued'), gt(commands.notBefore, at)))
    .returning();
  await insertRows(
    tx,
    commandSteps,
    ended.map((row) => ({ companyFk: row.companyFk, commandFk: row.id, state: 'failed', message: 'cancelled', at })),
  );
  return ended;
}

interface Deletion {
  readonly id: CommandId;
  readonly target: Pick<typeof devices.$inferSelect, 'pk' | 'alias'>;
}

/** Devices that were deleted by commands, which nothing has to run any more. @returns how many of the ids were new */
export async function recordCompletedDeletions(
  tx: Tx,
  actor: Actor,
  { deletions, bulkId = null, at }: { deletions: readonly Deletion[]; bulkId?: string | null; at: Date },
): Promise<number> {
  const rows = deletions.map(({ id, target }) => ({
    id,
    type: 'delete' as const,
    state: 'done' as const,
    deadline: at,
    finishedAt: at,
    companyFk: actor.company,
    deviceFk: target.pk,
    deviceAlias: target.alias,
    issuedBy: actor.user,
    issuerName: actor.name,
    bulkId,
  }));
  const recorded = await insertNewCommands(tx, rows);
  await insertFirstCommandSteps(tx, recorded);
  return recorded.length;
}
