import { inArray } from 'drizzle-orm';
import { publishCommandStates } from '@vigil/shared/platform/command-states';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import type { Deps } from '../deps.ts';
import { commandStateMessage, storeCommandStep, holdReportUntilEffectSeen } from '../commands/ledger.ts';
import type { StreamEntryOf } from '@vigil/shared/platform/redis/stream';

/** Writes the progress of commands, in the order of the reports. */
export async function persistCommandProgress(
  { database, redis }: Deps,
  entries: readonly StreamEntryOf<'command'>[],
): Promise<void> {
  if (entries.length === 0) return;
  const moved = await database.asSystem(async (tx) => {
    const ids = [...new Set(entries.map(({ data }) => data.progress.id))];
    const found = await tx
      .select({ id: commands.id, type: commands.type, before: commands.before })
      .from(commands)
      .where(inArray(commands.id, ids));
    const known = new Map(found.map((row) => [row.id, row]));
    // Sent without waiting for one another's answer: a connection runs its statements in their order.
    const rows = await Promise.all(
      entries.map(async ({ data, company }) => {
        const { id, state, percent, message, result, before } = data.progress;
        const report = { id, state, percent, message, result, before, at: new Date(data.at) };
        const command = known.get(id);
        if (!command) return undefined;
        const row = await storeCommandStep(tx, holdReportUntilEffectSeen(command, report), {
          company,
          device: data.device,
        });
        return row && { row, at: data.at };
      }),
    );
    return rows.filter((one) => one !== undefined);
  });
  for (const { row, at } of moved) await publishCommandStates(redis, row.companyFk, [commandStateMessage(row, at)]);
}
