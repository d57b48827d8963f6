import type { AgentStartIdentity } from '@vigil/shared/contract/agent-facts';
import type { CommandId, CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import type { CommandState } from '@vigil/shared/contract/names';
import {
  isFinalCommandState,
  OUTCOME_UNKNOWN_MESSAGE,
  EFFECT_PENDING_MESSAGE,
  commandEffectOf,
  isReportFinal,
  predecessorStates,
} from '@vigil/shared/domain/command-life';
import type { CommandStateMessage } from '@vigil/shared/platform/command-states';
import type { Tx } from '@vigil/shared/platform/db/client';
import { commands, commandSteps } from '@vigil/shared/platform/db/schema/commands';
import { whereCommandIsWake } from '@vigil/shared/platform/wakes';
import { and, eq, inArray, not, or, sql } from 'drizzle-orm';

export type LedgerRow = typeof commands.$inferSelect;

export interface NewCommandStep {
  readonly id: CommandId;
  readonly state: CommandState;
  readonly percent?: number | undefined;
  readonly message?: string | undefined;
  readonly result?: unknown;
  readonly at: Date;
  /** The device before it ran the command: as servers know it when they send it, then as the agent says. */
  readonly before?: AgentStartIdentity | undefined;
  /** What the agent has reported: that it accepted the command, and whether it says that it is done. */
  readonly reported?: { readonly effectBy: Date; readonly isClaim: boolean } | undefined;
}

/** The device of the agent that reports a step. It may report commands of its own device only. */
export interface ReportingDevice {
  readonly company: CompanyPk;
  readonly device: DevicePk;
}

/**
 * Changes the state of a command. `reporter`: as its agent reports.
 * @returns the changed row, or undefined when its state does not allow the step
 */
export async function storeCommandStep(
  tx: Tx,
  step: NewCommandStep,
  reporter?: ReportingDevice,
): Promise<LedgerRow | undefined> {
  const [row] = await tx
    .update(commands)
    .set({
      state: step.state,
      ...percentAfter(step),
      message: step.message ?? messageAfter(step),
      ...(step.result === undefined ? {} : { result: step.result }),
      ...(step.state === 'sent' ? { sentAt: sql`coalesce(${commands.sentAt}, ${instant(step.at)})` } : {}),
      ...(step.before === undefined ? {} : { before: step.before }),
      ...(step.reported ? reportedColumns(step.at, step.reported) : {}),
      finishedAt: isFinalCommandState(step.state) ? step.at : null,
    })
    .where(
      and(
        eq(commands.id, step.id),
        or(inArray(commands.state, predecessorStates[step.state]), reporter && isUnknown),
        reporter && eq(commands.deviceFk, reporter.device),
        reporter && eq(commands.companyFk, reporter.company),
        // The start of a device is what servers see of it, not what its agent reports.
        reporter && not(whereCommandIsWake()),
      ),
    )
    .returning();
  if (!row) return undefined;
  await tx.insert(commandSteps).values({
    companyFk: row.companyFk,
    commandFk: row.id,
    state: step.state,
    message: step.message ?? null,
    at: step.at,
  });
  return row;
}

/** It is replaced by what the agent reports at last. */
const isUnknown = and(eq(commands.state, 'failed'), eq(commands.message, OUTCOME_UNKNOWN_MESSAGE));

const known = sql`nullif(${commands.message}, ${OUTCOME_UNKNOWN_MESSAGE})`;

/** A command that has ended waits for nothing. */
const messageAfter = ({ state }: NewCommandStep) =>
  isFinalCommandState(state) ? sql`nullif(${known}, ${EFFECT_PENDING_MESSAGE})` : known;

/** What is done is done to the end, where it counted. */
const percentAfter = ({ state, percent }: NewCommandStep) => {
  if (state === 'done') return { percent: sql`case when ${commands.percent} is null then null else 100 end` };
  return percent === undefined ? {} : { percent };
};

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;

const reportedColumns = (at: Date, { effectBy, isClaim }: NonNullable<NewCommandStep['reported']>) => ({
  acceptedAt: sql`coalesce(${commands.acceptedAt}, ${instant(at)})`,
  effectBy: sql`case when ${commands.acceptedAt} is null then ${instant(effectBy)} else ${commands.effectBy} end`,
  ...(isClaim ? { claimedAt: sql`coalesce(${commands.claimedAt}, ${instant(at)})` } : {}),
});

/**
 * The step of a report of an agent. Where servers can see the effect of a command, its agent's word does not end it
 * (CMD-10): it is running until the effect was seen. A failure is taken as it is, because the agent did not carry the
 * command out.
 */
export function stepOfReport(row: Pick<LedgerRow, 'type' | 'before'>, report: NewCommandStep): NewCommandStep {
  const effect = commandEffectOf(row.type);
  if (effect === null || isReportFinal(row.type, report.before ?? row.before) || report.state === 'failed')
    return report;
  const reported = {
    effectBy: new Date(report.at.getTime() + effect.withinMs),
    isClaim: report.state === 'done',
  };
  const isSilent = report.message === undefined && report.percent === undefined;
  const waits = reported.isClaim || (report.state === 'running' && isSilent);
  return { ...report, reported, ...(waits ? { state: 'running' as const, message: EFFECT_PENDING_MESSAGE } : {}) };
}

export function commandStateMessage(row: LedgerRow, at: number): CommandStateMessage {
  return {
    t: 'command_state',
    id: row.id,
    device_pk: row.deviceFk,
    type: row.type,
    state: row.state,
    ...(row.percent === null ? {} : { percent: row.percent }),
    ...(row.message === null ? {} : { message: row.message }),
    at,
    // The user follows the wake, not the orders of its senders.
    issuer: row.parentFk === null ? row.issuedBy : null,
  };
}
