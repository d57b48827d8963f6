import {
  OUTCOME_UNKNOWN_MESSAGE,
  OUTCOME_UNKNOWN_AFTER_DEADLINE_MS,
  acceptedCommandStates,
} from '@vigil/shared/domain/command-life';
import { publishStatesOnCommit, commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { commands, commandSteps } from '@vigil/shared/platform/db/schema/commands';
import { runForEachCompany } from '@vigil/shared/platform/each-company';
import { whereCommandIsWake } from '@vigil/shared/platform/wakes';
import { and, eq, inArray, isNull, lt, not, or, sql, type SQL } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { readProcessedUntil, processedUntilOf } from '../stream/read-until.ts';
import { commandStateMessage, storeCommandStep } from './ledger.ts';

const BATCH = 1_000;

/** Whether the device has reported a step since: an installation may take longer, and says so. */
const hasReportedSince = (at: SQL<Date>) =>
  sql`exists (select from ${commandSteps} where ${commandSteps.commandFk} = ${commands.id} and ${commandSteps.at} >= ${at})`;

/**
 * Ends the commands whose deadline has passed. Queued ones expire: they never run. Sent ones may have run: without a
 * report within OUTCOME_UNKNOWN_AFTER_DEADLINE_MS after the deadline they fail with an unknown outcome. Reports that
 * are still in the stream count. Commands whose effect is observed have a deadline of their own (`observe-effects.ts`),
 * and so have wakes (`observe-wakes.ts`).
 */
export async function endOverdueCommands(deps: Deps): Promise<void> {
  const { database, redis, log, now } = deps;
  const at = new Date(now());
  const until = processedUntilOf(commands.companyFk, await readProcessedUntil(redis, at.getTime()));
  const finishedBefore = sql<Date>`${until} - make_interval(secs => ${OUTCOME_UNKNOWN_AFTER_DEADLINE_MS / 1_000})`;
  const isDue = or(
    and(eq(commands.state, 'queued'), not(whereCommandIsWake()), lt(commands.deadline, at)),
    and(eq(commands.state, 'sent'), not(whereCommandIsWake()), lt(commands.deadline, finishedBefore)),
    and(
      inArray(commands.state, acceptedCommandStates),
      isNull(commands.effectBy),
      lt(commands.deadline, finishedBefore),
      not(hasReportedSince(finishedBefore)),
    ),
  );
  const companies = await database.readAll((tx) =>
    tx.selectDistinct({ company: commands.companyFk }).from(commands).where(isDue),
  );
  const expire = async (tx: ChangeTx): Promise<number> => {
    const due = await tx
      .select({ id: commands.id, state: commands.state })
      .from(commands)
      .where(isDue)
      .limit(BATCH)
      // None is sent in this moment.
      .for('update', { skipLocked: true });
    for (const { id, state } of due) {
      const end =
        state === 'queued'
          ? ({ state: 'expired', message: 'command_expired' } as const)
          : ({ state: 'failed', message: OUTCOME_UNKNOWN_MESSAGE } as const);
      const row = await storeCommandStep(tx, { id, ...end, at });
      if (row) publishStatesOnCommit(tx, [commandStateMessage(row, at.getTime())]);
    }
    return due.length;
  };
  await runForEachCompany(log, companies, ({ company }) => commitChange(deps, company, expire));
}
