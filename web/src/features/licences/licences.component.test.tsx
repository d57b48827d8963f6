import { Notifications, notifications } from '@mantine/notifications';
import type { Profile } from '@vigil/shared/contract/http/profile';
import type { Quote } from '@vigil/shared/contract/http/payments';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { settingsAtom } from '../../entities/session/settings.ts';
import { apiProblemOf } from '../../lib/api-problem.ts';
import { administrator, sampleProfile } from '../../testing/sample-profile.ts';
import { render } from '../../testing/render.tsx';
import { LicencesPage } from './licences-page.tsx';
import { PaymentPanel } from './payment-panel.tsx';

const open = window.open;
afterEach(() => {
  window.open = open;
  notifications.clean();
});

const DAY = 86_400_000;

function licence(pk: number, days: number, more: object = {}) {
  const end = new Date(Math.ceil(Date.now() / DAY) * DAY + days * DAY);
  return {
    pay_pk: pk,
    pay_type: 'Corporate',
    pay_expire: end.toISOString(),
    pay_dev_vol: 50,
    pay_lisence_ref: null,
    linked: false,
    expireTimeStamp: end.getTime(),
    isExpired: days < 0,
    manager_limit: 25,
    starts: new Date(end.getTime() - 30 * DAY).toISOString(),
    ...more,
  };
}

const profileWith = (list: readonly object[], primaryProdType = 'Corporate') =>
  ({
    ...administrator,
    license: {
      ...sampleProfile.license,
      list,
      total: { ...sampleProfile.license.total, vol: 50, managerLimit: 20, primaryProdType },
      devices: 43,
      managers: 8,
    },
  }) as unknown as Partial<Profile>;

const item = {
  ref: null,
  start_date: '2026-11-28T00:00:00.000Z',
  expire_date: '2027-11-27T15:00:00.000Z',
  type: 'Corporate',
  vol: 5,
  period: 12,
  first: false,
};
const quote = {
  items: [item],
  unit_price: 4_500,
  price_name: '',
  lines: [
    { kind: 'licence', volume: 5, months: 12, unit_price: 4_500, amount: 270_000 },
    { kind: 'discount', years: 1, free_months: 2, volume: 5, unit_price: 4_500, amount: -45_000 },
  ],
  fullPay: 270_000,
  discount: 45_000,
  total: 225_000,
  expire_date: item.expire_date,
  manager_limit: 20,
  time_zone: 'Asia/Seoul',
  volume_after: 5,
  devices: 3,
} as unknown as Quote;

type Call = { path: string; method: string };

/** Answers prices with what was asked for, orders with an address, and a payment with this state. */
function seller(state = 'paid', refuse?: Error) {
  const orders: unknown[] = [];
  const call = (endpoint: Call, { query, body }: { query?: Record<string, string>; body?: unknown } = {}) => {
    if (endpoint.path === '/payments/quote') {
      const asked = { vol: Number(query?.['vol'] ?? 5), period: Number(query?.['period'] ?? 12) };
      return Promise.resolve({ objects: { ...quote, items: [{ ...item, ...asked }], total: asked.vol * 45_000 } });
    }
    if (endpoint.method === 'POST') {
      orders.push(body);
      return refuse ? Promise.reject(refuse) : Promise.resolve({ objects: { id: 'one', window_url: '/pay/one' } });
    }
    return Promise.resolve({ objects: { state } });
  };
  return { orders, api: { call: call as never } };
}

/** A window that a test closes, and that keeps its address. */
function fakeWindow() {
  const opened = {
    closed: false,
    address: '',
    close: () => void (opened.closed = true),
    location: { replace: (url: string) => void (opened.address = url) },
  };
  window.open = () => opened as never;
  return opened;
}

test('the licence that ends last comes first, an ended one is marked, and a renewed one is not renewed again', async () => {
  const list = [licence(1, -3), licence(2, 40), licence(3, 4, { linked: true })];
  await render(<LicencesPage />, { profile: profileWith(list) });
  await expect.element(page.getByText('43 of 50 devices')).toBeVisible();
  await expect.element(page.getByText('8 of 20 seats for users')).toBeVisible();
  const rows = page.getByRole('row').elements().slice(1);
  expect(rows).toHaveLength(3);
  expect(rows[2]?.textContent).toContain('Ended');
  expect(rows[1]?.textContent).toContain('Ends within a week');
  const renew = page.getByRole('button', { name: 'Renew' });
  await expect.element(renew.nth(1)).toBeDisabled();
  await expect.element(renew.nth(0)).toBeEnabled();
  await expect.element(page.getByRole('button', { name: 'Add licence' })).toBeVisible();
});

test('a free trial is renewed, and no licence is added to it', async () => {
  await render(<LicencesPage />, { profile: profileWith([licence(1, 5, { pay_type: 'Free' })], 'Free') });
  await expect.element(page.getByText('This is a free trial.', { exact: false })).toBeVisible();
  expect(page.getByRole('button', { name: 'Add licence' }).query()).toBeNull();
  await expect.element(page.getByRole('button', { name: 'Renew' })).toBeEnabled();
});

function Standalone() {
  const set = useSetAtom(settingsAtom);
  useEffect(() => set((settings) => ({ ...settings, standalone: true })), [set]);
  return <LicencesPage />;
}

test('the standalone edition shows licences and sells none', async () => {
  await render(<Standalone />, { profile: profileWith([licence(1, 5)]) });
  await expect.element(page.getByText('43 of 50 devices')).toBeVisible();
  await expect.poll(() => page.getByRole('button').elements().length).toBe(0);
});

test('the price explains itself, and another number of devices is priced anew', async () => {
  const { api } = seller();
  await render(<PaymentPanel renews={null} onClose={() => {}} />, { profile: administrator, api });
  await expect.element(page.getByText('5 devices × 12 months × 4,500 WON')).toBeVisible();
  await expect.element(page.getByText('Commitment of 1 year: 2 months free')).toBeVisible();
  await expect.element(page.getByText('-45,000 WON')).toBeVisible();
  await expect.element(page.getByText('225,000 WON')).toBeVisible();
  await page.getByRole('textbox', { name: 'Devices' }).fill('0');
  await expect.element(page.getByText('From 1 to 100,000')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pay' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Devices' }).fill('10');
  await expect.element(page.getByText('450,000 WON')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pay' })).toBeEnabled();
});

test('the click opens the window, and when it is closed the outcome is told', async () => {
  const opened = fakeWindow();
  const { api, orders } = seller('paid');
  let closed = 0;
  await render(
    <>
      <PaymentPanel renews={null} onClose={() => (closed += 1)} />
      <Notifications />
    </>,
    { profile: administrator, api },
  );
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => opened.address).toBe('/pay/one');
  expect(orders).toEqual([{ items: [{ ref: null, type: 'Corporate', vol: 5, period: 12 }], total: 225_000 }]);
  opened.closed = true;
  await expect.element(page.getByText('The licence is valid now')).toBeVisible();
  expect(closed).toBe(1);
});

test('a window that is closed before the payment leaves it waiting', async () => {
  const opened = fakeWindow();
  const { api } = seller('waiting');
  await render(
    <>
      <PaymentPanel renews={null} onClose={() => {}} />
      <Notifications />
    </>,
    { profile: administrator, api },
  );
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => opened.address).toBe('/pay/one');
  opened.closed = true;
  await expect.element(page.getByText('The payment is waiting.', { exact: false })).toBeVisible();
});

test('where the browser blocks the window there is a link instead', async () => {
  window.open = () => null;
  const { api } = seller();
  await render(<PaymentPanel renews={null} onClose={() => {}} />, { profile: administrator, api });
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.element(page.getByRole('link', { name: 'Open the payment page' })).toHaveAttribute('href', '/pay/one');
  await expect.element(page.getByRole('button', { name: 'Pay' })).toBeDisabled();
});

test('a price that has changed meanwhile is said, and the window is closed again', async () => {
  const opened = fakeWindow();
  const { api } = seller('paid', apiProblemOf('price_changed', 'en'));
  await render(<PaymentPanel renews={null} onClose={() => {}} />, { profile: administrator, api });
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.element(page.getByText('The price has changed in the meantime.', { exact: false })).toBeVisible();
  expect(opened.closed).toBe(true);
});
