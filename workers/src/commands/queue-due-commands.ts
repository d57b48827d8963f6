import { ASK_OUTCOME_AFTER_DEADLINE_MS } from '@vigil/shared/domain/command-life';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { whereCommandIsWake } from '@vigil/shared/platform/wakes';
import { and, eq, gt, isNull, lt, lte, not, or, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

/** The job of an open command may be lost after this long: the API died before adding it, or Redis was emptied. */
const LOST_AFTER_MS = 3_000;
const BATCH = 1_000;

/** Before its deadline; or after it, to ask the device for the outcome, while the device is online. */
const isToBeSentAgain = (at: Date) =>
  or(
    gt(commands.deadline, at),
    and(
      lte(commands.deadline, new Date(at.getTime() - ASK_OUTCOME_AFTER_DEADLINE_MS)),
      sql`exists (select from ${devices} where ${devices.pk} = ${commands.deviceFk} and ${devices.alive} = 1)`,
    ),
  );

/**
 * Adds jobs for the open commands of the ledger that may have none: scheduled ones when their time has come, and those
 * whose job was lost. A job that has not ended yet is not added twice.
 */
export async function queueDueCommands({ database, queues, now }: Deps): Promise<void> {
  const before = new Date(now() - LOST_AFTER_MS);
  const rows = await database.readAll((tx) =>
    tx
      .select({ id: commands.id, company: commands.companyFk })
      .from(commands)
      .where(
        and(
          or(eq(commands.state, 'queued'), and(eq(commands.state, 'sent'), isToBeSentAgain(new Date(now())))),
          not(whereCommandIsWake()),
          lt(commands.createdAt, before),
          // Scheduled commands wait for their time.
          or(isNull(commands.notBefore), lte(commands.notBefore, new Date(now()))),
        ),
      )
      .limit(BATCH),
  );
  const jobs = rows.map((row) => ({
    id: row.id,
    data: { id: row.id, company: row.company },
  }));
  if (jobs.length > 0) await queues.add('commands', jobs);
}
