import { companies } from '@vigil/shared/platform/db/schema/companies';
import { createLog } from '@vigil/shared/platform/log';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../testing/fixture.ts';
import { quoteLicence } from './quote.ts';

const test = apiTest();

test('[decision 52] a price of the company that does not parse is the list price, and is logged', async ({
  api,
  company,
}) => {
  const lines: string[] = [];
  const log = createLog('api', 'warn', { write: (line) => void lines.push(line) });
  const at = new Date(api.deps.now());
  const unitAt = async (price: string) => {
    await api.deps.database.asSystem((tx) => tx.update(companies).set({ price }).where(eq(companies.pk, company.pk)));
    const quote = await api.deps.database.read(company.pk, (tx) =>
      quoteLicence(tx, { ref: null, type: 'Corporate' }, { company: company.pk, at, log }),
    );
    return quote.unit_price;
  };
  expect([await unitAt('Partner|1800'), await unitAt('')]).toEqual([1_800, 4_500]);
  expect(lines).toEqual([]);
  expect(await unitAt('1800 WON')).toBe(4_500);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ company: company.pk, price: '1800 WON' }]);
});
