import { setTimeout as delay } from 'node:timers/promises';
import { CompanyPk } from '@vigil/shared/contract/ids';
import * as z from 'zod';
import { defineOperatorCommand, type OperatorCommand } from '../command.ts';
import { requireCompany } from '../find.ts';
import { companyPkArgument, integerArgument } from '../input.ts';
import type { OperatorDeps } from '../operator.ts';
import { countSimulatedDevices, removeSimulatedHistory, writeSimulatedHistory } from '../simulated-history.ts';

const POLL_MS = 500;
const MAX_WAIT_MS = 120_000;

/** A fleet that has just been started enrols within seconds. */
async function waitForDevices({ database, now }: OperatorDeps, company: CompanyPk, count: number): Promise<void> {
  const until = now() + MAX_WAIT_MS;
  const isThere = async () => (await database.read(company, (tx) => countSimulatedDevices(tx, company))) >= count;
  while (now() < until && !(await isThere())) await delay(POLL_MS);
}

export const simulatedHistoryCommands: readonly OperatorCommand[] = [
  defineOperatorCommand({
    name: 'simulate-history',
    summary: 'write a past of the simulated devices: sessions, files, alerts and sign-ins',
    options: {
      '--company <pk>': 'company of the devices (default: 1)',
      '--days <number>': 'how far back it goes (default: 90)',
      '--devices <number>': 'wait until as many simulated devices are enrolled',
      '--remove': 'only remove what was simulated before',
    },
    input: z.object({
      company: companyPkArgument.default(CompanyPk.parse(1)),
      days: integerArgument(1, 400).default(90),
      devices: integerArgument(0, 100_000).default(0),
      remove: z.boolean().default(false),
    }),
    async run({ company, days, devices, remove }, operator) {
      if (!remove) await waitForDevices(operator, company, devices);
      return operator.database.inCompany(company, async (tx) => {
        await requireCompany(tx, company);
        if (!remove) return { ...(await writeSimulatedHistory(tx, company, { days, now: new Date(operator.now()) })) };
        await removeSimulatedHistory(tx, company);
        return { removed: true };
      });
    },
  }),
];
