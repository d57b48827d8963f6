import { auditCode } from '@vigil/shared/contract/audit-codes';
import { wallScreenLoginId } from '@vigil/shared/domain/wall-screen-login-id';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { AuditPage } from './audit-page.tsx';

test('the list is loading until it is read, and can be read again after a failure', async () => {
  let answer = Promise.withResolvers<never>();
  await render(<AuditPage />, { profile: administrator, api: { call: () => answer.promise } });
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  answer.reject(new Error('broken'));
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  answer = Promise.withResolvers();
  await page.getByRole('button', { name: 'Try again' }).click();
  answer.resolve({ objects: [], meta: { total_count: 0, next: null } } as never);
  await expect.element(page.getByText('Nothing was recorded yet')).toBeVisible();
});

test('the subject of the address is asked for, until the filters are cleared', async () => {
  const asked: unknown[] = [];
  const call = (_endpoint: unknown, { query }: { query: { subject_kind?: string; subject_pk?: number } }) => {
    asked.push([query.subject_kind, query.subject_pk]);
    return Promise.resolve({ objects: [], meta: { total_count: 0, next: null } } as never);
  };
  const at = '/management/audit?subject_kind=group&subject_pk=7';
  await render(<AuditPage />, { profile: administrator, at, api: { call: call as never } });
  await expect.element(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('One group');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(page.getByText('Nothing was recorded yet')).toBeVisible();
  expect(asked[0]).toEqual(['group', 7]);
  await expect.poll(() => asked.at(-1)).toEqual([undefined, undefined]);
});

test('periods are on the clock of the reader, and a wall screen has no login ID', async () => {
  const audit = {
    pk: 1,
    act_time: '2026-05-01T08:00:00.000Z',
    act_name_id: auditCode.accessRequested,
    act_type_id: 1,
    device_pk: null,
    device_alias: '',
    name: 'Lobby',
    reg_mail: wallScreenLoginId('0198c3f1-2b7a-7cc1-9d0e-6a5f4e3d2c1b'),
    old_value: null,
    new_value: '2026-05-01T09:00:00.000Z – 2026-05-01T12:00:00.000Z',
  };
  const call = (async () => ({ objects: [audit], meta: { total_count: 1, next: null } })) as never;
  await render(<AuditPage />, { profile: { ...administrator, time_zone_id: 32, date_fmt_id: 0 }, api: { call } });
  const row = page.getByRole('row', { name: /Lobby/u });
  await expect.element(row).toMatchTextContent(/LobbyWall screen/u);
  await expect.element(row).toMatchTextContent(/2026\/05\/01 18:00 – 21:00/u);
});
