import type { Dashboard } from '@vigil/shared/contract/http/dashboard';
import type { Incident } from '@vigil/shared/contract/http/incidents';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { DashboardPage } from './dashboard-page.tsx';

const calm = {
  at: '2026-11-28T03:00:00Z',
  devices: { total: 50, online: 50, offline: 0, waiting_approval: 0 },
  availability: Array.from({ length: 49 }, (_, index) => ({
    at: new Date(Date.UTC(2026, 10, 27, 3, index * 30)).toISOString(),
    total: 50,
    online: index === 10 ? 40 : 50,
  })),
  incidents: { open: 0, acknowledged: 0 },
  alerts: [1, 2, 3, 4, 5, 6, 7].map((category) => ({ category, count: 0 })),
  sessions: { rc: 2, ft: 0 },
  waiting: { requests: 3, tickets: 0 },
  licence: { devices: 43, volume: 50 },
  hottest: [{ device_pk: 7, alias: 'Till 7', value: 81.5 }],
  slowest: [],
  versions: [
    { version: '2.1.0', devices: 40 },
    { version: null, devices: 3 },
  ],
} as unknown as Dashboard;

const handled = {
  pk: 8,
  cause: 'device',
  name: 'Till 3',
  alert_kinds: [2],
  acknowledged_at: '2026-11-28T02:30:00Z',
} as unknown as Incident;
const untaken = { ...handled, pk: 9, name: 'Till 7', acknowledged_at: null } as Incident;

/** A fleet that is not loaded: the counts are those of the server. */
const fleet = { store: { subscribe: () => () => {}, loaded: false, version: 0, size: 0, all: () => [] } } as never;

const show = (read: Dashboard) =>
  render(<DashboardPage />, {
    profile: administrator,
    fleet,
    api: {
      call: (({ path }: { path: string }) =>
        Promise.resolve({ objects: path === '/incidents' ? [handled, untaken] : [read], meta: {} })) as never,
    },
  });

test('when all is well it says so, and each part leads into its list', async () => {
  await show(calm);
  await expect.element(page.getByText('Everything is all right')).toBeVisible();
  await expect.element(page.getByText('50 of 50 devices online')).toBeVisible();
  await expect.element(page.getByText(/99.6% online on average, 80.0% at least/u)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /Access requests to decide/u }))
    .toHaveAttribute('href', '/en/management/access-user');
  await expect.element(page.getByRole('link', { name: /Till 7/u })).toHaveAttribute('href', '/en/device/all/7');
  await expect
    .element(page.getByRole('link', { name: /Remote control sessions/u }))
    .toHaveAttribute('href', '/en/statistics/log-remote?open=1&kind=screen');
  await expect
    .element(page.getByRole('link', { name: /File transfer sessions/u }))
    .toHaveAttribute('href', '/en/statistics/log-remote?open=1&kind=file');
  await expect.element(page.getByText('43 of 50 devices')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Licence' })).toHaveAttribute('href', '/en/management/license');
  await expect.element(page.getByText('No open alerts.')).toBeVisible();
  await expect.element(page.getByText('No device reports its usage.')).toBeVisible();
});

test('an incident that nobody has taken on outweighs everything else', async () => {
  await show({
    ...calm,
    devices: { ...calm.devices, online: 45, offline: 5 },
    incidents: { open: 3, acknowledged: 1 },
    alerts: calm.alerts.map((row) => (row.category === 2 ? { ...row, count: 4 } : row)),
  });
  await expect.element(page.getByText('2 incidents need attention')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /Till [37].*CPU usage/u }).first())
    .toHaveAttribute('href', '/en/incidents/9');
  await expect
    .element(page.getByRole('link', { name: /^CPU usage/u }))
    .toHaveAttribute('href', '/en/statistics/log-warning?key=code&value=2&open=1');
});

test.each([
  [{ open: 1, acknowledged: 1 }, 0, '1 incident is being handled'],
  [{ open: 0, acknowledged: 0 }, 1, '1 device is offline'],
])('with incidents %o and %i devices offline: %s', async (incidents, offline, text) => {
  await show({ ...calm, incidents, devices: { ...calm.devices, offline, online: 50 - offline } });
  await expect.element(page.getByText(text)).toBeVisible();
});
