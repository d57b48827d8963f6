import type { RemoteHistoryRow } from '@vigil/shared/contract/http/histories';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { AccessHistoryPage } from './access-history-page.tsx';
import { AlertHistoryPage } from './alert-history-page.tsx';
import { DeletionHistoryPage } from './deletion-history-page.tsx';
import { FileHistoryPage } from './file-history-page.tsx';
import { RemoteHistoryPage } from './remote-history-page.tsx';

const session = {
  pk: '0198a000-0000-7000-8000-000000000001',
  type: 'rc',
  user_pk: 4,
  reg_mail: 'kim@example.org',
  name: 'Kim',
  device_pk: 7,
  device_exists: 1,
  alias: 'Till 7',
  host_public_ip: '203.0.113.9',
  host_private_ip: '10.0.0.7',
  host_os_id: 1,
  viewer_public_ip: '198.51.100.1',
  viewer_private_ip: null,
  viewer_os_id: 3,
  start_time: '2026-11-20T01:00:00Z',
  end_time: null,
  end_reason: null,
  security: 1,
} as unknown as RemoteHistoryRow;

type Query = Record<string, unknown>;

/** Answers every list with these rows, and keeps what was asked for. */
function listOf(rows: readonly unknown[], total = rows.length) {
  const asked: Query[] = [];
  const call = (_endpoint: unknown, { query }: { query: Query }) => {
    asked.push(query);
    return Promise.resolve({ objects: rows, meta: { total_count: total, next: null } });
  };
  return { asked, api: { call: call as never } };
}

test('a remote session shows both addresses, that it is under way, and where it leads', async () => {
  const { api } = listOf([session]);
  await render(<RemoteHistoryPage />, { profile: administrator, api });
  await expect.element(page.getByText('(10.0.0.7)')).toBeVisible();
  await expect.element(page.getByText('198.51.100.1')).toBeVisible();
  await expect.element(page.getByText('In progress')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Agreement confirmed' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Till 7' })).toHaveAttribute('href', '/en/device/all/7');
  await page.getByRole('button', { name: 'More about this row' }).click();
  await expect
    .element(page.getByRole('menuitem', { name: 'Files of the session' }))
    .toHaveAttribute('href', `/en/statistics/log-transfer?session=${session.pk}`);
});

test('a remote session that has ended says why: whether the person at the device refused, or nobody answered', async () => {
  const end_time = '2026-11-20T01:00:30Z';
  const { api } = listOf([
    { ...session, pk: 'a', end_time, end_reason: 'declined' },
    { ...session, pk: 'b', end_time, end_reason: 'unanswered' },
  ]);
  await render(<RemoteHistoryPage />, { profile: administrator, api });
  await expect.element(page.getByText('The person at the device refused')).toBeVisible();
  await expect.element(page.getByText('Nobody at the device answered')).toBeVisible();
});

test('a link from the dashboard narrows the sessions to those of a kind that are under way', async () => {
  const { asked, api } = listOf([session]);
  await render(<RemoteHistoryPage />, {
    profile: administrator,
    at: '/statistics/log-remote?open=1&kind=screen',
    api,
  });
  await page.getByRole('button', { name: /Remote control and view, In progress only/u }).click();
  expect(asked[0]).toMatchObject({ open: '1', kind: 'screen' });
  await expect.poll(() => asked.at(-1)?.['kind']).toBeUndefined();
  expect(asked.at(-1)?.['open']).toBeUndefined();
});

test('a device that is gone keeps its name and leads nowhere', async () => {
  const { api } = listOf([{ ...session, device_exists: 0 }]);
  await render(<RemoteHistoryPage />, { profile: administrator, api });
  await expect.element(page.getByText('Till 7')).toBeVisible();
  expect(page.getByRole('link', { name: 'Till 7' }).query()).toBeNull();
});

test('Enter searches the chosen column, and the range and a narrowed device are asked for', async () => {
  const { asked, api } = listOf([session], 30);
  const at = '/statistics/log-remote?from=2026-11-01&to=2026-11-02&device=7';
  await render(<RemoteHistoryPage />, { profile: { ...administrator, time_zone_id: 32 }, at, api });
  await expect.element(page.getByText('Device: Till 7')).toBeVisible();
  expect(asked[0]).toMatchObject({ by: 'create_time', order: 'desc', limit: 10, offset: 0, device_pk: 7 });
  expect(Date.parse(String(asked[0]?.['end_date'])) - Date.parse(String(asked[0]?.['start_date']))).toBe(
    2 * 86_400_000 - 1,
  );
  await page.getByRole('searchbox').fill('till');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => asked.at(-1)).toMatchObject({ search_key: 'alias', search_value: 'till' });
  await page.getByRole('button', { name: /Show all/u }).click();
  await expect.poll(() => asked.at(-1)?.['device_pk']).toBeUndefined();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => asked.at(-1)?.['offset']).toBe(10);
});

test('an empty history says what will be there, and a filter that finds nothing is cleared', async () => {
  const { asked, api } = listOf([]);
  await render(<FileHistoryPage />, { profile: administrator, at: '/statistics/log-transfer?value=x', api });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(page.getByText('No files were transferred yet')).toBeVisible();
  expect(asked[0]).toMatchObject({ search_key: 'mgrid', search_value: 'x' });
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeDisabled();
});

test('files show their direction and size', async () => {
  const file = {
    action_type: 1,
    file_size: 1_536,
    file_name: '보고서.xlsx',
    mgrid: 'kim',
    start_time: '2026-11-20T01:00:00Z',
  };
  const { api } = listOf([
    { ...session, ...file, pk: 1, end_time: file.start_time },
    { ...session, ...file, pk: 2, action_type: 2, end_time: file.start_time },
  ]);
  await render(<FileHistoryPage />, { profile: administrator, api });
  await expect.element(page.getByText('1.5 KB').first()).toBeVisible();
  await expect.element(page.getByText('User to device')).toBeVisible();
  await expect.element(page.getByText('Device to user')).toBeVisible();
});

test('the files of one session are exported as they are shown', async () => {
  const exports: unknown[] = [];
  const call = (endpoint: { path: string }, { body }: { body?: unknown }) => {
    if (endpoint.path === '/excel') exports.push(body);
    const rows = [
      { ...session, action_type: 1, file_size: 1, file_name: 'a', mgrid: 'kim', end_time: session.start_time },
    ];
    return Promise.resolve({ objects: endpoint.path === '/excel' ? {} : rows, meta: { total_count: 1, next: null } });
  };
  const at = `/statistics/log-transfer?session=${session.pk}`;
  await render(<FileHistoryPage />, { profile: administrator, at, api: { call: call as never } });
  await expect.element(page.getByText('Files of one session')).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await expect.poll(() => exports[0]).toMatchObject({ export_id: 'fileHistoryTable', session: session.pk });
});

test('alerts show their name with the value, and are narrowed to the open ones by a link', async () => {
  const alert = {
    pk: 1,
    device_pk: 7,
    device_exists: 1,
    device: 'Till 7',
    device_os_id: 1,
    generate: '2026-11-20T01:00:00Z',
    ended_at: null,
    alert_code: 'IW2',
    alert_value: 97.25,
    incident_pk: 3,
  };
  const { asked, api } = listOf([alert]);
  await render(<AlertHistoryPage />, {
    profile: administrator,
    at: '/statistics/log-warning?key=code&value=2&open=1',
    api,
  });
  await expect.element(page.getByText('CPU usage 97.3%')).toBeVisible();
  expect(asked[0]).toMatchObject({ search_key: 'code', search_value: '2', open: '1' });
  await expect.element(page.getByRole('combobox', { name: 'Alert' })).toHaveValue('CPU usage');
  await expect.element(page.getByText('Open alerts only')).toBeVisible();
});

test('a sign-in without a browser is that of the desktop manager, and an unknown private address is not shown', async () => {
  const record = {
    pk: 1,
    user_pk: 4,
    mgrid: 'kim',
    name: 'Kim',
    mgr_pub_ip: '203.0.113.9',
    mgr_pri_ip: null,
    browser: '',
    dev_os_id: 1,
    login_time: '2026-11-20T01:00:00Z',
    login_from: 'viewer',
  };
  const { api } = listOf([record]);
  await render(<AccessHistoryPage />, { profile: administrator, api });
  await expect.element(page.getByRole('cell', { name: 'CS' })).toBeVisible();
  await expect.element(page.getByText('203.0.113.9', { exact: true })).toBeVisible();
});

test('a deleted device without a name is a dash', async () => {
  const audit = {
    pk: 1,
    act_name_id: 13,
    act_type_id: 5,
    device_pk: 7,
    device_alias: '',
    member_pk: 4,
    subject_kind: null,
    subject_pk: null,
    old_value: '1',
    new_value: '1',
    act_time: '2026-11-20T01:00:00Z',
    name: 'Kim',
    reg_mail: 'kim@example.org',
  };
  const { asked, api } = listOf([audit, { ...audit, pk: 2, new_value: 'Till 9' }]);
  await render(<DeletionHistoryPage />, { profile: administrator, api });
  await expect.element(page.getByRole('cell', { name: '–' }).first()).toBeVisible();
  await expect.element(page.getByText('Till 9')).toBeVisible();
  expect(asked[0]).toMatchObject({ q: 13 });
});
