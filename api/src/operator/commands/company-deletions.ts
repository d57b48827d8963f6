import { operatorActor } from '@vigil/shared/platform/audits';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { keepScheduledCompany } from '@vigil/shared/platform/companies/deletion';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { asc, eq, isNotNull } from 'drizzle-orm';
import * as z from 'zod';
import { defineOperatorCommand, type OperatorCommand } from '../command.ts';
import { requireCompany } from '../find.ts';
import { companyPkArgument } from '../input.ts';
import { openChangeStores } from '../user-change.ts';

const list = defineOperatorCommand({
  name: 'companies deletions',
  summary: 'list the companies that are set to be deleted, and those of which only kept records are left',
  input: z.object({}),
  run: async (_, { database }) => {
    const { pk, name, deleteAt, closedAt, erasedAt } = companies;
    const rows = await database.readAll((tx) =>
      tx
        .select({ pk, name, deleteAt, closedAt, erasedAt })
        .from(companies)
        .where(isNotNull(companies.deleteAt))
        .orderBy(asc(companies.deleteAt)),
    );
    return rows.map((row) => ({
      pk: row.pk,
      name: row.name,
      delete_at: row.deleteAt?.toISOString() ?? '',
      closed_at: row.closedAt?.toISOString() ?? '',
      erased_at: row.erasedAt?.toISOString() ?? '',
    }));
  },
});

const keep = defineOperatorCommand({
  name: 'companies keep',
  summary: 'keep a company that is set to be deleted; its administrators are mailed',
  args: ['company'],
  input: z.object({ company: companyPkArgument }),
  async run({ company }, operator) {
    const { config, database, log } = operator;
    const before = await database.readAll(async (tx) => {
      const { pk, name } = await requireCompany(tx, company);
      const [row] = await tx
        .select({ deleteAt: companies.deleteAt, closedAt: companies.closedAt })
        .from(companies)
        .where(eq(companies.pk, pk));
      return { name, ...row };
    });
    if (before.closedAt) throw new Error(`company ${company} is deleted already`);
    if (!before.deleteAt) throw new Error(`company ${company} is not set to be deleted`);
    const queueMail = createMailQueue({ redis: await operator.redis(), log });
    const step = { by: operatorActor(company), queueMail, publicUrl: config.PUBLIC_URL };
    await commitChange(await openChangeStores(operator), company, (tx) => keepScheduledCompany(tx, step));
    return { pk: company, name: before.name, kept: true };
  },
});

export const companyDeletionCommands: readonly OperatorCommand[] = [list, keep];
