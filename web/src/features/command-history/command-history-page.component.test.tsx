import type { CommandRow } from '@vigil/shared/contract/http/commands';
import type { CommandId, DevicePk } from '@vigil/shared/contract/ids';
import { cancelScheduledCommand } from '@vigil/shared/contract/routes/commands';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { CommandHistoryPage } from './command-history-page.tsx';

const row: CommandRow = {
  id: '6f4d0c0e-0000-4000-8000-000000000001' as CommandId,
  device_pk: 7 as DevicePk,
  device_alias: 'SEOUL-MAC-00038',
  type: 'reboot',
  state: 'expired',
  percent: null,
  message: null,
  result: null,
  issued_by: null,
  issuer_name: 'Kim',
  bulk_id: null,
  created_at: '2026-11-01T00:00:00.000Z',
  deadline: '2026-11-01T00:05:00.000Z',
  schedule_time: null,
  finished_at: '2026-11-01T00:05:00.000Z',
  parent_id: null,
  wakes: null,
  senders: [],
};

function answers(objects: readonly CommandRow[]) {
  const asked: Record<string, unknown>[] = [];
  const call = (_endpoint: unknown, { query }: { query: Record<string, unknown> }) => {
    asked.push(query);
    return Promise.resolve({ objects, meta: { total_count: objects.length } } as never);
  };
  return { asked, api: { call: call as never } };
}

test('a command says its device, its state and who sent it; the device opens at its commands', async () => {
  const { api } = answers([row]);
  await render(<CommandHistoryPage />, { api });
  await expect
    .element(page.getByRole('link', { name: 'SEOUL-MAC-00038' }))
    .toHaveAttribute('href', '/en/device/all/7?tab=commands');
  await expect.element(page.getByRole('cell', { name: 'Reboot' })).toBeVisible();
  await expect.element(page.getByText('Expired')).toBeVisible();
  await expect.element(page.getByText('Kim')).toBeVisible();
});

test('the filters of the address are asked for, and cleared together', async () => {
  const { api, asked } = answers([]);
  await render(<CommandHistoryPage />, { api, at: '/management/commands?device=7&key=state&value=failed' });
  await expect.poll(() => asked.at(-1)).toMatchObject({ device_pk: '7', search_key: 'state', search_value: 'failed' });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => asked.at(-1)).not.toHaveProperty('device_pk');
  expect(asked.at(-1)).not.toHaveProperty('search_value');
});

test('a restart that waits for its time says so, and administrators cancel it', async () => {
  const waiting = { ...row, state: 'queued', schedule_time: '2026-11-02T00:00:00.000Z', finished_at: null } as const;
  const cancelled: unknown[] = [];
  const call = (endpoint: unknown, { params }: { params?: unknown }) => {
    if (endpoint === cancelScheduledCommand) cancelled.push(params);
    return Promise.resolve({ objects: [waiting], meta: { total_count: 1 } } as never);
  };
  await render(<CommandHistoryPage />, { profile: administrator, api: { call: call as never } });
  await expect.element(page.getByText(/^for .*2026/u)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel schedule' }).click();
  await expect.poll(() => cancelled).toEqual([{ id: row.id }]);
});

test('others see the time of a scheduled restart, and cannot cancel it', async () => {
  const waiting = { ...row, state: 'queued', schedule_time: '2026-11-02T00:00:00.000Z', finished_at: null } as const;
  const { api } = answers([waiting]);
  await render(<CommandHistoryPage />, { api });
  await expect.element(page.getByText(/^for .*2026/u)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel schedule' })).not.toBeInTheDocument();
});
