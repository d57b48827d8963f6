import type { CommandState } from '@vigil/shared/contract/names';
import { isFinalCommandState, SERVER_CLOCK_TOLERANCE_MS, openCommandStates } from '@vigil/shared/domain/command-life';
import { wakeStep } from '@vigil/shared/domain/wake-progress';
import { publishStatesOnCommit, commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { runForEachCompany } from '@vigil/shared/platform/each-company';
import { partitionOf } from '@vigil/shared/platform/redis/keys';
import { whereCommandIsWake } from '@vigil/shared/platform/wakes';
import { and, asc, eq, getTableColumns, gt, inArray, isNull, lte, not, or, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { readProcessedUntil, processedUntilOf, type ProcessedUntilByPartition } from '../stream/read-until.ts';
import { storeCommandStep, commandStateMessage, type NewCommandStep } from './ledger.ts';

const BATCH = 1_000;

/** The states of the orders to the senders, in any order. */
const packets = sql<CommandState[]>`(
  select coalesce(array_agg(p.state), '{}') from commands p where p.parent_fk = commands.id)`;

/** An order that has got further than its wake. */
const isBehind = sql`exists (
  select from commands p where p.parent_fk = commands.id and p.state <> 'queued'
    and (commands.state = 'queued' or (commands.state = 'sent' and p.state = 'done')))`;
const hasOpenPacket = sql`exists (
  select from commands p where p.parent_fk = commands.id and p.state in ${openCommandStates})`;

/** Wakes of which something may be decided: most wait for minutes, and a bulk has thousands of them. */
const isDue = (until: ProcessedUntilByPartition) =>
  or(
    lte(commands.deadline, processedUntilOf(commands.companyFk, until)),
    isNull(devices.pk),
    gt(
      devices.lastConnectedAt,
      sql`${commands.createdAt} - make_interval(secs => ${SERVER_CLOCK_TOLERANCE_MS / 1_000})`,
    ),
    isBehind,
    and(not(eq(commands.state, 'running')), not(hasOpenPacket)),
  );

const isOpenAndDue = (until: ProcessedUntilByPartition) =>
  and(whereCommandIsWake(), inArray(commands.state, openCommandStates), isDue(until));

/** Locked, so that of several processes one decides about each. */
const selectDue = (tx: Tx, until: ProcessedUntilByPartition) =>
  tx
    .select({
      command: getTableColumns(commands),
      packets,
      sleeper: { pk: devices.pk, alive: devices.alive, connectedAt: devices.lastConnectedAt },
    })
    .from(commands)
    .leftJoin(devices, eq(devices.pk, commands.deviceFk))
    .where(isOpenAndDue(until))
    .orderBy(asc(commands.deadline))
    .limit(BATCH)
    .for('update', { of: commands, skipLocked: true });

type Due = Awaited<ReturnType<typeof selectDue>>[number];

/** What was seen of the sleeper, and when (decision 66). */
const observed = ({ sleeper }: Due, at: Date) => ({
  observed: {
    at: at.toISOString(),
    exists: sleeper !== null,
    connected_at: sleeper?.connectedAt?.toISOString() ?? null,
  },
});

function stepOf(due: Due, at: Date, until: ProcessedUntilByPartition): NewCommandStep | null {
  const { command, sleeper } = due;
  const step = wakeStep({
    requestedAt: command.createdAt.getTime(),
    deadline: command.deadline.getTime(),
    packets: due.packets,
    sleeper: sleeper && { isOnline: sleeper.alive === 1, connectedAt: sleeper.connectedAt?.getTime() ?? null },
    now: until[partitionOf(command.companyFk)] ?? 0,
  });
  if (step === null || step.state === command.state) return null;
  return { id: command.id, at, ...step, ...(isFinalCommandState(step.state) ? { result: observed(due, at) } : {}) };
}

/**
 * Brings wakes into the state that follows from the orders of their senders and from the connections of the devices to
 * wake. All of these are in Postgres, so that a process that ends in the middle loses nothing (CMD-11); a deadline is
 * over once what was reported before it is. Several processes may run it at once: a step is applied only to a command
 * whose state allows it.
 */
export async function updateWakeStates(deps: Deps): Promise<void> {
  const { database, redis, log, now } = deps;
  const at = new Date(now());
  const until = await readProcessedUntil(redis, at.getTime());
  const companies = await database.readAll((tx) =>
    tx
      .selectDistinct({ company: commands.companyFk })
      .from(commands)
      .leftJoin(devices, eq(devices.pk, commands.deviceFk))
      .where(isOpenAndDue(until)),
  );
  const observe = async (tx: ChangeTx): Promise<number> => {
    const steps = (await selectDue(tx, until)).flatMap((due) => stepOf(due, at, until) ?? []);
    for (const step of steps) {
      const row = await storeCommandStep(tx, step);
      if (row) publishStatesOnCommit(tx, [commandStateMessage(row, at.getTime())]);
    }
    return steps.length;
  };
  await runForEachCompany(log, companies, ({ company }) => commitChange(deps, company, observe));
}
