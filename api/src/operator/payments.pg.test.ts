import { randomUUID } from 'node:crypto';
import { readQuote } from '@vigil/shared/contract/http/payments';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { expect } from 'vitest';
import { apiTest } from '../testing/fixture.ts';
import { createOperatorRunner } from '../testing/operator-runner.ts';
import { notificationOf, notify, order, stateOf } from '../testing/payments.ts';

const test = apiTest({ PAYMENT_PROVIDER: 'sandbox' }, { devices: 5 });

test('a bank transfer waits until the operator confirms it, once', async ({ api, company, folder }) => {
  const { run, json } = createOperatorRunner(api, folder);
  const ordered = await order(api, company.admin, { vol: 3 });
  expect(await notify(api, notificationOf(ordered, { outcome: 'pending', method: 'SC0030' }))).toBe('waiting');
  expect(await json(`payments list --company ${company.pk}`)).toMatchObject([
    { id: ordered.id, state: 'waiting', method: 'SC0030', price: 13_500 },
  ]);
  expect(await json(`payments confirm ${ordered.id} --remarks Transfer-77`)).toMatchObject({ state: 'paid' });
  const paid = await stateOf(api, company.admin, ordered);
  expect(paid).toMatchObject({ state: 'paid', payment_method: 'SC0030', remarks: 'Transfer-77' });
  expect((await api.call(company.admin, readProfile)).objects[0]?.license.total.vol).toBe(8);
  expect((await run(`payments confirm ${ordered.id}`)).error).toContain('is paid');
  const byCard = await order(api, company.admin, { vol: 1 });
  expect((await run(`payments confirm ${byCard.id}`)).error).toContain('does not wait for a transfer');
  expect((await run(`payments confirm ${randomUUID()}`)).error).toContain('not found');
  expect((await run('payments confirm 7')).code).toBe(2);
});

test('the operator sets the time zone of a company, in which its licences end', async ({ api, company, folder }) => {
  const { run, json } = createOperatorRunner(api, folder);
  const zoneOfLicences = async () => (await api.call(company.admin, readProfile)).objects[0]?.license.time_zone;
  const first = await json<{ zone: string }>(`companies zone ${company.pk}`);
  expect(first).toMatchObject({ is_own: 0 });
  expect(await json(`companies zone ${company.pk} --set Pacific/Honolulu`)).toMatchObject({
    zone: 'Pacific/Honolulu',
    is_own: 1,
  });
  expect(await zoneOfLicences()).toBe('Pacific/Honolulu');
  expect((await run(`companies zone ${company.pk} --set Moon/Sea`)).code).toBe(2);
  expect(await json(`companies zone ${company.pk} --set=`)).toMatchObject({ zone: first.zone, is_own: 0 });
});

test('the operator agrees on a price with a company, and goes back to the list price', async ({
  api,
  company,
  folder,
}) => {
  const { run, json } = createOperatorRunner(api, folder);
  const unit = async () => (await api.call(company.admin, readQuote)).objects.unit_price;
  expect(await json(`companies price ${company.pk}`)).toMatchObject({ basic: 2_500, corporate: 4_500 });
  expect(await json(`companies price ${company.pk} --set Partner|1800`)).toMatchObject({
    price_name: 'Partner',
    basic: 1_800,
  });
  expect(await unit()).toBe(1_800);
  expect((await run(`companies price ${company.pk} --set 1800`)).code).toBe(2);
  expect(await unit()).toBe(1_800);
  expect(await json(`companies price ${company.pk} --set=`)).toMatchObject({ price_name: '', corporate: 4_500 });
  expect(await unit()).toBe(4_500);
});
