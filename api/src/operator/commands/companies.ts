import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { LoginId } from '@vigil/shared/contract/credentials';
import { isPasswordGoodEnough, SIGN_UP_LEVEL } from '@vigil/shared/domain/password-rules';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { users } from '@vigil/shared/platform/db/schema/users';
import { createCompany } from '../../identity/create-company.ts';
import { randomPassword } from '../../identity/random-password.ts';
import { defineCommand, type OperatorCommand } from '../command.ts';
import { licenceType, whole } from '../input.ts';

const list = defineCommand({
  name: 'companies list',
  summary: 'all companies, with how many people and machines they have',
  input: z.object({}),
  run: async (_, { database }) => {
    const people = sql<number>`(select count(*)::int from users u where u.company_fk = companies.pk)`;
    const machines = sql<number>`(select count(*)::int from devices d where d.company_fk = companies.pk)`;
    const rows = await database.asSystem((tx) =>
      tx
        .select({
          pk: companies.pk,
          name: companies.name,
          users: people,
          devices: machines,
          created_at: companies.createdAt,
        })
        .from(companies)
        .orderBy(asc(companies.pk)),
    );
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  },
});

const create = defineCommand({
  name: 'companies create',
  summary: 'make a company with its administrator and its licence',
  args: ['name'],
  options: {
    '--admin-id <id>': 'how the administrator signs in',
    '--admin-password <password>': 'random and shown once, when it is left out',
    '--type <type>': 'Free, Basic or Corporate (Corporate)',
    '--devices <number>': 'how many machines (5)',
    '--managers <number>': 'how many people (10)',
    '--days <number>': 'how long (365)',
  },
  input: z.object({
    name: z.string().trim().min(1).max(200),
    adminId: LoginId,
    adminPassword: z
      .string()
      .refine((typed) => isPasswordGoodEnough(typed, SIGN_UP_LEVEL), 'too weak: see the rule of signing up')
      .optional(),
    type: licenceType.default('Corporate'),
    devices: whole().default(5),
    managers: whole().default(10),
    days: whole(1, 36_500).default(365),
  }),
  async run({ name, adminId, adminPassword, ...licence }, { database, now }) {
    const password = adminPassword ?? randomPassword();
    const pk = await database.asSystem(async (tx) => {
      const [taken] = await tx.select({ pk: users.pk }).from(users).where(eq(users.mgrid, adminId));
      if (taken) throw new Error(`the ID ${adminId} is taken`);
      return createCompany(tx, { name, adminId, adminPassword: password, licence }, now());
    });
    return { pk, name, admin_id: adminId, ...(adminPassword === undefined ? { password } : {}) };
  },
});

export const companyCommands: readonly OperatorCommand[] = [list, create];
