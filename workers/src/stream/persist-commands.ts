import type { CommandId } from '@vigil/shared/contract/ids';
import { publishCommandStates } from '@vigil/shared/platform/command-states';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import type { StreamEntryOf } from '@vigil/shared/platform/redis/stream';
import { inArray } from 'drizzle-orm';
import { commandStateMessage, storeCommandStep, stepOfReport, type LedgerRow } from '../commands/ledger.ts';
import type { Deps } from '../deps.ts';

/**
 * Writes the progress of commands, in the order of the reports, and publishes it. A report that is delivered again,
 * because its worker ended, is published again: it may have ended before the first publication.
 */
export async function persistCommandProgress(
  { database, redis }: Deps,
  entries: readonly StreamEntryOf<'command'>[],
): Promise<void> {
  if (entries.length === 0) return;
  const reported = await database.asSystem(async (tx) => {
    const known = new Map(
      (
        await selectCommands(
          tx,
          entries.map(({ data }) => data.progress.id),
        )
      ).map((row) => [row.id, row]),
    );
    // Sent without waiting for one another's answer: a connection runs its statements in their order.
    const steps = await Promise.all(
      entries.map(async ({ data, company }) => {
        const { id, state, percent, message, result, before } = data.progress;
        const report = { id, state, percent, message, result, before, at: new Date(data.at) };
        const command = known.get(id);
        if (!command) return [];
        const step = stepOfReport(command, report);
        const row = await storeCommandStep(tx, step, { company, device: data.device });
        return [{ id, device: data.device, state: step.state, row, at: data.at }];
      }),
    );
    const unchanged = steps.flat().filter(({ row }) => row === undefined);
    const current = new Map(
      (
        await selectCommands(
          tx,
          unchanged.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    );
    return steps.flat().flatMap(({ id, device, state, row, at }) => {
      const stored = row ?? current.get(id);
      return stored?.state === state && stored.deviceFk === device ? [{ row: stored, at }] : [];
    });
  });
  for (const { row, at } of reported) await publishCommandStates(redis, row.companyFk, [commandStateMessage(row, at)]);
}

const selectCommands = async (tx: ReadTx, ids: readonly CommandId[]): Promise<LedgerRow[]> =>
  ids.length === 0
    ? []
    : tx
        .select()
        .from(commands)
        .where(inArray(commands.id, [...new Set(ids)]));
