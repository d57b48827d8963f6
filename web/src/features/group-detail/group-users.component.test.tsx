import { Notifications, notifications } from '@mantine/notifications';
import type { GroupUser } from '@vigil/shared/contract/http/groups';
import { GroupMemberPk, UserPk } from '@vigil/shared/contract/ids';
import { useAtomValue } from 'jotai';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pickUserDialog } from '../../entities/user/dialogs.ts';
import { apiProblemOf } from '../../lib/api-problem.ts';
import { dialogStackAtom, requestOf } from '../../lib/dialog-stack.ts';
import { administrator } from '../../testing/sample-profile.ts';
import { render } from '../../testing/render.tsx';
import { sampleGroupDetail } from './group.test-support.ts';
import { GroupUsers } from './group-users.tsx';

afterEach(() => notifications.clean());

const user = (pk: number): GroupUser => ({
  pk: UserPk.parse(pk),
  link_pk: GroupMemberPk.parse(pk),
  mgrid: `user-${pk}`,
  name: `User ${pk}`,
  mail: '',
  userType: 1,
});
const users = Array.from({ length: 11 }, (_, index) => user(index + 1));

test('the users of a group stand page by page', async () => {
  await render(<GroupUsers group={{ ...sampleGroupDetail, users }} />);
  await expect.element(page.getByText('User 10')).toBeVisible();
  await expect.element(page.getByText('User 11')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.element(page.getByText('User 11')).toBeVisible();
});

test('a group without users says so', async () => {
  await render(<GroupUsers group={sampleGroupDetail} />);
  await expect.element(page.getByText('No user has access to this group')).toBeVisible();
});

/** Picks the user in the dialog that is open. */
function Pick() {
  const request = requestOf(pickUserDialog, useAtomValue(dialogStackAtom).at(-1));
  return request ? <button onClick={() => request.onPick(user(5) as never)}>Pick</button> : null;
}

test.for(['not_found', 'conflict'] as const)(
  'a user who was deleted or given the group since the list was read is refused by its message: %s',
  async (code) => {
    const call = () => Promise.reject(apiProblemOf(code, 'en'));
    await render(
      <>
        <GroupUsers group={sampleGroupDetail} />
        <Pick />
        <Notifications />
      </>,
      { profile: administrator, api: { call } },
    );
    await userEvent.click(page.getByRole('button', { name: 'Add user' }));
    await userEvent.click(page.getByRole('button', { name: 'Pick' }));
    await expect.element(page.getByText('The user does not exist or is already in the group.')).toBeVisible();
  },
);
