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
  summary: 'list all companies with their numbers of users and devices',
  input: z.object({}),
  run: async (_, { database }) => {
    const people = sql<number>`(select count(*)::int from users u where u.company_fk = companies.pk)`;
    const deviceCount = sql<number>`(select count(*)::int from devices d where d.company_fk = companies.pk)`;
    const rows = await database.asSystem((tx) =>
      tx
        .select({
          pk: companies.pk,
          name: companies.name,
          users: people,
          devices: deviceCount,
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
  summary: 'create a company with its administrator and licence',
  args: ['name'],
  options: {
    '--admin-id <id>': 'login ID of the administrator',
    '--admin-password <password>': 'password of the administrator (default: random, shown once)',
    '--type <type>': 'licence type: Free, Basic or Corporate (default: Corporate)',
    '--devices <number>': 'number of devices (default: 5)',
    '--managers <number>': 'number of managers (default: 10)',
    '--days <number>': 'licence period in days (default: 365)',
  },
  input: z.object({
    name: z.string().trim().min(1).max(200),
    adminId: LoginId,
    adminPassword: z
      .string()
      .refine(
        (typed) => isPasswordGoodEnough(typed, SIGN_UP_LEVEL),
        'too weak: must meet the password requirements of sign-up',
      )
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
      if (taken) throw new Error(`the ID ${adminId} is already in use`);
      return createCompany(tx, { name, adminId, adminPassword: password, licence }, now());
    });
    return { pk, name, admin_id: adminId, ...(adminPassword === undefined ? { password } : {}) };
  },
});

export const companyCommands: readonly OperatorCommand[] = [list, create];
