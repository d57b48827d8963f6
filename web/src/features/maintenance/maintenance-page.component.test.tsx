import type { MaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import type { GroupPk, MaintenanceWindowPk } from '@vigil/shared/contract/ids';
import { listMaintenanceWindows } from '@vigil/shared/contract/routes/alerts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { MaintenancePage } from './maintenance-page.tsx';

const HOUR_MS = 3_600_000;
const at = (ms: number): string => new Date(Date.now() + ms).toISOString();

const running: MaintenanceWindow = {
  pk: 1 as MaintenanceWindowPk,
  reason: 'Monthly updates',
  target: { kind: 'group', group_pk: 3 as GroupPk, name: 'Lobby', covered_pks: [3 as GroupPk] },
  start_time: at(-HOUR_MS),
  end_time: at(HOUR_MS),
  repeat: { week_days: [1, 2, 3, 4, 5, 6, 7] },
  time_zone: 32,
  current: { start_time: at(-HOUR_MS), end_time: at(HOUR_MS) },
  next: null,
  device_count: 4,
  created_by: 'Bora',
  editable: 1,
};
const coming: MaintenanceWindow = {
  ...running,
  pk: 2 as MaintenanceWindowPk,
  target: { kind: 'tags', tags: ['kiosk'] },
  repeat: null,
  current: null,
  next: { start_time: at(HOUR_MS), end_time: at(2 * HOUR_MS) },
  editable: 0,
};

const open = (windows: readonly MaintenanceWindow[]) =>
  render(<MaintenancePage />, {
    profile: administrator,
    api: {
      call: (async (endpoint: object) => ({
        objects: endpoint === listMaintenanceWindows ? windows : [],
        meta: {},
      })) as unknown as Api['call'],
    },
  });

test('a running window can be ended, and one of others is only shown', async () => {
  await open([coming, running]);
  await expect.element(page.getByRole('button', { name: 'End the window of Lobby now' })).toBeVisible();
  await expect.element(page.getByText('Every day, Asia/Seoul')).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'kiosk Monthly updates' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Edit the window of kiosk' })).not.toBeInTheDocument();
});

test('the coming two weeks are listed by their days', async () => {
  await open([running]);
  const days = page.getByRole('region', { name: 'Next 14 days' });
  await expect.element(days.getByRole('heading', { level: 3 }).nth(13)).toBeVisible();
});

test('without any window the page says what one is for', async () => {
  await open([]);
  await expect.element(page.getByText('No maintenance is planned')).toBeVisible();
});
