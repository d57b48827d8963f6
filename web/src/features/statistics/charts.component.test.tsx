import { useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { RemoteChartPage } from './chart-page.tsx';
import { RankingPage } from './ranking-page.tsx';

const Address = () => <output>{useLocation().search}</output>;

const months = (counts: Record<number, number>) =>
  Array.from({ length: 12 }, (_, index) => ({
    pk: index + 1,
    start_date: `2025-${String(index + 1).padStart(2, '0')}`,
    access_cnt: counts[index + 1] ?? 0,
    access_ratio: counts[index + 1] === undefined ? 0 : 50,
  }));

test('a chart has a table with every period, and a date leads to what was counted', async () => {
  const asked: unknown[] = [];
  const call = (_endpoint: unknown, { query }: { query: unknown }) => {
    asked.push(query);
    return Promise.resolve({ objects: months({ 2: 30, 5: 30 }), meta: { total_count: 60, previous_count: 40 } });
  };
  await render(<RemoteChartPage />, { profile: administrator, at: '/x?year=2025', api: { call: call as never } });
  await expect.element(page.getByText('60 sessions')).toBeVisible();
  await expect.element(page.getByText('+50% against 2024 (40)')).toBeVisible();
  await expect.element(page.getByText('50.00%').first()).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: '2025-02' }))
    .toHaveAttribute('href', '/en/statistics/log-remote?from=2025-02-01&to=2025-02-28');
  expect(page.getByRole('link', { name: '2025-03' }).query()).toBeNull();
  await page.getByText('Daily', { exact: true }).click();
  await expect.poll(() => asked.at(-1)).toMatchObject({ type: 'daily', year: 2025 });
  await page.getByRole('button', { name: 'Previous period' }).click();
  await expect.poll(() => asked.length).toBeGreaterThan(2);
});

test('a year that has not ended is compared with as many days of the one before', async () => {
  const call = () => Promise.resolve({ objects: months({ 1: 6 }), meta: { total_count: 6, previous_count: 4 } });
  await render(<RemoteChartPage />, { profile: administrator, at: '/x', api: { call: call as never } });
  await expect.element(page.getByText(/^\+50% against the same days of \d{4} \(4\)$/u)).toBeVisible();
});

test('a click above the bar of a month opens what was counted in it', async () => {
  const call = () => Promise.resolve({ objects: months({ 2: 3 }), meta: { total_count: 3, previous_count: 0 } });
  const shown = (
    <>
      <RemoteChartPage />
      <Address />
    </>
  );
  await render(shown, { profile: administrator, at: '/x?year=2025', api: { call: call as never } });
  await expect.poll(() => document.querySelector('canvas')).not.toBeNull();
  const canvas = page.elementLocator(document.querySelector('canvas')!);
  await canvas.click({ position: { x: 30 + ((canvas.element().clientWidth - 38) * 1.5) / 12, y: 60 } });
  await expect.element(page.getByText('?from=2025-02-01&to=2025-02-28')).toBeInTheDocument();
});

test('a chart and the top ten are exported as they are shown', async () => {
  const asked: unknown[] = [];
  const call = (endpoint: { path: string }, { query, body }: { query?: { type: string }; body?: unknown }) => {
    if (endpoint.path === '/exports') return Promise.resolve({ objects: [] });
    if (endpoint.path === '/excel') {
      asked.push(body);
      return Promise.resolve({ objects: {}, meta: { id: 'x', percent: 0, rows: 0 } });
    }
    const meta = { total_count: 60, previous_count: 40, start_date: '2026-10-30', end_date: '2026-11-28' };
    return Promise.resolve({ objects: query?.type === 'monthly' ? months({ 2: 60 }) : [], meta });
  };
  const shown = { profile: administrator, api: { call: call as never } };
  const chart = await render(<RemoteChartPage />, { ...shown, at: '/x?year=2025' });
  await page.getByRole('button', { name: 'Export' }).click();
  await expect.poll(() => asked).toEqual([{ export_id: 'remoteStatisticsTable', type: 'monthly', year: 2025 }]);
  await chart.unmount();
  await render(<RankingPage />, { ...shown, at: '/x?from=2026-10-30&to=2026-11-28' });
  await page.getByRole('button', { name: 'Export' }).click();
  await expect
    .poll(() => asked.at(-1))
    .toEqual({ export_id: 'rankingTable', start_date: '2026-10-30', end_date: '2026-11-28' });
});

test('the top ten shows rounded rates, drops placeholders, and leads to the histories', async () => {
  const call = (endpoint: { path: string }, { query }: { query: { type: string } }) => {
    const isRemote = endpoint.path === '/dash/remote';
    const rows = isRemote
      ? [
          { usage: 66.67, count: 2_000, user_pk: 4, reg_mail: 'kim', device_pk: null, alias: '' },
          { usage: -1, count: 0, user_pk: null, reg_mail: 'EMPTY', device_pk: null, alias: '' },
        ]
      : [{ usage: 50, count: 3, category: 2, device_pk: null, device: '' }];
    const objects = query.type === 'user' ? rows : [];
    return Promise.resolve({
      objects,
      meta: { total_count: 3_000, previous_count: 0, start_date: '2026-10-30', end_date: '2026-11-28' },
    });
  };
  await render(<RankingPage />, {
    profile: administrator,
    at: '/x?from=2026-10-30&to=2026-11-28',
    api: { call: call as never },
  });
  await expect.element(page.getByText('67%')).toBeVisible();
  const headings = page
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent);
  expect(headings).toEqual(['User', 'Use rate', 'Count', 'Alert', 'Rate', 'Count']);
  await expect.element(page.getByText('2,000')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'kim' }))
    .toHaveAttribute('href', '/en/statistics/log-remote?from=2026-10-30&to=2026-11-28&user=4');
  expect(page.getByText('EMPTY').query()).toBeNull();
  await expect.element(page.getByText('No remote sessions in this range.')).toBeVisible();
});
