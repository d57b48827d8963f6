import { publishCommandStates } from '@vigil/shared/platform/command-states';
import type { Deps } from '../deps.ts';
import { commandStateMessage, applyStep, type LedgerRow } from '../ledger.ts';
import type { EntryOf } from '@vigil/shared/platform/redis/stream';

/** Writes the progress of commands, in the order of the reports. */
export async function persistCommands(
  { database, redis }: Deps,
  entries: readonly EntryOf<'command'>[],
): Promise<void> {
  if (entries.length === 0) return;
  const moved = await database.asSystem(async (tx) => {
    const rows: { row: LedgerRow; at: number }[] = [];
    for (const { data, company } of entries) {
      const { id, state, percent, message, result } = data.progress;
      const row = await applyStep(
        tx,
        { id, state, percent, message, result, at: new Date(data.at) },
        {
          company,
          device: data.device,
        },
      );
      if (row) rows.push({ row, at: data.at });
    }
    return rows;
  });
  for (const { row, at } of moved) await publishCommandStates(redis, row.companyFk, [commandStateMessage(row, at)]);
}
