import { Notifications } from '@mantine/notifications';
import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { endSessionsOfUser } from '@vigil/shared/contract/routes/people';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SignOutRow } from '../../features/users/sign-out-row.tsx';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { DialogStack } from './dialogs.tsx';

const user = { pk: 9, mgrid: 'jun', name: 'Jun', member_type_id: 1, approver_fk: 0 } as unknown as UserDetail;

test('a user is signed out everywhere after a question, and it says how many sessions ended', async () => {
  const asked: unknown[] = [];
  const call = (async (endpoint: unknown, { params }: { params: object }) => {
    asked.push([endpoint, params]);
    return { objects: [{ ended: 3, tokens_revoked: 1 }] };
  }) as never;
  await render(
    <>
      <SignOutRow user={user} />
      <DialogStack />
      <Notifications />
    </>,
    { profile: administrator, api: { call } },
  );
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect.element(page.getByText('Sign Jun out everywhere?')).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect.element(page.getByText('3 sessions were ended.')).toBeVisible();
  expect(asked).toEqual([[endSessionsOfUser, { pk: '9' }]]);
});
