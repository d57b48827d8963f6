import { MAX_AGREED_PRICE } from '@vigil/shared/contract/limits';
import { listPrices, parseAgreedPrice } from '@vigil/shared/domain/prices';
import { operatorActor, policyAuditEntry, writeAudits } from '@vigil/shared/platform/audits';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { defineOperatorCommand, type OperatorCommand } from '../command.ts';
import { requireCompany } from '../find.ts';
import { companyPkArgument } from '../input.ts';
import { openChangeStores } from '../user-change.ts';

const price = defineOperatorCommand({
  name: 'companies price',
  summary: 'show the price of a company for one device and month in WON, or agree on another',
  args: ['company'],
  options: { '--set <name|price>': 'a name and whole WON, such as "Partner|1800"; empty for the list price' },
  input: z.object({
    company: companyPkArgument,
    set: z
      .string()
      .trim()
      .max(MAX_AGREED_PRICE)
      .refine((text) => text === '' || parseAgreedPrice(text) !== null, 'must be name|price, with whole WON')
      .optional(),
  }),
  async run({ company, set }, operator) {
    if (set !== undefined)
      await commitChange(await openChangeStores(operator), company, async (tx) => {
        const before = await requireCompany(tx, company);
        if (before.price === set) return;
        await tx.update(companies).set({ price: set }).where(eq(companies.pk, company));
        const values = { oldValue: before.price, newValue: set };
        await writeAudits(tx, operatorActor(company), [policyAuditEntry('price', values)]);
      });
    const row = await operator.database.readAll((tx) => requireCompany(tx, company));
    const agreed = parseAgreedPrice(row.price);
    return {
      pk: row.pk,
      name: row.name,
      price_name: agreed?.name ?? '',
      basic: agreed?.unit ?? listPrices.Basic,
      corporate: agreed?.unit ?? listPrices.Corporate,
    };
  },
});

export const companyPriceCommands: readonly OperatorCommand[] = [price];
