import type { GroupUser } from '@vigil/shared/contract/http/groups';
import { GroupMemberPk, UserPk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { sampleGroup } from './group.test-support.ts';
import { GroupUsers } from './group-users.tsx';

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
  await render(<GroupUsers group={{ ...sampleGroup, users }} />);
  await expect.element(page.getByText('User 10')).toBeVisible();
  await expect.element(page.getByText('User 11')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.element(page.getByText('User 11')).toBeVisible();
});

test('a group without users says so', async () => {
  await render(<GroupUsers group={sampleGroup} />);
  await expect.element(page.getByText('No user has access to this group')).toBeVisible();
});
