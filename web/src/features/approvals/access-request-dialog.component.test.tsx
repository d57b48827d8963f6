import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import type { ApprovalPk, DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { listApprovals, postApproval, readOwnApprover } from '@vigil/shared/contract/routes/people';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { approvalDialogFor } from '../../entities/approval/approvals.ts';
import type { ApprovalDialogInput } from '../../entities/approval/dialogs.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { AccessRequestDialog } from './access-request-dialog.tsx';

afterEach(() => void vi.useRealTimers());

const NOTHING = { resubmit: 0, approve: 0, reject: 0, renew: 0, change: 0 } as const;

const request: AccessRequest = {
  pk: 7 as ApprovalPk,
  device_pk: 3 as DevicePk,
  device_alias: 'Kiosk',
  device_pub_ip: null,
  proposal_time: '2030-01-01T00:00:00.000Z',
  start_time: '2030-01-02T00:00:00.000Z',
  end_time: '2030-01-03T00:00:00.000Z',
  approval_reason: 'Maintenance',
  react_reason: '',
  requester_id: 'jun',
  requester_name: 'Jun Sato',
  approver_pk: 9 as UserPk,
  approver_id: 'bora',
  approver_name: 'Bora Lee',
  approve_state: 0,
  is_over: 0,
  can: NOTHING,
};

const open = (more: Partial<AccessRequest>, surroundings: Parameters<typeof render>[1] = {}) =>
  render(<AccessRequestDialog request={approvalDialogFor({ ...request, ...more })} onClose={() => {}} />, surroundings);

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('an administrator decides a request that waits for somebody else', async () => {
  await open({ can: { ...NOTHING, approve: 1, reject: 1 } }, { profile: administrator });
  await expect.element(button('Approve')).toBeVisible();
  await expect.element(button('Reject')).toBeVisible();
});

test('after a refusal the form shows the request as it is now, however many came before it', async () => {
  const asked: unknown[] = [];
  const call = async (endpoint: unknown, { query }: { query?: unknown } = {}) => {
    if (endpoint === postApproval) throw new Error('refused');
    if (endpoint === listApprovals) asked.push(query);
    return { objects: [{ ...request, approval_reason: 'Another reason', can: { ...NOTHING, approve: 1 } }] };
  };
  await open({ can: { ...NOTHING, approve: 1 } }, { profile: administrator, api: { call: call as never } });
  await button('Approve').click();
  await expect.element(page.getByText('Another reason')).toBeVisible();
  expect(asked).toEqual([{ device_pk: 3, start_date: request.proposal_time, search_mode: 'all' }]);
});

test('who neither made nor decides an approved request is offered nothing', async () => {
  await open({ approve_state: 2 });
  await expect.element(page.getByRole('dialog', { name: 'Reviewed request' })).toBeVisible();
  await expect.element(page.getByRole('dialog').getByText('Bora Lee')).toBeVisible();
  for (const name of ['Approve', 'Reject', 'Request again', 'Change'])
    await expect.element(button(name)).not.toBeInTheDocument();
});

test.each([
  ['an undecided one is changed', { can: { ...NOTHING, resubmit: 1 } }, 'Change'],
  ['a rejected one is asked for again', { approve_state: 1, can: { ...NOTHING, renew: 1 } }, 'Request again'],
  ['an approval is withdrawn', { approve_state: 2, can: { ...NOTHING, reject: 1, change: 1 } }, 'Reject'],
] as const)('the row says what is offered: %s', async (_, more, offered) => {
  await open(more);
  await expect.element(button(offered)).toBeVisible();
});

test('a request to all administrators names them, not an empty approver', async () => {
  await open({ approver_pk: null, approver_id: '', approver_name: '', can: { ...NOTHING, resubmit: 1 } });
  await expect.element(page.getByText('No administrator has reviewed this request yet.')).toBeVisible();
  await expect.element(page.getByText('All administrators')).toBeVisible();
});

test("the user's approver is preset, and a cleared one asks all administrators", async () => {
  const sent = vi.fn<(body: unknown) => void>();
  const call = async (endpoint: unknown, { body }: { body?: unknown } = {}) => {
    if (endpoint === postApproval) sent(body);
    return { objects: endpoint === readOwnApprover ? [{ pk: 9, mgrid: 'bora', name: 'Bora Lee' }] : [] };
  };
  const changed: ApprovalDialogInput = { mode: 'resubmit', approval: request };
  const newOne: ApprovalDialogInput = {
    mode: 'new',
    device: { pk: request.device_pk as DevicePk, alias: 'Kiosk' },
  };
  const surroundings = { api: { call: call as never }, profile: { approver_id: 'bora', approver_name: 'Bora Lee' } };
  const approver = page.getByRole('textbox', { name: 'Approver' });
  const shown = await render(<AccessRequestDialog request={newOne} onClose={() => {}} />, surroundings);
  await expect.element(approver).toHaveValue('Bora Lee (bora)');
  await shown.unmount();

  await render(<AccessRequestDialog request={changed} onClose={() => {}} />, surroundings);
  await page.getByRole('button', { name: 'Clear the approver: ask all administrators' }).click();
  await expect.element(approver).toHaveValue('');
  await expect.element(approver).toHaveAttribute('placeholder', 'All administrators');
  await button('Save request').click();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ pk: 7, approver_pk: 0 })));
});

/** New York, where summer time begins on 14 March 2027 at 2 o'clock. */
const NEW_YORK = 8;

test('around midnight and summer time the clock of the user counts, also in a form that is open for long', async () => {
  const sent = vi.fn<(body: unknown) => void>();
  const call = async (endpoint: unknown, { body }: { body?: unknown } = {}) => {
    if (endpoint === postApproval) sent(body);
    return { objects: [] };
  };
  // In New York it is five to twelve in the evening of the 13th.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-03-14T04:55:00Z') });
  const device = { pk: request.device_pk as DevicePk, alias: 'Kiosk' };
  await render(<AccessRequestDialog request={{ mode: 'new', device }} onClose={() => {}} />, {
    api: { call: call as never },
    profile: { time_zone_id: NEW_YORK },
  });
  await page.getByRole('textbox', { name: 'Reason' }).fill('Kiosk');
  const choose = async (end: 'Start' | 'End', day: string, hours: string, minutes: string) => {
    await page.getByRole('button', { name: `${end} date` }).click();
    await page.getByRole('button', { name: day, exact: true }).click();
    await page.getByRole('spinbutton', { name: `${end} hour` }).fill(hours);
    await page.getByRole('spinbutton', { name: `${end} minute` }).fill(minutes);
  };
  await page.getByRole('button', { name: 'Start date' }).click();
  await expect.element(page.getByRole('button', { name: '12 March 2027', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Start date' }).click();
  await choose('Start', '13 March 2027', '23', '30');
  await choose('End', '14 March 2027', '02', '30');
  await button('Send request').click();
  // What is earlier today begins now.
  const body = { start_time: '2027-03-13 23:55', end_time: '2027-03-14 02:30' };
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining(body)));
  vi.setSystemTime(Date.parse('2027-03-14T05:10:00Z'));
  await button('Send request').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await choose('Start', '14 March 2027', '00', '30');
  await button('Send request').click();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
});

test('the period of a new request is one click, and an empty form asks for it', async () => {
  const sent = vi.fn<(body: unknown) => void>();
  const call = async (endpoint: unknown, { body }: { body?: unknown } = {}) => {
    if (endpoint === postApproval) sent(body);
    return { objects: [] };
  };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-03-10T15:00:00Z') });
  const device = { pk: request.device_pk as DevicePk, alias: 'Kiosk' };
  await render(<AccessRequestDialog request={{ mode: 'new', device }} onClose={() => {}} />, {
    api: { call: call as never },
    profile: { time_zone_id: NEW_YORK },
  });
  await page.getByRole('textbox', { name: 'Reason' }).fill('Kiosk');
  await button('Send request').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Choose a period.');
  await button('Now + 1 hour').click();
  await button('Send request').click();
  const body = { start_time: '2027-03-10 10:00', end_time: '2027-03-10 11:00' };
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining(body)));
});

test('a pending request is withdrawn from its dialog', async () => {
  const onClose = vi.fn<() => void>();
  const pending = approvalDialogFor({ ...request, can: { ...NOTHING, resubmit: 1 } });
  await render(<AccessRequestDialog request={pending} onClose={onClose} />);
  await button('Withdraw').click();
  expect(onClose).toHaveBeenCalledOnce();
});
