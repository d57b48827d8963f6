import type { CallOf } from '@vigil/shared/contract/endpoint';
import { listAudits } from '@vigil/shared/contract/http/audits';
import {
  cancelPayment,
  continuePayment,
  createPayment,
  listPayments,
  mailReceipt,
  readPayment,
  readQuote,
  withdrawPayment,
} from '@vigil/shared/contract/http/payments';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { readRemoteChart } from '@vigil/shared/contract/http/statistics';
import { MAX_LICENCE_DEVICES, MAX_OPEN_PAYMENTS } from '@vigil/shared/contract/limits';
import { companies, licences } from '@vigil/shared/platform/db/schema/companies';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { notificationOf, notify, order, stateOf } from '../../testing/payments.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember, type TestCompany } from '../../testing/world.ts';

const test = apiTest({ PAYMENT_PROVIDER: 'sandbox' });

const DAY_MS = 86_400_000;

const quote = async (api: TestApi, token: string, query: CallOf<typeof readQuote>['query'] = {}) =>
  (await api.call(token, readQuote, { query })).objects;
const licencesOf = async (api: TestApi, { admin }: TestCompany) =>
  (await api.call(admin, readProfile)).objects[0]!.license;
const setPrice = (api: TestApi, { pk }: TestCompany, price: string) =>
  api.deps.database.asSystem((tx) => tx.update(companies).set({ price }).where(eq(companies.pk, pk)));
const codesOf = async (api: TestApi, token: string) =>
  (await api.call(token, listAudits, { query: { limit: '20' } })).objects.map(({ act_name_id: code }) => code);

test('a registration is drafted as five devices for a month, a renewal from the end of its licence for a year', async ({
  api,
}) => {
  const company = await addCompany(api, { type: 'Basic', devices: 7 });
  const [licence] = (await licencesOf(api, company)).list;
  const registration = await quote(api, company.admin);
  expect(registration).toMatchObject({
    unit_price: 2_500,
    fullPay: 12_500,
    discount: 0,
    total: 12_500,
    volume_after: 12,
  });
  expect(registration.items[0]).toMatchObject({ ref: null, type: 'Basic', vol: 5, period: 1, first: false });
  const renewal = await quote(api, company.admin, { ref: String(licence?.pay_pk) });
  expect(renewal.items[0]).toMatchObject({
    start_date: licence?.pay_expire,
    type: 'Basic',
    vol: 7,
    period: 12,
    first: false,
  });
  expect(renewal).toMatchObject({
    fullPay: 210_000,
    discount: 35_000,
    total: 175_000,
    volume_after: 7,
    manager_limit: 5,
  });
  expect(renewal.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['licence', 210_000],
    ['discount', -35_000],
  ]);
});

test('the free trial is renewed as Corporate, from now when it has ended, and counts as the first', async ({ api }) => {
  const company = await addCompany(api, { type: 'Free', devices: 5 });
  const [trial] = (await licencesOf(api, company)).list;
  const ended = new Date(api.deps.now() - DAY_MS);
  await api.deps.database.asSystem((tx) =>
    tx.update(licences).set({ expiresAt: ended }).where(eq(licences.companyFk, company.pk)),
  );
  const { items } = await quote(api, company.admin, { ref: String(trial?.pay_pk) });
  expect(items[0]).toMatchObject({ type: 'Corporate', first: true, vol: 5 });
  expect(Date.parse(items[0]!.start_date)).toBeGreaterThan(ended.getTime());
});

test('a licence that is bought beside a running trial adds its devices, and ends the trial edition', async ({
  api,
}) => {
  const company = await addCompany(api, { type: 'Free', devices: 5 });
  const ordered = await order(api, company.admin, { vol: 3, period: 12 });
  expect(await notify(api, notificationOf(ordered))).toBe('paid');
  const { list, total } = await licencesOf(api, company);
  expect(list.map(({ pay_type, linked }) => [pay_type, linked])).toContainEqual(['Free', false]);
  expect(list.find(({ pay_type }) => pay_type === 'Corporate')).toMatchObject({
    pay_lisence_ref: null,
    pay_dev_vol: 3,
  });
  expect(total).toMatchObject({ vol: 8 });
});

test('a running trial is renewed as Corporate from its end, and replaced then', async ({ api }) => {
  const company = await addCompany(api, { type: 'Free', devices: 5 });
  const [trial] = (await licencesOf(api, company)).list;
  const { items } = await quote(api, company.admin, { ref: String(trial?.pay_pk) });
  expect(items[0]).toMatchObject({ type: 'Corporate', first: true, start_date: trial?.pay_expire });
  const ordered = await order(api, company.admin, { ref: trial!.pay_pk, vol: 9, period: 12 });
  expect(await notify(api, notificationOf(ordered))).toBe('paid');
  const { list, total } = await licencesOf(api, company);
  expect(list.find(({ pay_type }) => pay_type === 'Free')).toMatchObject({ linked: true });
  expect(list.find(({ pay_type }) => pay_type === 'Corporate')).toMatchObject({
    pay_lisence_ref: trial?.pay_pk,
    starts: trial?.pay_expire,
  });
  expect(total.vol).toBe(5);
});

test('a renewal of more devices than are sold is drafted with as many as are sold', async ({ api }) => {
  const company = await addCompany(api, { type: 'Corporate', devices: MAX_LICENCE_DEVICES + 1 });
  const [licence] = (await licencesOf(api, company)).list;
  const { items } = await quote(api, company.admin, { ref: String(licence?.pay_pk) });
  expect(items[0]).toMatchObject({ vol: MAX_LICENCE_DEVICES });
});

test('two windows of one order, which both report a payment, buy one licence', async ({ api }) => {
  const company = await addCompany(api);
  const ordered = await order(api, company.admin);
  const again = (await api.call(company.admin, continuePayment, { params: { id: ordered.id } })).objects;
  const reports = [notificationOf(ordered), notificationOf({ ...ordered, ...again }, { method: 'SC0060' })];
  expect(await Promise.all(reports.map((one) => notify(api, one)))).toEqual(['paid', 'paid']);
  expect((await licencesOf(api, company)).list).toHaveLength(2);
});

test('the price of a company is used for both types; one that does not parse is the list price', async ({ api }) => {
  const company = await addCompany(api);
  await setPrice(api, company, 'Partner|1800');
  expect(await quote(api, company.admin, { type: 'Basic' })).toMatchObject({
    unit_price: 1_800,
    price_name: 'Partner',
  });
  expect(await quote(api, company.admin, { type: 'Corporate' })).toMatchObject({ unit_price: 1_800 });
  await setPrice(api, company, 'Partner|cheap');
  expect(await quote(api, company.admin, { type: 'Corporate' })).toMatchObject({ unit_price: 4_500, price_name: '' });
});

test('an order waits with its window, a paid one has its licence, and the audit and the history tell of both', async ({
  api,
}) => {
  const company = await addCompany(api);
  const before = await licencesOf(api, company);
  const ordered = await order(api, company.admin, { vol: 3, period: 12 });
  expect(ordered.window_url).toMatch(/^\/lmm\/api\/v1\.0\/payments\/window\/sandbox\?/u);
  expect(await stateOf(api, company.admin, ordered)).toMatchObject({ state: 'waiting', price: 135_000, pay_pk: null });
  expect(await notify(api, notificationOf(ordered))).toBe('paid');
  const paid = await stateOf(api, company.admin, ordered);
  expect(paid).toMatchObject({ state: 'paid', payment_method: 'SC0010', ordered_by: expect.any(String) as string });
  const after = await licencesOf(api, company);
  expect(after.total.vol).toBe(before.total.vol + 3);
  const bought = after.list.find(({ pay_pk }) => pay_pk === paid.pay_pk);
  expect(bought).toMatchObject({ pay_dev_vol: 3, manager_limit: 20, isExpired: false, pay_expire: paid.expire_date });
  expect((await codesOf(api, company.admin)).slice(0, 2)).toEqual([61, 60]);
  const { objects, meta } = await api.call(company.admin, listPayments, { query: { by: 'start_date', limit: '5' } });
  expect(objects.map(({ id, price }) => [id, price])).toEqual([[ordered.id, 135_000]]);
  expect(meta.total_count).toBe(1);
});

test('a renewal starts when its licence ends, and two payments for one licence buy one period after the other', async ({
  api,
}) => {
  const company = await addCompany(api, { type: 'Corporate', devices: 4 });
  const [first] = (await licencesOf(api, company)).list;
  const ref = first!.pay_pk;
  const orders = [await order(api, company.admin, { ref, vol: 4 }), await order(api, company.admin, { ref, vol: 4 })];
  for (const one of orders) expect(await notify(api, notificationOf(one))).toBe('paid');
  const { list, total } = await licencesOf(api, company);
  const [, second, third] = list;
  expect(list.map(({ linked }) => linked)).toEqual([true, true, false]);
  expect([second?.starts, third?.starts]).toEqual([first?.pay_expire, second?.pay_expire]);
  expect([second?.pay_lisence_ref, third?.pay_lisence_ref]).toEqual([ref, second?.pay_pk]);
  expect(total.vol).toBe(4);
  const again = await api.call(company.admin, readQuote, { query: { ref: String(ref) } });
  expect(again.error?.code).toBe('licence_renewed');
});

test('a price that has changed since it was shown is refused with the price of now, and stores nothing', async ({
  api,
}) => {
  const company = await addCompany(api);
  const { total } = await quote(api, company.admin, { type: 'Corporate' });
  await setPrice(api, company, 'Partner|5000');
  const items = [{ type: 'Corporate' as const, vol: 5, period: 1 }];
  const { error, status } = await api.call(company.admin, createPayment, { body: { items, total } });
  expect([status, error]).toMatchObject([409, { code: 'price_changed', detail: 25_000 }]);
  expect((await api.call(company.admin, listPayments)).meta.total_count).toBe(0);
});

const REFUSED: readonly object[] = [
  { vol: 0 },
  { vol: -5 },
  { vol: 2.5 },
  { vol: 100_001 },
  { vol: '5' },
  { period: 0 },
  { period: 37 },
  { type: 'Free' },
];

test('an order of what is not sold is malformed', async ({ api, company }) => {
  for (const wanted of REFUSED) {
    const body = { items: [{ type: 'Corporate', vol: 5, period: 1, ...wanted }], total: 22_500 } as never;
    const { error } = await api.call(company.admin, createPayment, { body });
    expect([wanted, error?.code]).toEqual([wanted, 'malformed']);
  }
});

test('only administrators see and make payments, and another company finds none', async ({ api, company }) => {
  const ordered = await order(api, company.admin);
  const member = await addMember(api, company);
  const other = await addCompany(api);
  const params = { id: ordered.id };
  for (const endpoint of [readPayment, continuePayment, cancelPayment, withdrawPayment, mailReceipt]) {
    expect((await api.call(member.token, endpoint, { params })).status).toBe(403);
    expect((await api.call(other.admin, endpoint, { params })).error?.code).toBe('not_found');
  }
  expect(await stateOf(api, company.admin, ordered)).toMatchObject({ state: 'waiting' });
});

test('a waiting payment can be continued and cancelled, and nothing is bought with it afterwards', async ({ api }) => {
  const company = await addCompany(api);
  const ordered = await order(api, company.admin);
  const params = { id: ordered.id };
  expect((await api.call(company.admin, continuePayment, { params })).objects.window_url).toBe(ordered.window_url);
  expect((await api.call(company.admin, cancelPayment, { params })).objects.state).toBe('cancelled');
  for (const endpoint of [continuePayment, cancelPayment])
    expect((await api.call(company.admin, endpoint, { params })).error).toMatchObject({
      code: 'payment_state',
      detail: 'cancelled',
    });
  expect(await notify(api, notificationOf(ordered))).toBe('payment_state');
  expect((await licencesOf(api, company)).list).toHaveLength(1);
});

test('a company has a limited number of payments that wait', async ({ api }) => {
  const company = await addCompany(api);
  const body = { items: [{ type: 'Corporate' as const, vol: 5, period: 1 }], total: 22_500 };
  const codes = [];
  for (let n = 0; n <= MAX_OPEN_PAYMENTS; n += 1)
    codes.push((await api.call(company.admin, createPayment, { body })).error?.code ?? 'ok');
  expect(codes.slice(-2)).toEqual(['ok', 'payment_limit']);
});

test('a purchase is withdrawn within seven days, which ends its licence and frees its parent', async ({ api }) => {
  const company = await addCompany(api, { type: 'Corporate', devices: 4 });
  const ref = (await licencesOf(api, company)).list[0]!.pay_pk;
  const [now, later] = [await order(api, company.admin, { vol: 2 }), await order(api, company.admin, { ref, vol: 9 })];
  for (const one of [now, later]) await notify(api, notificationOf(one));
  expect((await licencesOf(api, company)).total.vol).toBe(6);
  for (const { id } of [now, later])
    expect((await api.call(company.admin, withdrawPayment, { params: { id } })).objects.state).toBe('withdrawn');
  const { list, total } = await licencesOf(api, company);
  expect([total.vol, list.filter(({ linked }) => linked)]).toEqual([4, []]);
  expect((await codesOf(api, company.admin)).slice(0, 2)).toEqual([63, 63]);
  const again = await api.call(company.admin, withdrawPayment, { params: { id: now.id } });
  expect(again.error).toMatchObject({ code: 'payment_state', detail: 'withdrawn' });
});

test('a renewal that has begun is withdrawn, and its parent is renewed again on the same terms', async ({ api }) => {
  const company = await addCompany(api);
  const ref = (await licencesOf(api, company)).list[0]!.pay_pk;
  await api.deps.database.asSystem((tx) =>
    tx
      .update(licences)
      .set({ type: 'Free', startsAt: new Date(Date.now() - 30 * DAY_MS), expiresAt: new Date(Date.now() - DAY_MS) })
      .where(eq(licences.companyFk, company.pk)),
  );
  const ordered = await order(api, company.admin, { ref, type: 'Basic', vol: 2 });
  await notify(api, notificationOf(ordered));
  expect((await licencesOf(api, company)).total).toMatchObject({ vol: 2, primaryProdType: 'Basic' });
  await api.call(company.admin, withdrawPayment, { params: { id: ordered.id } });
  const { list, total } = await licencesOf(api, company);
  expect([total.vol, total.primaryProdType, list.filter(({ linked }) => linked)]).toEqual([0, 'Free', []]);
  expect((await quote(api, company.admin, { ref: String(ref) })).items).toMatchObject([
    { ref, type: 'Corporate', first: true },
  ]);
});

test('a licence that was withdrawn before its start is not the one that ended last', async ({ api }) => {
  const company = await addCompany(api, { type: 'Basic', devices: 4 });
  const readChart = () => api.call(company.admin, readRemoteChart, { query: { type: 'monthly', year: 2026 } });
  const at = new Date(Date.now() - 1_000);
  const daysBefore = (days: number) => new Date(at.getTime() - days * DAY_MS);
  await api.deps.accessPolicies.change(company.pk, async (tx) => {
    const row = { companyFk: company.pk, type: 'Corporate', deviceVolume: 4, nonAdminLimit: 20 } as const;
    await tx.update(licences).set({ startsAt: daysBefore(30), expiresAt: daysBefore(1) });
    await tx.insert(licences).values({ ...row, startsAt: at, expiresAt: at, withdrawnAt: at });
    return { value: null, done: true };
  });
  expect((await readChart()).status).toBe(404);
  expect((await quote(api, company.admin)).items[0]?.type).toBe('Basic');
});

test('a receipt is mailed to a confirmed address only, and nothing is said to be sent otherwise', async ({ api }) => {
  const company = await addCompany(api);
  const ordered = await order(api, company.admin);
  await notify(api, notificationOf(ordered));
  const mail = () => api.call(company.admin, mailReceipt, { params: { id: ordered.id } });
  const confirmAt = (emailVerifiedAt: Date | null) =>
    api.deps.database.asSystem((tx) =>
      tx.update(users).set({ emailVerifiedAt }).where(eq(users.companyFk, company.pk)),
    );
  await confirmAt(null);
  expect((await mail()).error?.code).toBe('receipt_not_mailed');
  await confirmAt(new Date());
  expect((await mail()).objects.email).toContain('@');
});

test('a purchase is not withdrawn while a paid renewal follows it', async ({ api }) => {
  const company = await addCompany(api);
  const ordered = await order(api, company.admin);
  await notify(api, notificationOf(ordered));
  const { pay_pk: ref } = await stateOf(api, company.admin, ordered);
  await notify(api, notificationOf(await order(api, company.admin, { ref })));
  const { error } = await api.call(company.admin, withdrawPayment, { params: { id: ordered.id } });
  expect(error?.code).toBe('licence_renewed');
});
