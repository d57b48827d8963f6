import { and, eq, inArray, sql } from 'drizzle-orm';
import { commandStates, isFinal, type CommandState } from '@vigil/shared/contract/names';
import type { CommandId, CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { commands, commandSteps } from '@vigil/shared/platform/db/schema/commands';
import type { CommandStateMessage } from '@vigil/shared/platform/command-states';

export type LedgerRow = typeof commands.$inferSelect;

export interface Step {
  readonly id: CommandId;
  readonly state: CommandState;
  readonly percent?: number | undefined;
  readonly message?: string | undefined;
  readonly result?: unknown;
  readonly at: Date;
}

/** The states from which a command may change to `state`. States never go back, and a final state never changes. */
const predecessorsOf = (state: CommandState): CommandState[] => {
  const reachable = commandStates.slice(0, commandStates.indexOf(state)).filter((one) => !isFinal(one));
  // A running command reports its percentage repeatedly.
  return state === 'running' ? [...reachable, 'running'] : reachable;
};

/** The device of the agent that reports a step. It may report commands of its own device only. */
export interface Reporter {
  readonly company: CompanyPk;
  readonly device: DevicePk;
}

/** Changes the state of a command. @returns the changed row, or undefined when its state does not allow the step */
export async function applyStep(tx: Tx, step: Step, reporter?: Reporter): Promise<LedgerRow | undefined> {
  const [row] = await tx
    .update(commands)
    .set({
      state: step.state,
      ...(step.percent === undefined ? {} : { percent: step.percent }),
      ...(step.message === undefined ? {} : { message: step.message }),
      ...(step.result === undefined ? {} : { result: step.result }),
      ...(step.state === 'sent'
        ? { sentAt: sql`coalesce(${commands.sentAt}, ${step.at.toISOString()}::timestamptz)` }
        : {}),
      ...(isFinal(step.state) ? { finishedAt: step.at } : {}),
    })
    .where(
      and(
        eq(commands.id, step.id),
        inArray(commands.state, predecessorsOf(step.state)),
        reporter && eq(commands.deviceFk, reporter.device),
        reporter && eq(commands.companyFk, reporter.company),
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
    issuer: row.issuedBy,
  };
}
