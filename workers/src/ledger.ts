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

/** From which states a command may move to each one. A state never moves back, and a final one never moves. */
const before = (state: CommandState): CommandState[] => {
  const reachable = commandStates.slice(0, commandStates.indexOf(state)).filter((one) => !isFinal(one));
  // A running command reports its percentage again and again.
  return state === 'running' ? [...reachable, 'running'] : reachable;
};

/** Who speaks of a command: an agent may speak of those that were given to its own device only. */
export interface Speaker {
  readonly company: CompanyPk;
  readonly device: DevicePk;
}

/** Moves a command on, if it may go there; answers the row as it is then, or nothing when it was already further. */
export async function takeStep(tx: Tx, step: Step, speaker?: Speaker): Promise<LedgerRow | undefined> {
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
        inArray(commands.state, before(step.state)),
        speaker && eq(commands.deviceFk, speaker.device),
        speaker && eq(commands.companyFk, speaker.company),
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

export function eventOf(row: LedgerRow, at: number): CommandStateMessage {
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
