import type { Command } from '@vigil/shared/contract/command';
import type { CommandId, CompanyPk, DeviceGuid } from '@vigil/shared/contract/ids';
import type { AgentCommandType } from '@vigil/shared/contract/names';
import { ASK_OUTCOME_AFTER_DEADLINE_MS } from '@vigil/shared/domain/command-life';
import { publishStatesOnCommit, commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { isWake } from '@vigil/shared/platform/wakes';
import { eq } from 'drizzle-orm';
import { defineWorker } from '../define-worker.ts';
import type { Deps } from '../deps.ts';
import { deliveryDenial, type CommandedDevice } from './delivery-denial.ts';
import type { CommandToDeliver, DeliveryOutcome } from './gateway-client.ts';
import { commandStateMessage, storeCommandStep, stepOfReport, type LedgerRow, type NewCommandStep } from './ledger.ts';

/** Refusals of what an agent has not looked at: it may have run the same command before. */
const saysNothing: ReadonlySet<string> = new Set(['signature_invalid', 'agent_outdated']);

type NextStep = Omit<NewCommandStep, 'id' | 'at'>;

/**
 * The next step of a command after a delivery. An unanswered command is delivered again until its deadline; its agent
 * may have accepted it, so that it has not failed because the device is offline by then.
 */
function stepAfter(delivery: DeliveryOutcome, { isFirst }: { isFirst: boolean }): NextStep | 'retry' {
  if (delivery.kind === 'offline') return isFirst ? { state: 'failed', message: 'not_online_warning' } : 'retry';
  if (delivery.kind === 'unanswered') return 'retry';
  const { ok, state, result, before, error } = delivery.answer;
  const reason = error?.code ?? error?.message ?? 'command_refused';
  // It never had the command, or had it too late.
  if (reason === 'command_expired') return { state: 'expired', message: reason };
  // A key was retired since, or another agent runs there: that says nothing about an earlier delivery.
  if (!isFirst && saysNothing.has(reason)) return 'retry';
  if (!ok || state === 'failed') return { state: 'failed', message: reason, result };
  return { state, result, before };
}

async function recordAnswer(deps: Deps, company: CompanyPk, step: NewCommandStep): Promise<void> {
  await commitChange(deps, company, async (tx) => {
    const [command] = await tx.select().from(commands).where(eq(commands.id, step.id));
    const row = command && (await storeCommandStep(tx, stepOfReport(command, step)));
    if (row) publishStatesOnCommit(tx, [commandStateMessage(row, step.at.getTime())]);
  });
}

type SentRow = LedgerRow & { readonly type: AgentCommandType };

/** Wakes and deletions are rows that are sent to no device. */
const isSent = (row: LedgerRow): row is SentRow => !isWake(row) && row.type !== 'delete';

/**
 * The next step before a delivery; undefined when there is none. One that was sent, and not answered before its
 * deadline, is sent again after it: its agent says what became of it, or that it came too late, and does not run it
 * (CMD-3, CMD-4).
 */
function stepBefore(row: LedgerRow, now: number): NextStep | undefined {
  if (!isSent(row) || (row.state !== 'queued' && row.state !== 'sent')) return undefined;
  // Jobs are in Redis. The sweep queues this one again at its time.
  if (row.notBefore !== null && row.notBefore.getTime() > now) return undefined;
  if (row.deadline.getTime() > now) return { state: 'sent' };
  if (row.state === 'queued') return { state: 'expired', message: 'command_expired' };
  return row.deadline.getTime() + ASK_OUTCOME_AFTER_DEADLINE_MS <= now ? { state: 'sent' } : undefined;
}

/**
 * A command that was altered after its request was recorded fails here already; agents check it again (CMD-8). One
 * without a signature is altered, too: agents of protocol 1 would run it.
 */
async function isAltered({ commandSigner }: Deps, row: LedgerRow, guid: DeviceGuid | null): Promise<boolean> {
  if (guid === null) return false;
  if (row.keyId === null || row.signature === null) return true;
  const { id, type, args, deadline, keyId: key_id, signature } = row;
  return !(await commandSigner.verifies({ id, guid, type, args, deadline }, { key_id, signature }));
}

interface Found {
  readonly command: LedgerRow;
  readonly guid: DeviceGuid | null;
  readonly device: CommandedDevice | null;
}

/**
 * Why a command must not be sent, or null. After the deadline it is sent as a question only, which nobody needs a right
 * for.
 */
async function denialOf(deps: Deps, tx: ReadTx, { command, guid, device }: Found) {
  if (await isAltered(deps, command, guid)) return 'signature_invalid';
  const at = new Date(deps.now());
  return command.deadline <= at ? null : deliveryDenial(tx, { command, device, at });
}

const wireCommand = ({ id, type, args, deadline, keyId, signature }: SentRow): Command => ({
  id,
  type,
  args,
  deadline: deadline.toISOString(),
  ...(keyId === null || signature === null ? {} : { key_id: keyId, signature }),
});

interface Prepared {
  readonly deliverable: CommandToDeliver;
  /** It was not sent before. */
  readonly isFirst: boolean;
}

/** Records the step before the delivery. @returns the command if it is to be delivered */
async function prepareDelivery(deps: Deps, company: CompanyPk, id: CommandId): Promise<Prepared | undefined> {
  const at = new Date(deps.now());
  const { found, step, moved } = await commitChange(deps, company, async (tx) => {
    const [row] = await tx
      .select({
        command: commands,
        guid: devices.guid,
        allowProtocol1: companies.allowProtocol1,
        device: { pk: devices.pk, group: devices.groupFk, approval: devices.approval },
        before: { boot_id: devices.bootId, agent_start_id: devices.agentStartId, cs_ver: devices.agentVersion },
      })
      .from(commands)
      .innerJoin(companies, eq(companies.pk, commands.companyFk))
      .leftJoin(devices, eq(devices.pk, commands.deviceFk))
      .where(eq(commands.id, id));
    let next = row && stepBefore(row.command, at.getTime());
    if (row && next?.state === 'sent') {
      const denial = await denialOf(deps, tx, row);
      // What was sent before may have run: no reason that arose since is its end. It is asked about after its deadline.
      if (denial !== null) next = row.command.state === 'queued' ? { state: 'failed', message: denial } : undefined;
    }
    // A repeated delivery changes nothing, because the command was sent before.
    const applied = next && (await storeCommandStep(tx, { id, ...next, at, before: row?.before ?? {} }));
    if (applied) publishStatesOnCommit(tx, [commandStateMessage(applied, at.getTime())]);
    return { found: row, step: next, moved: applied };
  });
  if (!found || !isSent(found.command) || step?.state !== 'sent') return undefined;
  return {
    isFirst: moved !== undefined,
    deliverable: {
      command: wireCommand(found.command),
      device: found.command.deviceFk,
      signedOnly: found.allowProtocol1 === 0,
    },
  };
}

/**
 * Delivers a command to its device. Idempotent: the agent answers a known id with its first result.
 * @throws Error when the agent did not answer, so that the job is repeated
 */
export async function deliverCommand(
  deps: Deps,
  { id, company }: { id: CommandId; company: CompanyPk },
): Promise<void> {
  const prepared = await prepareDelivery(deps, company, id);
  if (!prepared) return;
  const delivery = await deps.gateways.deliver(company, prepared.deliverable);
  const step = stepAfter(delivery, prepared);
  if (step === 'retry') throw new Error('the agent did not answer');
  await recordAnswer(deps, company, { id, ...step, at: new Date(deps.now()) });
}

export const commandsWorker = defineWorker('commands', deliverCommand);
