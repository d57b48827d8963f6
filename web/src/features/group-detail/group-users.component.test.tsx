import { Notifications } from '@mantine/notifications';
import type { GroupUser } from '@vigil/shared/contract/http/groups';
import { GroupMemberPk, GroupPk, UserPk } from '@vigil/shared/contract/ids';
import { addGroupMember, readUserAccessDetails, removeGroupMember } from '@vigil/shared/contract/routes/people';
import { useAtomValue } from 'jotai';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pickUserDialog } from '../../entities/user/dialogs.ts';
import { apiProblemOf } from '../../lib/api-problem.ts';
import { dialogStackAtom, requestOf } from '../../lib/dialog-stack.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { GroupUsers } from './group-users.tsx';
import { sampleGroupDetail } from './group.test-support.ts';

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

/** Confirms the question that is open. */
function Confirm() {
  const request = requestOf(confirmationDialog, useAtomValue(dialogStackAtom).at(-1));
  return request ? <button onClick={() => void request.onConfirm('')}>{request.text}</button> : null;
}

/** Gives the user a group below one that is granted or not; returns the bodies of the grants. */
async function giveGroup({ seesParent }: { seesParent: boolean }) {
  const sent: unknown[] = [];
  const above = { pk: GroupPk.parse(3), name: 'HQ', path: 'HQ', group_fk: null, refusal: null };
  const own = {
    pk: sampleGroupDetail.pk,
    name: 'Lobby',
    path: 'HQ/Lobby',
    group_fk: above.pk,
    link_pk: null,
    refusal: null,
  };
  const groups = [{ ...above, link_pk: seesParent ? GroupMemberPk.parse(1) : null }, own];
  const call = (async (endpoint: unknown, { body }: { body?: unknown }) => {
    if (endpoint === readUserAccessDetails) return { objects: [{ groups }], meta: {} };
    if (endpoint === addGroupMember) sent.push(body);
    return { objects: [], meta: {} };
  }) as never;
  await render(
    <>
      <GroupUsers group={sampleGroupDetail} />
      <Pick />
      <Confirm />
      <Notifications />
    </>,
    { profile: administrator, api: { call } },
  );
  await userEvent.click(page.getByRole('button', { name: 'Add user' }));
  await userEvent.click(page.getByRole('button', { name: 'Pick' }));
  return sent;
}

test('a user who does not see the groups above is given them after a question, without a refused call', async () => {
  const sent = await giveGroup({ seesParent: false });
  const question = page.getByRole('button', { name: /no access to the groups above/u });
  await expect.element(question).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(question);
  await expect.poll(() => sent).toEqual([{ device_group_fk: 7, member_fk: 5, with_parents: 1 }]);
});

test('a user who sees the groups above is given the group at once', async () => {
  const sent = await giveGroup({ seesParent: true });
  await expect.poll(() => sent).toEqual([{ device_group_fk: 7, member_fk: 5, with_parents: 0 }]);
});

/** Takes the group away from a user who also has the subgroup `HQ/Lobby/Door`; returns the calls of the removal. */
async function takeGroup(refuse: (withSubgroups: string) => void) {
  const sent: string[] = [];
  const lobby = { pk: sampleGroupDetail.pk, name: 'Lobby', path: 'Lobby', group_fk: null, refusal: null };
  const door = { ...lobby, pk: GroupPk.parse(8), name: 'Door', path: 'Lobby/Door', group_fk: lobby.pk };
  const groups = [lobby, door].map((one) => ({ ...one, link_pk: GroupMemberPk.parse(one.pk) }));
  const call = (async (endpoint: unknown, { query }: { query?: { with_subgroups: string } }) => {
    if (endpoint === readUserAccessDetails) return { objects: [{ groups }], meta: {} };
    if (endpoint === removeGroupMember && query) {
      sent.push(query.with_subgroups);
      refuse(query.with_subgroups);
    }
    return { objects: [], meta: {} };
  }) as never;
  await render(
    <>
      <GroupUsers group={{ ...sampleGroupDetail, users: [user(5)] }} />
      <Confirm />
      <Notifications />
    </>,
    { profile: administrator, api: { call } },
  );
  await userEvent.click(page.getByRole('button', { name: 'Remove User 5' }));
  return sent;
}

test('a removal that subgroups out of sight forbid says so, without a question before', async () => {
  const sent = await takeGroup(() => {
    throw apiProblemOf('subgroup_out_of_sight', 'en');
  });
  await expect.element(page.getByText(/subgroups that you do not see/u)).toBeVisible();
  expect(sent).toEqual(['0']);
});

test('a removal that concerns subgroups in sight is done after a question', async () => {
  const sent = await takeGroup((withSubgroups) => {
    if (withSubgroups === '0') throw apiProblemOf('subgroup_permission_first', 'en');
  });
  await userEvent.click(page.getByRole('button', { name: /subgroups/u }));
  await expect.poll(() => sent).toEqual(['0', '1']);
});
