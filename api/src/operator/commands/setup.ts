import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import { CompanyPk } from '@vigil/shared/contract/ids';
import { operatorActor, writeAudits } from '@vigil/shared/platform/audits';
import { enrolTokens } from '@vigil/shared/platform/db/schema/devices';
import { addMissingKeys, createKeyRing, readKeyRing, rotateKeyRing } from '@vigil/shared/platform/key-ring';
import { hashToken, randomToken } from '@vigil/shared/platform/tokens';
import * as z from 'zod';
import { ensureFirstCompany } from '../../identity/accounts/first-run.ts';
import { defineOperatorCommand, CommandLineError, type OperatorCommand } from '../command.ts';
import { requireCompany } from '../find.ts';
import { companyPkArgument, integerArgument } from '../input.ts';
import { writeKeyRingFiles } from '../key-files.ts';
import { createSiteTokens, parseSimulationSites } from '../sites.ts';

const HOUR_MS = 3_600_000;

/**
 * @throws CommandLineError where there are keys: without them no session, secret or enrolled agent is valid any more
 */
async function createKeyFiles(out: string): Promise<void> {
  try {
    await writeKeyRingFiles(out, createKeyRing(), 'create');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    throw new CommandLineError(`${out} exists: --rotate adds new keys, --complete those of newer kinds`);
  }
}

export const setupCommands: readonly OperatorCommand[] = [
  defineOperatorCommand({
    name: 'keys',
    summary: 'create the signing keys, or rotate them',
    options: {
      '--out <file>': 'key file (default: keys.json)',
      '--rotate': 'add new signing keys; the current ones stay valid',
      '--complete': 'keep the current keys and add only the kinds that an older version did not have',
    },
    input: z.object({
      out: z.string().min(1).default('keys.json'),
      rotate: z.boolean().default(false),
      complete: z.boolean().default(false),
    }),
    async run({ out, rotate, complete }) {
      const renew = complete ? addMissingKeys : rotateKeyRing;
      if (rotate || complete) await writeKeyRingFiles(out, renew(await readKeyRing(out)));
      else await createKeyFiles(out);
      return { written: out };
    },
  }),
  defineOperatorCommand({
    name: 'first-run',
    summary: 'create the first company of an empty installation (ADMIN_ID, ADMIN_PASSWORD)',
    input: z.object({}),
    async run(_, { database, env }) {
      const adminId = env['ADMIN_ID'] || 'admin@vigil.local';
      const first = await ensureFirstCompany(database, { adminId, adminPassword: env['ADMIN_PASSWORD'] || undefined });
      return { ...first };
    },
  }),
  defineOperatorCommand({
    name: 'enrol-token',
    summary: 'create an enrolment token for adding devices',
    options: {
      '--company <pk>': 'company of the devices (default: 1)',
      '--uses <number>': 'number of devices that can enrol with it (default: 100)',
      '--hours <number>': 'validity in hours (default: 24)',
    },
    input: z.object({
      company: companyPkArgument.default(CompanyPk.parse(1)),
      uses: integerArgument().default(100),
      hours: integerArgument(1, 8_760).default(24),
    }),
    async run({ company, uses, hours }, operator) {
      const token = randomToken();
      const expiresAt = new Date(operator.now() + hours * HOUR_MS);
      // Nothing follows from it, so that it needs no Redis.
      await operator.database.inCompany(company, async (tx) => {
        const { pk: companyFk } = await requireCompany(tx, company);
        const tokenHash = hashToken(token);
        const values = { companyFk, tokenHash, usesLeft: uses, expiresAt };
        await tx.insert(enrolTokens).values(values);
        const newValue = JSON.stringify({ devices: uses, expires_at: expiresAt.toISOString() });
        await writeAudits(tx, operatorActor(company), [
          { code: auditCode.enrolToken, type: auditTypeIds.action, subject: null, newValue },
        ]);
      });
      return { enrol_token: token, expires_at: expiresAt.toISOString() };
    },
  }),
  defineOperatorCommand({
    name: 'enrol-sites',
    summary: 'create nested groups with alert thresholds, and an enrolment token for each, for a simulated fleet',
    options: {
      '--company <pk>': 'company of the devices (default: 1)',
      '--sites <json>': 'what `npm run agents -- --sites --count <number>` prints',
      '--hours <number>': 'validity in hours (default: 1)',
    },
    input: z.object({
      company: companyPkArgument.default(CompanyPk.parse(1)),
      sites: z.string().transform((text, context) => parseSimulationSites(text, context)),
      hours: integerArgument(1, 8_760).default(1),
    }),
    async run({ company, sites, hours }, operator) {
      const expiresAt = new Date(operator.now() + hours * HOUR_MS);
      return operator.database.inCompany(company, async (tx) => {
        const { pk: companyFk } = await requireCompany(tx, company);
        return createSiteTokens(tx, { companyFk, sites, expiresAt });
      });
    },
  }),
];
