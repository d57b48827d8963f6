import { listAudits } from '@vigil/shared/contract/http/audits';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { withdrawPayment } from '@vigil/shared/contract/http/payments';
import { readProfile } from '@vigil/shared/contract/http/profile';
import type { PaymentId } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { payments } from '@vigil/shared/platform/db/schema/payments';
import { users } from '@vigil/shared/platform/db/schema/users';
import { setLicenceBlock } from '@vigil/shared/platform/licence-gates';
import { eq, inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { callbackPath } from '../../payments/providers/callback-path.ts';
import { apiTest } from '../../testing/fixture.ts';
import { mailsTo } from '../../testing/mails.ts';
import { notificationOf, notify, order, stateOf } from '../../testing/payments.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices } from '../../testing/world.ts';

const test = apiTest({ PAYMENT_PROVIDER: 'sandbox' });

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const boughtBy = (api: TestApi, ids: readonly PaymentId[]) =>
  api.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(licences)
      .where(inArray(licences.paymentFk, [...ids])),
  );

test('a call-back that the provider has not signed, or signed for other content, changes nothing', async ({
  api,
  company,
}) => {
  const ordered = await order(api, company.admin);
  const right = notificationOf(ordered);
  const forged = [
    { signature: '' },
    { signature: `t=${api.deps.now()},v1=${'0'.repeat(64)}` },
    { body: JSON.stringify({ ...right, amount: 1 }) },
    { body: `${JSON.stringify(right)} ` },
  ];
  for (const delivery of forged) expect(await notify(api, right, delivery)).toBe('payment_signature_invalid');
  const unsigned = await api.app.inject({ method: 'POST', url: callbackPath('sandbox'), payload: right });
  expect(unsigned.statusCode).toBe(403);
  expect((await api.app.inject({ method: 'POST', url: callbackPath('toss'), payload: right })).statusCode).toBe(404);
  expect(await stateOf(api, company.admin, ordered)).toMatchObject({ state: 'waiting' });
});

test('a call-back that was signed too long ago, or ahead of time, is refused', async ({ api, company }) => {
  const ordered = await order(api, company.admin);
  for (const minutes of [-6, 6])
    expect(await notify(api, notificationOf(ordered), { at: api.deps.now() + minutes * MINUTE_MS })).toBe(
      'payment_notification_late',
    );
  expect(await notify(api, notificationOf(ordered), { at: api.deps.now() - 4 * MINUTE_MS })).toBe('paid');
});

test('a repeated call-back changes nothing, and its number is not taken for another content', async ({
  api,
  company,
}) => {
  const ordered = await order(api, company.admin);
  const paid = notificationOf(ordered);
  expect([await notify(api, paid), await notify(api, paid)]).toEqual(['paid', 'paid']);
  expect(await notify(api, { ...paid, method: 'SC0060' })).toBe('payment_notification_replayed');
  const other = await order(api, company.admin);
  expect(await notify(api, notificationOf(other, { id: paid.id }))).toBe('payment_notification_replayed');
  expect(await boughtBy(api, [ordered.id, other.id])).toHaveLength(1);
  expect((await stateOf(api, company.admin, ordered)).payment_method).toBe('SC0010');
});

test('an amount that is not the price buys nothing', async ({ api, company }) => {
  const ordered = await order(api, company.admin);
  for (const amount of [0, 1, ordered.total - 1, ordered.total + 1])
    expect(await notify(api, notificationOf(ordered, { amount }))).toBe('payment_amount_differs');
  expect(await boughtBy(api, [ordered.id])).toEqual([]);
});

test('what is reported after the end of a payment changes nothing, in whatever order it arrives', async ({
  api,
  company,
}) => {
  const [paid, failed] = [await order(api, company.admin), await order(api, company.admin)];
  for (const outcome of ['pending', 'paid', 'failed', 'cancelled', 'pending', 'paid'] as const)
    await notify(api, notificationOf(paid, { outcome }));
  expect(await stateOf(api, company.admin, paid)).toMatchObject({ state: 'paid' });
  expect(await notify(api, notificationOf(failed, { outcome: 'failed' }))).toBe('failed');
  expect(await notify(api, notificationOf(failed, { outcome: 'cancelled' }))).toBe('failed');
  const late = notificationOf(failed);
  expect(await notify(api, late)).toBe('payment_state');
  // The provider need not repeat it: the operator and the company know.
  expect(await notify(api, late)).toBe('failed');
  expect(await boughtBy(api, [paid.id, failed.id])).toHaveLength(1);
  const { objects } = await api.call(company.admin, listAudits, { query: { q: 62, limit: 1 } });
  const bought = expect.stringContaining(`${failed.total} WON (${failed.id.slice(0, 8)})`);
  expect(objects).toMatchObject([{ old_value: bought, new_value: 'failed' }]);
  const refused = await api.call(company.admin, listAudits, { query: { q: 64, limit: 1 } });
  expect(refused.objects).toMatchObject([
    { old_value: bought, new_value: `payment_state: ${failed.total} WON, ${late.method}` },
  ]);
});

test('a call-back that comes three times at once, over two servers, buys one licence', async ({ api, company }) => {
  const second = await api.startSecond();
  const ordered = await order(api, company.admin);
  const same = notificationOf(ordered);
  const states = await Promise.all([
    notify(api, same),
    notify({ ...api, app: second.app }, same),
    notify({ ...api, app: second.app }, notificationOf(ordered)),
  ]);
  expect(states).toEqual(['paid', 'paid', 'paid']);
  expect(await boughtBy(api, [ordered.id])).toHaveLength(1);
});

test('a call-back that comes before the answer about the window is stored is applied', async ({ api, company }) => {
  const ordered = await order(api, company.admin);
  await api.deps.database.asSystem((tx) =>
    tx.update(payments).set({ state: 'draft' }).where(eq(payments.id, ordered.id)),
  );
  expect(await notify(api, notificationOf(ordered))).toBe('paid');
});

test('a payment opens the gate of its company at once, and browsers are told', async ({ api }) => {
  const company = await addCompany(api, { type: 'Corporate', devices: 1 });
  await addDevices(api, { company }, 3);
  await setLicenceBlock(api.deps.redis, company.pk, true);
  await eventually(async () => expect((await api.call(company.admin, listDevices)).status).toBe(402));
  const told: string[] = [];
  const unsubscribe = await api.deps.redis.subscribe(busChannels.company(company.pk), (text) => told.push(text));
  const ordered = await order(api, company.admin);
  expect(await notify(api, notificationOf(ordered))).toBe('paid');
  await eventually(async () => expect((await api.call(company.admin, listDevices)).status).toBe(200));
  await eventually(() => expect(told.filter((text) => text.includes('payments_changed')).length).toBeGreaterThan(2));
  await unsubscribe();
});

test('a purchase closes the gate again when it is withdrawn, and deletes no device', async ({ api }) => {
  const company = await addCompany(api, { type: 'Corporate', devices: 1 });
  await addDevices(api, { company }, 3);
  const ordered = await order(api, company.admin);
  await notify(api, notificationOf(ordered));
  await api.call(company.admin, withdrawPayment, { params: { id: ordered.id } });
  const [profile] = (await api.call(company.admin, readProfile)).objects;
  expect(profile?.license).toMatchObject({ devices: 3, gate: 1, total: { vol: 1 } });
  await eventually(async () => expect((await api.call(company.admin, listDevices)).status).toBe(402));
});

test('a purchase is not withdrawn after seven days', async ({ api }) => {
  const company = await addCompany(api);
  const ordered = await order(api, company.admin);
  await notify(api, notificationOf(ordered));
  const paidAt = new Date(api.deps.now() - 7 * DAY_MS - 1);
  await api.deps.database.asSystem((tx) => tx.update(payments).set({ paidAt }).where(eq(payments.id, ordered.id)));
  expect((await stateOf(api, company.admin, ordered)).withdrawable_until).toBeNull();
  const { error } = await api.call(company.admin, withdrawPayment, { params: { id: ordered.id } });
  expect(error?.code).toBe('withdrawal_period_over');
});

test('the buyer gets one receipt by mail, however often the provider calls back', async ({ api }) => {
  const company = await addCompany(api);
  const email = `buyer-${company.pk}@vigil.test`;
  await api.deps.database.asSystem((tx) =>
    tx.update(users).set({ email, emailVerifiedAt: new Date() }).where(eq(users.companyFk, company.pk)),
  );
  const ordered = await order(api, company.admin);
  for (let times = 0; times < 3; times += 1) await notify(api, notificationOf(ordered));
  const [mail, ...others] = await mailsTo(api, email);
  expect(others).toEqual([]);
  expect(mail?.text).toContain(ordered.id);
  expect(mail?.text).toContain('22,500 WON');
});

test('a bank transfer is waited for, whatever becomes of another try to pay the order', async ({ api, company }) => {
  const ordered = await order(api, company.admin);
  const report = (outcome: 'pending' | 'failed' | 'cancelled', method: 'SC0010' | 'SC0030') =>
    notify(api, notificationOf(ordered, { outcome, method }));
  expect(await report('pending', 'SC0030')).toBe('waiting');
  expect(await report('failed', 'SC0010')).toBe('waiting');
  expect(await report('cancelled', 'SC0010')).toBe('waiting');
  expect(await stateOf(api, company.admin, ordered)).toMatchObject({ state: 'waiting', payment_method: 'SC0030' });
  expect(await report('cancelled', 'SC0030')).toBe('cancelled');
});
