import { and, inArray, lt, or } from 'drizzle-orm';
import { FINISH_WITHIN_MS } from '@vigil/shared/domain/command-deadlines';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { publishCommandStates } from '@vigil/shared/platform/command-states';
import type { Deps } from '../deps.ts';
import { commandStateMessage, applyStep } from '../ledger.ts';

/** The job of an open command may be lost after this long: the API died before adding it, or Redis was emptied. */
const LOST_AFTER_MS = 3_000;
const BATCH = 1_000;

/** Queues the open commands of the ledger again. A job that still exists is not added twice. */
export async function requeueLostCommands({ database, queues, now }: Deps): Promise<void> {
  const before = new Date(now() - LOST_AFTER_MS);
  const rows = await database.asSystem((tx) =>
    tx
      .select({ id: commands.id, company: commands.companyFk })
      .from(commands)
      .where(and(inArray(commands.state, ['queued', 'sent']), lt(commands.createdAt, before)))
      .limit(BATCH),
  );
  const jobs = rows.map((row) => ({
    id: row.id,
    data: { id: row.id, company: row.company },
  }));
  if (jobs.length > 0) await queues.add('commands', jobs);
}

/** Expires commands that were not accepted before their deadline, or accepted without a result in time. */
export async function expireCommands({ database, redis, now }: Deps): Promise<void> {
  const at = new Date(now());
  const ended = await database.asSystem(async (tx) => {
    const due = await tx
      .select({ id: commands.id })
      .from(commands)
      .where(
        or(
          and(inArray(commands.state, ['queued', 'sent']), lt(commands.deadline, at)),
          and(
            inArray(commands.state, ['accepted', 'running']),
            lt(commands.deadline, new Date(now() - FINISH_WITHIN_MS)),
          ),
        ),
      )
      .limit(BATCH);
    const rows = [];
    for (const { id } of due) rows.push(await applyStep(tx, { id, state: 'expired', message: 'command_expired', at }));
    return rows.filter((row) => row !== undefined);
  });
  for (const row of ended) await publishCommandStates(redis, row.companyFk, [commandStateMessage(row, now())]);
}
