import { createPayment, listPayments, readQuote } from '@vigil/shared/contract/http/payments';
import { readInstallationSettings } from '@vigil/shared/contract/http/settings';
import { expect } from 'vitest';
import { callbackPath } from '../../payments/providers/callback-path.ts';
import { apiTest } from '../../testing/fixture.ts';

const test = apiTest({
  STANDALONE: '1',
  PAYMENT_PROVIDER: 'sandbox',
  PAYMENT_FAQ_URL: 'https://pay.example.org/faq',
});

test('the standalone edition sells and renews no licence, has no page of a provider, and shows the payments of before', async ({
  api,
  company,
}) => {
  const body = { items: [{ type: 'Corporate' as const, vol: 5, period: 1 }], total: 22_500 };
  for (const { error, status } of [
    await api.call(company.admin, readQuote),
    await api.call(company.admin, createPayment, { body }),
  ])
    expect([status, error?.code]).toEqual([403, 'licences_not_sold']);
  expect((await api.app.inject({ method: 'POST', url: callbackPath('sandbox'), payload: {} })).statusCode).toBe(404);
  expect(await api.call(company.admin, listPayments)).toMatchObject({ status: 200, objects: [] });
  expect((await api.call(null, readInstallationSettings)).objects.payment_faq_url).toBe('');
});
