import { readFile } from 'node:fs/promises';
import { PROTOCOL_WITH_SIGNATURES } from '@vigil/shared/contract/protocol-version';
import { isAllowedLoginId } from '@vigil/shared/domain/login-id';
import { meetsPasswordRequirements, INITIAL_PASSWORD_RULE } from '@vigil/shared/domain/password-rules';
import { operatorActor, policyAuditEntry, writeAudits } from '@vigil/shared/platform/audits';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { users } from '@vigil/shared/platform/db/schema/users';
import { hashPassword } from '@vigil/shared/platform/passwords';
import { asc, eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { createCompany } from '../../identity/accounts/create-company.ts';
import { randomPassword } from '../../identity/accounts/random-password.ts';
import { CommandLineError, defineOperatorCommand, type OperatorCommand } from '../command.ts';
import { requireCompany } from '../find.ts';
import { companyPkArgument, licenceTypeArgument, bitArgument, integerArgument } from '../input.ts';
import { openChangeStores } from '../user-change.ts';

const userCount = sql<number>`(select count(*)::int from users u where u.company_fk = companies.pk and u.ticket_fk is null and u.screen_fk is null)`;
const deviceCount = sql<number>`(select count(*)::int from devices d where d.company_fk = companies.pk)`;

const listed = {
  pk: companies.pk,
  name: companies.name,
  users: userCount,
  devices: deviceCount,
  created_at: companies.createdAt,
};
const wire = <R extends { created_at: Date }>(row: R) => ({ ...row, created_at: row.created_at.toISOString() });

const list = defineOperatorCommand({
  name: 'companies list',
  summary: 'list all companies with their numbers of users and devices',
  input: z.object({}),
  run: async (_, { database }) => {
    const rows = await database.readAll((tx) => tx.select(listed).from(companies).orderBy(asc(companies.pk)));
    return rows.map(wire);
  },
});

const show = defineOperatorCommand({
  name: 'companies show',
  summary: 'show a company, with the way by which it signed up and the use that it stated',
  args: ['company'],
  input: z.object({ company: companyPkArgument }),
  run: ({ company }, { database }) =>
    database.readAll(async (tx) => {
      const { pk } = await requireCompany(tx, company);
      const { website, subscription, useFor: use_for, pcanyUser: pcany_user } = companies;
      const [row] = await tx
        .select({ ...listed, website, subscription, use_for, pcany_user })
        .from(companies)
        .where(eq(companies.pk, pk));
      return wire(row!);
    }),
});

interface PasswordOptions {
  readonly adminPassword: string | undefined;
  readonly adminPasswordFile: string | undefined;
}

/** @throws CommandLineError for a file that cannot be read, and for a password that sign-up would refuse */
async function readChosenPassword({ adminPassword, adminPasswordFile: file }: PasswordOptions) {
  if (adminPassword !== undefined && file !== undefined)
    throw new CommandLineError('specify either --admin-password or --admin-password-file');
  const text = file === undefined ? adminPassword : await readFile(file, 'utf8').catch(() => undefined);
  if (file !== undefined && text === undefined) throw new CommandLineError('--admin-password-file: cannot be read');
  const [typed] = text?.split(/\r?\n/u) ?? [];
  if (typed === undefined || meetsPasswordRequirements(typed, INITIAL_PASSWORD_RULE)) return typed;
  const option = file === undefined ? '--admin-password' : '--admin-password-file';
  throw new CommandLineError(`${option}: too weak: must meet the password requirements of sign-up`);
}

const create = defineOperatorCommand({
  name: 'companies create',
  summary: 'create a company with its administrator and licence',
  args: ['name'],
  options: {
    '--admin-id <id>': 'login ID of the administrator',
    '--admin-password-file <file>':
      'file whose first line is the password of the administrator (default: random, shown once)',
    '--admin-password <password>': 'the same on the command line, where other users of this computer see it',
    '--type <type>': 'licence type: Free, Basic or Corporate (default: Corporate)',
    '--devices <number>': 'number of devices (default: 5)',
    '--managers <number>': 'number of users beside administrators (default: by type and number of devices)',
    '--days <number>': 'licence period in days (default: 365)',
  },
  input: z.object({
    name: z.string().trim().min(1).max(200),
    adminId: z
      .string()
      .refine(isAllowedLoginId, 'must be 4 to 38 letters, digits and @ . _ -, and no address of a website'),
    adminPassword: z.string().optional(),
    adminPasswordFile: z.string().optional(),
    type: licenceTypeArgument.default('Corporate'),
    devices: integerArgument().default(5),
    managers: integerArgument().optional(),
    days: integerArgument(1, 36_500).default(365),
  }),
  async run({ name, adminId, adminPassword, adminPasswordFile, managers: nonAdmins, ...licence }, { database, now }) {
    const chosen = await readChosenPassword({ adminPassword, adminPasswordFile });
    const password = chosen ?? randomPassword();
    const pk = await database.asSystem(async (tx) => {
      const [taken] = await tx.select({ pk: users.pk }).from(users).where(eq(users.mgrid, adminId));
      if (taken) throw new Error(`the ID ${adminId} is already in use`);
      const adminPasswordHash = await hashPassword(password);
      return createCompany(tx, { name, adminId, adminPasswordHash, licence: { ...licence, nonAdmins } }, now());
    });
    return { pk, name, admin_id: adminId, ...(chosen === undefined ? { password } : {}) };
  },
});

const protocol = defineOperatorCommand({
  name: 'companies protocol',
  summary: 'show how many agents are too old for signed commands, or refuse commands to those',
  args: ['company'],
  options: { '--allow-protocol-1 <0|1>': '0: agents that cannot check signatures get no commands any more' },
  input: z.object({ company: companyPkArgument, allowProtocol1: bitArgument.optional() }),
  async run({ company, allowProtocol1 }, operator) {
    if (allowProtocol1 !== undefined)
      await commitChange(await openChangeStores(operator), company, async (tx) => {
        const before = await requireCompany(tx, company);
        if (before.allowProtocol1 === allowProtocol1) return;
        await tx.update(companies).set({ allowProtocol1 }).where(eq(companies.pk, company));
        const values = { oldValue: String(before.allowProtocol1), newValue: String(allowProtocol1) };
        await writeAudits(tx, operatorActor(company), [policyAuditEntry('allow_protocol_1', values)]);
      });
    return operator.database.readAll(async (tx) => {
      const { pk } = await requireCompany(tx, company);
      const oldAgents = sql<number>`(
        select count(*)::int from devices d where d.company_fk = companies.pk and d.protocol < ${PROTOCOL_WITH_SIGNATURES})`;
      const [row] = await tx
        .select({
          pk: companies.pk,
          allow_protocol_1: companies.allowProtocol1,
          devices: deviceCount,
          old_agents: oldAgents,
        })
        .from(companies)
        .where(eq(companies.pk, pk));
      return row!;
    });
  },
});

export const companyCommands: readonly OperatorCommand[] = [list, show, create, protocol];
