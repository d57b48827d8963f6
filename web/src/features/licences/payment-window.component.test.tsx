import { Notifications, notifications } from '@mantine/notifications';
import type { Payment, Quote } from '@vigil/shared/contract/http/payments';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { apiProblemOf } from '../../lib/api-problem.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { PaymentPanel } from './payment-panel.tsx';
import { PaymentsPage } from './payments-page.tsx';

const open = window.open;
afterEach(() => {
  window.open = open;
});

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
function newWindow() {
  const opened = {
    closed: false,
    address: '',
    close: () => void (opened.closed = true),
    location: { replace: (url: string) => void (opened.address = url) },
  };
  return opened;
}

/** The only window that is opened. */
function fakeWindow() {
  const opened = newWindow();
  window.open = () => opened as never;
  return opened;
}

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
  const { api } = seller('waiting');
  await render(<PaymentPanel renews={null} onClose={() => {}} />, { profile: administrator, api });
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.element(page.getByRole('link', { name: 'Open the payment page' })).toHaveAttribute('href', '/pay/one');
  await expect.element(page.getByRole('button', { name: 'Pay' })).toBeDisabled();
});

test('a price that has changed meanwhile is said and shown, and the window is closed again', async () => {
  const opened = fakeWindow();
  const { api, orders } = seller('paid', apiProblemOf('price_changed', 'en'));
  const call = async (endpoint: Call, ...parts: unknown[]) => {
    const answer = await (api.call as (...all: unknown[]) => Promise<{ objects: Quote }>)(endpoint, ...parts);
    const hasRisen = endpoint.path === '/payments/quote' && orders.length > 0;
    return hasRisen ? { objects: { ...answer.objects, total: answer.objects.total + 1_000 } } : answer;
  };
  await render(<PaymentPanel renews={null} onClose={() => {}} />, {
    profile: administrator,
    api: { call: call as never },
  });
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.element(page.getByText('The price has changed in the meantime.', { exact: false })).toBeVisible();
  expect(opened.closed).toBe(true);
  await expect.element(page.getByText('226,000 WON')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pay' })).toBeEnabled();
});

test('a window that is closed before the order was answered leaves it waiting', async () => {
  const opened = fakeWindow();
  const answer = Promise.withResolvers<unknown>();
  const { api } = seller('waiting');
  const call = (endpoint: Call, ...parts: unknown[]) =>
    endpoint.method === 'POST' ? answer.promise : (api.call as (...all: unknown[]) => unknown)(endpoint, ...parts);
  await render(
    <>
      <PaymentPanel renews={null} onClose={() => {}} />
      <Notifications />
    </>,
    { profile: administrator, api: { call: call as never } },
  );
  await page.getByRole('button', { name: 'Pay' }).click();
  opened.closed = true;
  answer.resolve({ objects: { id: 'one', window_url: '/pay/one' } });
  await expect.element(page.getByText('The payment is waiting.', { exact: false })).toBeVisible();
});

function PanelThatIsReplaced() {
  const [isReplaced, setIsReplaced] = useState(false);
  return (
    <>
      {isReplaced ? <p>All devices</p> : <PaymentPanel renews={null} onClose={() => {}} />}
      <Notifications />
      <a href="#opened" onClick={() => setIsReplaced(true)}>
        gate opens
      </a>
    </>
  );
}

test('the outcome is also told when the licence has opened the gate before the window was closed', async () => {
  const opened = fakeWindow();
  const { api } = seller('paid');
  await render(<PanelThatIsReplaced />, { profile: administrator, api });
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => opened.address).toBe('/pay/one');
  document.querySelector<HTMLAnchorElement>('a[href="#opened"]')?.click();
  await expect.element(page.getByText('All devices')).toBeVisible();
  opened.closed = true;
  await expect.element(page.getByText('The licence is valid now')).toBeVisible();
});

test('what becomes of a payment by the link is told as well', async () => {
  window.open = () => null;
  let closed = 0;
  const { api } = seller('paid');
  await render(
    <>
      <PaymentPanel renews={null} onClose={() => (closed += 1)} />
      <Notifications />
    </>,
    { profile: administrator, api },
  );
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.element(page.getByText('The licence is valid now')).toBeVisible();
  expect(closed).toBe(1);
});

const waiting = (id: string, devices: number) =>
  ({
    id,
    state: 'waiting',
    create_time: '2026-11-20T03:00:00.000Z',
    paid_time: null,
    type: 'Corporate',
    device_count: devices,
    period: 1,
    start_date: '2026-11-20T03:00:00.000Z',
    expire_date: '2026-12-19T15:00:00.000Z',
    fullPay: 22_500,
    discount: 0,
    price: 22_500,
    payment_method: null,
    remarks: '',
    ref: null,
    pay_pk: null,
    lapses_at: '2026-11-27T03:00:00.000Z',
    withdrawable_until: null,
    ordered_by: 'Mina Park',
  }) as unknown as Payment;

/** Two payments that wait; the windows that are opened for them are kept in their order. */
async function renderTwoWaiting({ refused, isBlocked = false }: { refused?: string; isBlocked?: boolean } = {}) {
  const windows: ReturnType<typeof newWindow>[] = [];
  const names: unknown[] = [];
  window.open = (_address, name) => {
    names.push(name);
    if (isBlocked) return null;
    windows.push(newWindow());
    return windows.at(-1) as never;
  };
  const rows = [waiting('one', 5), waiting('two', 7)];
  const call = (endpoint: Call, { params }: { params?: { id: string } } = {}) => {
    const id = params?.id ?? '';
    if (endpoint.path === '/payment_history')
      return Promise.resolve({ objects: rows, meta: { total_count: rows.length, limit: 20, offset: 0 } });
    if (endpoint.method === 'GET') return Promise.resolve({ objects: { state: isBlocked ? 'waiting' : 'paid' } });
    if (id === refused) return Promise.reject(apiProblemOf('payment_state', 'en'));
    return Promise.resolve({ objects: { id, window_url: `/pay/${id}` } });
  };
  await render(
    <>
      <PaymentsPage />
      <Notifications />
    </>,
    { profile: administrator, api: { call: call as never } },
  );
  const resume = async (row: number) => {
    await page.getByRole('button', { name: 'Actions' }).nth(row).click();
    await page.getByRole('menuitem', { name: 'Continue payment' }).click();
  };
  return { windows, names, resume };
}

test('two payments are continued in windows of their own, and each tells its outcome', async () => {
  const { windows, names, resume } = await renderTwoWaiting();
  await resume(0);
  await resume(1);
  await expect.poll(() => windows.map(({ address }) => address)).toEqual(['/pay/one', '/pay/two']);
  expect(names).toEqual(['_blank', '_blank']);
  for (const opened of windows) {
    opened.closed = true;
    await expect.element(page.getByText('The licence is valid now')).toBeVisible();
    notifications.clean();
    await expect.element(page.getByText('The licence is valid now')).not.toBeInTheDocument();
  }
});

test('a payment that cannot be continued says why, and closes its own window only', async () => {
  const { windows, resume } = await renderTwoWaiting({ refused: 'two' });
  await resume(0);
  await resume(1);
  await expect.element(page.getByRole('dialog', { name: 'Continue payment' })).toBeVisible();
  expect(windows.map(({ closed }) => closed)).toEqual([false, true]);
});

test('where the browser blocks the window of a payment that is continued, there is a link', async () => {
  const { resume } = await renderTwoWaiting({ isBlocked: true });
  await resume(0);
  const link = page.getByRole('dialog').getByRole('link', { name: 'Open the payment page' });
  await expect.element(link).toHaveAttribute('href', '/pay/one');
});

test('the first day of a licence is that of the company, as on its receipt', async () => {
  const row = { ...waiting('one', 5), start_date: '2026-11-20T20:00:00.000Z' };
  const call = () => Promise.resolve({ objects: [row], meta: { total_count: 1 } });
  await render(<PaymentsPage />, { profile: { ...administrator, time_zone_id: 1 }, api: { call: call as never } });
  await expect.element(page.getByText('2026/11/21', { exact: false })).toBeVisible();
});
