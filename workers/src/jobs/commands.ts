import { eq } from 'drizzle-orm';
import type { CommandId, CompanyPk } from '@vigil/shared/contract/ids';
import { isFinal } from '@vigil/shared/contract/names';
import { publishCommandStates } from '@vigil/shared/platform/command-states';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { defineWorker } from '../define-worker.ts';
import type { Deps } from '../deps.ts';
import type { Delivery } from '../gateway-client.ts';
import { commandStateMessage, applyStep, type LedgerRow, type Step } from '../ledger.ts';

type NextStep = Omit<Step, 'id' | 'at'>;

/** The next step of a command after a delivery. An unanswered command is delivered again until its deadline. */
function stepAfter(delivery: Delivery): NextStep | 'retry' {
  if (delivery.kind === 'offline') return { state: 'failed', message: 'not_online_warning' };
  if (delivery.kind === 'unanswered') return 'retry';
  const { ok, state, result, error } = delivery.answer;
  if (!ok || state === 'failed')
    return { state: 'failed', message: error?.code ?? error?.message ?? 'command_refused', result };
  return { state, result };
}

async function recordStep(deps: Deps, company: CompanyPk, step: Step): Promise<void> {
  const row = await deps.database.inCompany(company, (tx) => applyStep(tx, step));
  if (row) await publishCommandStates(deps.redis, company, [commandStateMessage(row, step.at.getTime())]);
}

const read = (deps: Deps, company: CompanyPk, id: CommandId): Promise<LedgerRow | undefined> =>
  deps.database.inCompany(company, async (tx) => {
    const [row] = await tx.select().from(commands).where(eq(commands.id, id));
    return row;
  });

/** Delivers a command to its device. Idempotent: the agent answers a known id with its first result. */
export const commandsWorker = defineWorker('commands', async (deps, { id, company }) => {
  const row = await read(deps, company, id);
  if (!row || isFinal(row.state) || row.state === 'accepted' || row.state === 'running') return;
  const at = () => new Date(deps.now());
  if (row.deadline.getTime() <= deps.now()) {
    return recordStep(deps, company, { id, state: 'expired', message: 'command_expired', at: at() });
  }
  await recordStep(deps, company, { id, state: 'sent', at: at() });
  const delivery = await deps.gateways.deliver(
    { company, device: row.deviceFk },
    { id, type: row.type, args: row.args, deadline: row.deadline.toISOString() },
  );
  const step = stepAfter(delivery);
  if (step === 'retry') throw new Error('the agent did not answer');
  await recordStep(deps, company, { id, ...step, at: at() });
});
