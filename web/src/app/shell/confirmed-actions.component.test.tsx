import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import { listNotices } from '@vigil/shared/contract/routes/company';
import { listApprovals, postApproval, updateUser } from '@vigil/shared/contract/routes/people';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApprovalsPage } from '../../features/approvals/approvals-page.tsx';
import { Notices } from '../../features/sign-in/notices.tsx';
import { useSetUserActive } from '../../features/users/use-set-user-active.ts';
import type { Api } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { DialogStack } from './dialogs.tsx';

type Parts = { query?: Record<string, unknown>; body?: unknown } | undefined;

/** Records the calls of one endpoint, and answers others with `answer`. */
function recorder(recorded: unknown, answer: (parts: Parts) => unknown) {
  const sent: unknown[] = [];
  const call = async (endpoint: unknown, parts: Parts) => {
    if (endpoint === recorded) sent.push(parts?.body ?? parts?.query);
    return answer(parts);
  };
  return { sent, api: { call: call as unknown as Api['call'] } };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

const request = (pk: number) =>
  ({
    pk,
    device_pk: pk,
    device_alias: `Kiosk ${pk}`,
    device_pub_ip: null,
    proposal_time: '2030-01-01T00:00:00.000Z',
    start_time: '2030-01-02T00:00:00.000Z',
    end_time: '2030-01-03T00:00:00.000Z',
    approval_reason: '',
    react_reason: '',
    requester_id: 'jun',
    requester_name: 'Jun Sato',
    approver_pk: 9,
    approver_id: 'bora',
    approver_name: 'Bora Lee',
    approve_state: 0,
    is_over: 0,
    can: { resubmit: 0, approve: 1, reject: 1, renew: 0, change: 0 },
  }) as unknown as AccessRequest;

test('requests are approved after a question that names them, those of another page included', async () => {
  const { sent, api } = recorder(postApproval, (parts) =>
    parts?.query?.['offset'] === 0
      ? { objects: [request(1), request(2)], meta: { total_count: 21 } }
      : { objects: [request(3)], meta: { total_count: 21 } },
  );
  await render(
    <>
      <ApprovalsPage />
      <DialogStack />
    </>,
    { at: '/management/access-user', profile: administrator, api },
  );
  const box = (pk: number) => page.getByRole('checkbox', { name: `Select Kiosk ${pk}, Jun Sato` });
  await expect.element(page.getByRole('columnheader', { name: 'Approver' })).toBeVisible();
  await box(1).click();
  await box(2).click();
  await button('Next page').click();
  await box(3).click();
  await button('Approve selected').click();
  await expect.element(page.getByText('3 selected · 2 on other pages')).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Approve 3 requests?' });
  for (const pk of [1, 2, 3]) await expect.element(question.getByText(`Kiosk ${pk} (Jun Sato)`)).toBeVisible();
  expect(sent).toEqual([]);
  await button('Approve').click();
  await expect.poll(() => sent).toHaveLength(3);
  expect(sent).toMatchObject([1, 2, 3].map((pk) => ({ pk, is_accept: 1 })));
  await button('Previous page').click();
  await expect.element(box(1)).not.toBeChecked();
});

test('the history of requests has columns for their start and their end', async () => {
  const { api } = recorder(listApprovals, () => ({ objects: [request(1)], meta: { total_count: 1 } }));
  await render(<ApprovalsPage />, { at: '/management/access-history', profile: administrator, api });
  for (const name of ['Start', 'End']) await expect.element(page.getByRole('columnheader', { name })).toBeVisible();
});

function Switches() {
  const setActive = useSetUserActive();
  const user = { pk: 7 as never, name: 'Jun Sato' };
  return (
    <>
      <button onClick={() => setActive(user, 0)}>off</button>
      <button onClick={() => setActive(user, 1)}>on</button>
      <DialogStack />
    </>
  );
}

test('a user is deactivated after a question that says what does not come back, and activated without one', async () => {
  const { sent, api } = recorder(updateUser, () => ({ objects: [], meta: {} }));
  await render(<Switches />, { profile: administrator, api });
  await button('off').click();
  await expect
    .element(page.getByRole('dialog').getByText(/Activating the user again does not bring these back/u))
    .toBeVisible();
  expect(sent).toEqual([]);
  await button('Deactivate').click();
  await expect.poll(() => sent).toEqual([{ flag_active: 0 }]);
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(0);
  await button('on').click();
  await expect.poll(() => sent).toEqual([{ flag_active: 0 }, { flag_active: 1 }]);
});

test('the sign-in reads the notices that were published last, whenever they end', async () => {
  const { sent, api } = recorder(listNotices, () => ({ objects: [], meta: { total_count: 1 } }));
  await render(<Notices />, { api });
  await expect.poll(() => sent).toMatchObject([{ by: 'create_time', order: 'desc', limit: 3 }]);
});
