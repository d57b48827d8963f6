import type { GroupPk } from '@vigil/shared/contract/ids';
import { listUsers } from '@vigil/shared/contract/routes/people';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { PickUserDialog } from './pick-user-dialog.tsx';

const user = (pk: number, member_type_id: number) => ({
  pk,
  mgrid: `user-${pk}`,
  name: `User ${pk}`,
  department: '',
  member_type_id,
  use_approval_function: 0,
});
const objects = [user(1, 1), user(2, 2), user(6, 6), user(7, 7)];

test.for([
  ['en', ['Department member', 'Administrator', 'Submanager', 'Partner']],
  ['ko', ['부서원', '관리자', '부관리자', '파트너']],
  ['ja', ['部署メンバー', '管理者', 'サブ管理者', 'パートナー']],
] as const)('the type of each user stands in words (%s)', async ([language, words]) => {
  const call = (async () => ({ objects, meta: { total_count: objects.length } })) as never;
  const request = { title: 'Users', approversOnly: false, onPick: () => {} } as const;
  await render(<PickUserDialog request={request} onClose={() => {}} />, { language, api: { call } });
  for (const [at, word] of words.entries()) {
    const row = page.getByRole('row').filter({ hasText: objects[at]?.name ?? '' });
    await expect.element(row.getByRole('cell', { name: word, exact: true })).toBeVisible();
  }
});

test('the list is loading until it is read, can be read again after a failure, and may have found nobody', async () => {
  let answer = Promise.withResolvers<never>();
  const request = { title: 'Users', approversOnly: false, onPick: () => {} } as const;
  await render(<PickUserDialog request={request} onClose={() => {}} />, { api: { call: () => answer.promise } });
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  answer.reject(new Error('broken'));
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  answer = Promise.withResolvers();
  await page.getByRole('button', { name: 'Try again' }).click();
  answer.resolve({ objects: [], meta: { total_count: 0 } } as never);
  await expect.element(page.getByText('No matching users')).toBeVisible();
});

test('for a group the server is asked for those who may get access to it', async () => {
  const asked: unknown[] = [];
  const call = (async (endpoint: unknown, { query }: { query: object }) => {
    asked.push([endpoint, query]);
    return { objects, meta: { total_count: objects.length } };
  }) as never;
  const request = { title: 'Users', approversOnly: false, group: 5 as GroupPk, onPick: () => {} } as const;
  await render(<PickUserDialog request={request} onClose={() => {}} />, { api: { call } });
  await expect.element(page.getByText('User 7')).toBeVisible();
  expect(asked).toMatchObject([[listUsers, { context: 'group', group_pk: 5 }]]);
});
