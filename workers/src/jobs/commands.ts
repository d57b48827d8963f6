import { eq } from 'drizzle-orm';
import type { CommandId, CompanyPk } from '@vigil/shared/contract/ids';
import { isFinal } from '@vigil/shared/contract/names';
import { publishCommandStates } from '@vigil/shared/platform/command-states';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { defineWorker } from '../define-worker.ts';
import type { Deps } from '../deps.ts';
import type { Delivery } from '../gateway-client.ts';
import { eventOf, takeStep, type LedgerRow, type Step } from '../ledger.ts';

type NextStep = Omit<Step, 'id' | 'at'>;

/** What a delivery means for the command. A silent agent gets the same command again, until the deadline. */
function stepAfter(delivery: Delivery): NextStep | 'again' {
  if (delivery.kind === 'offline') return { state: 'failed', message: 'not_online_warning' };
  if (delivery.kind === 'silent') return 'again';
  const { ok, state, result, error } = delivery.answer;
  if (!ok || state === 'failed')
    return { state: 'failed', message: error?.code ?? error?.message ?? 'command_refused', result };
  return { state, result };
}

async function move(deps: Deps, company: CompanyPk, step: Step): Promise<void> {
  const row = await deps.database.inCompany(company, (tx) => takeStep(tx, step));
  if (row) await publishCommandStates(deps.redis, company, [eventOf(row, step.at.getTime())]);
}

const read = (deps: Deps, company: CompanyPk, id: CommandId): Promise<LedgerRow | undefined> =>
  deps.database.inCompany(company, async (tx) => {
    const [row] = await tx.select().from(commands).where(eq(commands.id, id));
    return row;
  });

/** Carries a command to its device. Running twice is harmless: the agent answers a known id with its first result. */
export const commandsWorker = defineWorker('commands', async (deps, { id, company }) => {
  const row = await read(deps, company, id);
  if (!row || isFinal(row.state) || row.state === 'accepted' || row.state === 'running') return;
  const at = () => new Date(deps.now());
  if (row.deadline.getTime() <= deps.now()) {
    return move(deps, company, { id, state: 'expired', message: 'command_expired', at: at() });
  }
  await move(deps, company, { id, state: 'sent', at: at() });
  const delivery = await deps.gateways.deliver(
    { company, device: row.deviceFk },
    { id, type: row.type, args: row.args, deadline: row.deadline.toISOString() },
  );
  const step = stepAfter(delivery);
  if (step === 'again') throw new Error('the agent did not answer');
  await move(deps, company, { id, ...step, at: at() });
});
