import type { AgentStartIdentity } from '@vigil/shared/contract/agent-facts';
import {
  commandTypesWithEffect,
  evaluateEffect,
  type CommandTypeWithEffect,
  type ObservedDevice,
  acceptedCommandStates,
} from '@vigil/shared/domain/command-life';
import { publishStatesOnCommit, commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { runForEachCompany } from '@vigil/shared/platform/each-company';
import { partitionOf } from '@vigil/shared/platform/redis/keys';
import { and, asc, eq, getTableColumns, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Deps } from '../deps.ts';
import { readProcessedUntil, processedUntilOf, type ProcessedUntilByPartition } from '../stream/read-until.ts';
import { storeCommandStep, commandStateMessage, type LedgerRow, type NewCommandStep } from './ledger.ts';

const BATCH = 1_000;

const differs = (fact: keyof AgentStartIdentity, now: AnyPgColumn) =>
  sql`${now} is distinct from ${commands.before} ->> ${fact}`;

/** Commands of which something may be decided: the device is no longer as it was before, or the time is over. */
const isDue = (until: ProcessedUntilByPartition) =>
  or(
    lte(commands.effectBy, processedUntilOf(commands.companyFk, until)),
    isNull(devices.pk),
    differs('boot_id', devices.bootId),
    differs('agent_start_id', devices.agentStartId),
    differs('cs_ver', devices.agentVersion),
    and(eq(commands.type, 'shutdown'), eq(devices.alive, 0)),
  );

const isOpenAndDue = (until: ProcessedUntilByPartition) =>
  and(inArray(commands.type, commandTypesWithEffect), inArray(commands.state, acceptedCommandStates), isDue(until));

/** Locked, so that of several processes one decides about each. */
const selectDue = (tx: Tx, until: ProcessedUntilByPartition) =>
  tx
    .select({
      command: getTableColumns(commands),
      device: {
        pk: devices.pk,
        alive: devices.alive,
        offlineSince: devices.lastDisconnectedAt,
        reportedAt: devices.startReportedAt,
        boot_id: devices.bootId,
        agent_start_id: devices.agentStartId,
        cs_ver: devices.agentVersion,
      },
    })
    .from(commands)
    .leftJoin(devices, eq(devices.pk, commands.deviceFk))
    .where(isOpenAndDue(until))
    .orderBy(asc(commands.deadline))
    .limit(BATCH)
    .for('update', { of: commands, skipLocked: true });

type Due = Awaited<ReturnType<typeof selectDue>>[number];

function observedDevice({ device }: Due): ObservedDevice | null {
  if (device === null) return null;
  const { boot_id, agent_start_id, cs_ver, alive, offlineSince, reportedAt } = device;
  return {
    boot_id,
    agent_start_id,
    cs_ver,
    offlineSince: alive === 1 ? null : (offlineSince?.getTime() ?? null),
    reportedAt: reportedAt?.getTime() ?? null,
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the agent reported, and what was seen and when (decision 66). */
function resultOf({ result }: Pick<LedgerRow, 'result'>, device: ObservedDevice | null, at: Date) {
  const { offlineSince, reportedAt: _reportedAt, ...facts } = device ?? { offlineSince: null, reportedAt: null };
  const offline_since = offlineSince === null ? null : new Date(offlineSince).toISOString();
  const observed = { at: at.toISOString(), exists: device !== null, offline_since, ...facts };
  return { ...(isRecord(result) ? result : {}), observed };
}

/**
 * The final step of a command, or null while nothing is decided. It is judged by the time until which reports were
 * read.
 */
function stepOf(due: Due, at: Date, until: ProcessedUntilByPartition): NewCommandStep | null {
  const { id, type, companyFk, before, sentAt, acceptedAt, createdAt } = due.command;
  // Of a command that was accepted before servers observed effects, the word of its agent counts.
  if (acceptedAt === null) return null;
  const device = observedDevice(due);
  const command = {
    before,
    sentAt: (sentAt ?? createdAt).getTime(),
    acceptedAt: acceptedAt.getTime(),
  };
  const verdict = evaluateEffect(type as CommandTypeWithEffect, {
    command,
    device,
    now: until[partitionOf(companyFk)] ?? 0,
  });
  if (verdict === 'unknown') return null;
  const result = resultOf(due.command, device, at);
  if (verdict === 'missed') return { id, state: 'failed', message: 'effect_not_observed', result, at };
  return { id, state: 'done', result, at };
}

/** Ends the commands whose effect was seen, or was not seen in time (CMD-10). Several processes may run it at once. */
export async function endObservedCommands(deps: Deps): Promise<void> {
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
