import { readProfile } from '@vigil/shared/contract/http/profile';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { order, stateOf } from '../../testing/payments.ts';
import type { TestApi } from '../../testing/test-api.ts';

const test = apiTest({ PAYMENT_PROVIDER: 'sandbox' });

const choose = (api: TestApi, url: string, choice: Record<string, string>) =>
  api.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
    payload: new URLSearchParams({ method: 'SC0010', outcome: 'success', delivery: 'once', ...choice }).toString(),
  });

/** Outcome, method, call-back, and the state in which the payment is left. */
const ATTEMPTS = [
  ['success', 'SC0010', 'once', 'paid'],
  ['success', 'SC0060', 'twice', 'paid'],
  ['success', 'SC0030', 'once', 'waiting'],
  ['failure', 'SC0010', 'once', 'failed'],
  ['cancel', 'SC0010', 'twice', 'cancelled'],
  ['success', 'SC0010', 'late', 'waiting'],
] as const;

test('each choice on the page leaves the payment as it says, and only one that is paid buys a licence', async ({
  api,
  company,
}) => {
  const licences = async () => (await api.call(company.admin, readProfile)).objects[0]?.license.list.length ?? 0;
  for (const [outcome, method, delivery, state] of ATTEMPTS) {
    const before = await licences();
    const ordered = await order(api, company.admin);
    const page = await choose(api, ordered.window_url, { outcome, method, delivery });
    expect(page.statusCode).toBe(200);
    expect(page.body.includes('payment_notification_late')).toBe(delivery === 'late');
    const payment = await stateOf(api, company.admin, ordered);
    const bought = (await licences()) - before;
    const wanted = delivery === 'late' ? null : method;
    expect([outcome, delivery, payment.state, payment.payment_method, bought]).toEqual([
      outcome,
      delivery,
      state,
      wanted,
      state === 'paid' ? 1 : 0,
    ]);
  }
});

test('the page says in the language of its reader that it is a sandbox, runs nothing but its own script, and is no frame', async ({
  api,
  company,
}) => {
  const { window_url: url } = await order(api, company.admin);
  for (const [language, words] of [
    ['en', 'This is a sandbox'],
    ['ko', '샌드박스'],
    ['ja', 'サンドボックス'],
  ] as const) {
    const page = await api.app.inject({ url, headers: { 'accept-language': language } });
    expect(page.body).toContain(words);
    expect(page.body).not.toMatch(/name="(?:card|number|cvc)/u);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  }
});

test('an address that was changed opens nothing', async ({ api, company }) => {
  const { window_url: url } = await order(api, company.admin);
  const other = new URL(url, 'http://localhost');
  const text = Buffer.from(other.searchParams.get('order') ?? '', 'base64url').toString('utf8');
  const cheaper = JSON.stringify({ ...(JSON.parse(text) as object), amount: 1 });
  other.searchParams.set('order', Buffer.from(cheaper).toString('base64url'));
  const changed = `${other.pathname}?${other.searchParams.toString()}`;
  expect((await api.app.inject({ url: changed })).statusCode).toBe(404);
  expect((await choose(api, changed, {})).statusCode).toBe(404);
  expect((await choose(api, url, { outcome: 'everything' })).statusCode).toBe(400);
});
