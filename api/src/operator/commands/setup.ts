import { z } from 'zod';
import { enrolTokens } from '@vigil/shared/platform/db/schema/devices';
import {
  completeKeyRing,
  createKeyRing,
  publicHalf,
  readKeyRing,
  rotateKeyRing,
  writeKeyRing,
} from '@vigil/shared/platform/key-ring';
import { hashToken, randomToken } from '@vigil/shared/platform/tokens';
import { ensureFirstCompany } from '../../identity/first-run.ts';
import { defineCommand, type OperatorCommand } from '../command.ts';
import { CompanyPk } from '@vigil/shared/contract/ids';
import { findCompany } from '../find.ts';
import { companyPk, whole } from '../input.ts';

const HOUR_MS = 3_600_000;

export const setupCommands: readonly OperatorCommand[] = [
  defineCommand({
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
      const renew = complete ? completeKeyRing : rotateKeyRing;
      const ring = rotate || complete ? renew(await readKeyRing(out)) : createKeyRing();
      await writeKeyRing(out, ring);
      await writeKeyRing(out.replace(/\.json$/u, '.public.json'), publicHalf(ring));
      return { written: out };
    },
  }),
  defineCommand({
    name: 'first-run',
    summary: 'create the first company of an empty installation (ADMIN_ID, ADMIN_PASSWORD)',
    input: z.object({}),
    async run(_, { database, env }) {
      const adminId = env['ADMIN_ID'] || 'admin@vigil.local';
      const first = await ensureFirstCompany(database, { adminId, adminPassword: env['ADMIN_PASSWORD'] || undefined });
      return { ...first };
    },
  }),
  defineCommand({
    name: 'enrol-token',
    summary: 'create an enrolment token for adding devices',
    options: {
      '--company <pk>': 'company of the devices (default: 1)',
      '--uses <number>': 'number of devices that can enrol with it (default: 100)',
      '--hours <number>': 'validity in hours (default: 24)',
    },
    input: z.object({
      company: companyPk.default(CompanyPk.parse(1)),
      uses: whole().default(100),
      hours: whole(1, 8_760).default(24),
    }),
    async run({ company, uses, hours }, { database, now }) {
      const token = randomToken();
      const expiresAt = new Date(now() + hours * HOUR_MS);
      await database.asSystem(async (tx) => {
        const { pk: companyFk } = await findCompany(tx, company);
        const tokenHash = hashToken(token);
        await tx.insert(enrolTokens).values({ companyFk, tokenHash, usesLeft: uses, expiresAt });
      });
      return { enrol_token: token, expires_at: expiresAt.toISOString() };
    },
  }),
];
