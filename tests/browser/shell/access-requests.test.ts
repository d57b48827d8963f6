import { listApprovals, postApproval } from '@vigil/shared/contract/http/approvals';
import { UserPk } from '@vigil/shared/contract/ids';
import type { Page } from 'playwright';
import type { Client } from '../../support/client.ts';
import { asSuperuser } from '../../support/superuser.ts';
import { connectionChip } from '../support/device-list.ts';
import type { Device } from '../support/simulated-devices.ts';
import { expect, test } from '../support/test.ts';
import { addNamedUser, type NamedUser } from '../support/users.ts';

const words = {
  en: {
    request: 'Request access',
    send: 'Send request',
    date: 'Choose a period.',
    reason: 'Please enter a reason.',
    field: 'Reason',
  },
  ko: {
    request: '접속 승인 요청',
    send: '요청 보내기',
    date: '기간을 선택해 주세요.',
    reason: '사유를 입력해 주세요.',
    field: '사유',
  },
} as const;

const bell = (page: Page) => page.getByRole('button', { name: /^Alerts, requests and notices/u });

const requestLine = (page: Page, { alias }: Device) =>
  page.getByRole('list', { name: 'Alerts, requests and notices' }).getByRole('button').filter({ hasText: alias });

/** Of the device's own panel: the rows of the list beside it have buttons of the same names. */
const panelButton = (page: Page, { alias }: Device, name: string) =>
  page.getByRole('region', { name: alias }).getByRole('button', { name });

/** As a calendar names it, where the colleagues are. */
const dayOf = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Seoul', dateStyle: 'long' }).format(at);

/** The first day that can be chosen in the open calendar. */
async function firstDay(page: Page): Promise<string> {
  const days = page.getByRole('table').getByRole('button');
  await expect(days.first()).toBeVisible();
  const offered = await days.evaluateAll((all: { ariaLabel: string | null; disabled?: boolean }[]) =>
    all.map(({ ariaLabel, disabled }) => ({ name: ariaLabel ?? '', isOpen: disabled !== true })),
  );
  const first = offered.findIndex(({ isOpen }) => isOpen);
  expect(offered.slice(first).filter(({ isOpen }) => !isOpen)).toEqual([]);
  return offered[first]?.name ?? '';
}

/** The first day of the next month is always to come; the end's calendar opens where the start is. */
async function chooseDay(page: Page, field: 'Start date' | 'End date'): Promise<void> {
  await page.getByRole('button', { name: field }).click();
  if (field === 'Start date') {
    // Nobody can ask for what is over.
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled();
    expect(await firstDay(page)).toBe(dayOf(Date.now()));
    await page.getByRole('button', { name: 'Next month' }).click();
  } else {
    // Nor for an end before the start.
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled();
    expect(await firstDay(page)).toMatch(/^1 /u);
  }
  await page.getByRole('table').getByRole('button', { name: /^1 /u }).first().click();
}

async function chooseTime(page: Page, label: string, hour: string): Promise<void> {
  await page.getByLabel(`${label} hour`).fill(hour);
  await page.getByLabel(`${label} minute`).fill('00');
}

const HOUR_MS = 3_600_000;
/** Asks the chosen approver, or else the one of the user. */
const ask = (client: Client, { pk: device_pk }: Device, approval_reason: string, approver?: NamedUser) =>
  client.call(postApproval, {
    body: {
      device_pk,
      ...(approver && { approver_pk: UserPk.parse(approver.pk) }),
      start_time: new Date(Date.now() + HOUR_MS).toISOString(),
      end_time: new Date(Date.now() + 2 * HOUR_MS).toISOString(),
      approval_reason,
    },
  });

for (const language of ['en', 'ko'] as const) {
  test.concurrent(`a request without a window or a reason is not sent (${language})`, async ({
    open,
    stack,
    company,
    simulated,
  }) => {
    const text = words[language];
    const boss = await addNamedUser(stack, company, { name: 'Bora Lee', approves: true, type: 6 });
    const member = await addNamedUser(stack, company, { name: 'Jun Sato', asks: boss });
    const page = await open(`/${language}/device/all/${simulated.device(0).pk}`, { as: await stack.signIn(member) });
    await panelButton(page, simulated.device(0), text.request).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(simulated.device(0).alias);
    await expect(dialog.getByLabel(text.field)).toBeFocused();
    await dialog.getByRole('button', { name: text.send }).click();
    await expect(dialog.getByRole('alert')).toContainText(text.date);
    await expect(dialog).toContainText(text.reason);
  });
}

test.concurrent(
  'a request goes to the chosen approver, once its end is after its start',
  { tags: 'core' },
  async ({ open, stack, company, simulated }) => {
    const boss = await addNamedUser(stack, company, { name: 'Bora Lee', approves: true, type: 6 });
    const other = await addNamedUser(stack, company, { name: 'Zoe Han', approves: true, department: 'Night' });
    const member = await addNamedUser(stack, company, { name: 'Jun Sato', asks: boss });
    const client = await stack.signIn(member);
    const device = simulated.device(1);
    const page = await open(`/en/device/all/${device.pk}`, { as: client });
    const dialog = page.getByRole('dialog', { name: 'Request access' });
    await panelButton(page, device, 'Request access').click();
    await dialog.getByRole('button', { name: 'Select…' }).click();
    const users = page.getByRole('dialog', { name: 'Select approver' });
    await users.getByRole('searchbox').fill('zoe');
    await users.getByRole('button', { name: 'Search' }).click();
    await expect(users.getByRole('row')).toHaveCount(2);
    await users.getByRole('button', { name: 'Select: Zoe Han' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Approver' })).toHaveValue(`Zoe Han (${other.id})`);

    await chooseDay(page, 'Start date');
    await chooseTime(page, 'Start', '09');
    await chooseDay(page, 'End date');
    await chooseTime(page, 'End', '08');
    await dialog.getByLabel('Reason').fill('Printer driver');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The end must not be before the start');
    await chooseTime(page, 'End', '10');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog).toBeHidden();
    const { objects: sent } = await client.call(listApprovals, { query: { type: 'request' } });
    expect(sent.map((one) => [one.device_pk, one.approver_pk, one.approve_state])).toEqual([[device.pk, other.pk, 0]]);

    await panelButton(page, device, 'View request').click();
    const waiting = page.getByRole('dialog', { name: 'Pending request' });
    await expect(waiting).toContainText('Zoe Han has not reviewed this request yet.');
    await waiting.getByRole('button', { name: 'Close' }).last().click();
  },
);

test.concurrent(
  'a request is refused with a reason, which the requester reads and asks again',
  {
    tags: 'core',
  },
  async ({ open, stack, company, simulated }) => {
    const boss = await addNamedUser(stack, company, { name: 'Bora Lee', approves: true, type: 6 });
    const member = await addNamedUser(stack, company, { name: 'Jun Sato', asks: boss });
    const other = await addNamedUser(stack, company, { name: 'Mina Kim', approves: true, department: 'Night' });
    const client = await stack.signIn(member);
    const device = simulated.device(4);
    await ask(client, device, 'Printer driver', other);
    const page = await open(`/en/device/all/${device.pk}`, { as: client });
    await expect(panelButton(page, device, 'View request')).toBeVisible();

    const desk = await open('/en/device/all', { as: await stack.signIn(other), withoutNotices: true });
    await expect(bell(desk)).toHaveAccessibleName('Alerts, requests and notices: 1 new');
    await bell(desk).click();
    await requestLine(desk, device).click();
    const decision = desk.getByRole('dialog', { name: 'Review request' });
    await expect(decision).toContainText('Printer driver');
    await decision.getByRole('button', { name: 'Reject' }).click();
    const reason = desk.getByRole('dialog', { name: 'Reject request' });
    await reason.getByRole('button', { name: 'Reject' }).click();
    await expect(reason.getByText('Please enter')).toBeVisible();
    await reason.getByRole('textbox').fill('x'.repeat(1_001));
    await expect(reason).toContainText('1001/1000');
    await expect(reason.getByRole('button', { name: 'Reject' })).toBeDisabled();
    await reason.getByRole('textbox').fill('Ask the night shift');
    await reason.getByRole('button', { name: 'Reject' }).click();
    await expect(decision).toBeHidden();

    await panelButton(page, device, 'Request access').click();
    const refused = page.getByRole('dialog', { name: 'Rejected request' });
    await expect(refused).toContainText('Ask the night shift');
    await refused.getByRole('button', { name: 'Request again' }).click();
    const again = page.getByRole('dialog', { name: 'Request access again' });
    await expect(again.getByLabel('Reason')).toHaveValue('Printer driver');
    await page.keyboard.press('Escape');
    await expect(again).toBeHidden();

    await bell(desk).click();
    await desk.getByRole('tab', { name: /^Requests/u }).click();
    await requestLine(desk, device).click();
    await expect(desk.getByRole('dialog', { name: 'Reviewed request' })).toContainText('Rejected');
  },
);

test.concurrent('an approval ends the wait, and the approver’s list follows by itself', async ({
  open,
  stack,
  company,
  simulated,
}) => {
  const boss = await addNamedUser(stack, company, { name: 'Bora Lee', approves: true, type: 6 });
  const member = await addNamedUser(stack, company, { name: 'Jun Sato', asks: boss });
  const client = await stack.signIn(member);
  const desk = await open('/en/device/all', { as: await stack.signIn(boss), withoutNotices: true });
  await expect(connectionChip(desk)).toContainText('Live');
  await expect(bell(desk)).toHaveAccessibleName('Alerts, requests and notices');
  await ask(client, simulated.device(2), 'Backup');
  await expect(bell(desk)).toHaveAccessibleName('Alerts, requests and notices: 1 new');
  await bell(desk).click();
  await requestLine(desk, simulated.device(2)).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(desk.getByRole('dialog')).toBeHidden();
  const state = async () => (await client.call(listApprovals, { query: {} })).objects[0]?.approve_state;
  await expect.poll(state).toBe(2);
});

test.concurrent('both sides see the state of a request, in Korean too', async ({ open, stack, company, simulated }) => {
  const boss = await addNamedUser(stack, company, { name: 'Bora Lee', approves: true, type: 6 });
  const member = await addNamedUser(stack, company, { name: 'Jun Sato', asks: boss });
  const [asks, decides] = [await stack.signIn(member), await stack.signIn(boss)];
  const device = simulated.device(6);
  const { objects: sent } = await ask(asks, device, '백업');
  const page = await open(`/ko/device/all/${device.pk}`, { as: asks });
  const dialog = page.getByRole('dialog');
  await panelButton(page, device, '요청 보기').click();
  await expect(page.getByRole('dialog', { name: '검토 대기 중인 요청' })).toContainText(
    'Bora Lee 님이 아직 검토하지 않았습니다.',
  );
  await dialog.getByRole('button', { name: '닫기' }).last().click();

  const { pk } = sent[0] ?? {};
  if (pk === undefined) throw new Error('nothing was asked for');
  await decides.call(postApproval, { body: { pk, is_accept: 0, react_reason: '야간 담당에게 문의' } });
  await panelButton(page, device, words.ko.request).click();
  await expect(page.getByRole('dialog', { name: '거절된 요청' })).toContainText('야간 담당에게 문의');
  await dialog.getByRole('button', { name: '다시 요청' }).click();
  await expect(page.getByRole('dialog', { name: '접속 승인 재요청' }).getByLabel(words.ko.field)).toHaveValue('백업');

  const desk = await open('/ko/device/all', { as: decides, withoutNotices: true });
  await desk.getByRole('button', { name: /^알림, 요청 및 공지/u }).click();
  await desk.getByRole('tab', { name: /^요청/u }).click();
  await desk
    .getByRole('list', { name: '알림, 요청 및 공지' })
    .getByRole('button')
    .filter({ hasText: device.alias })
    .click();
  const decided = desk.getByRole('dialog', { name: '처리된 요청' });
  for (const part of ['거절', '야간 담당에게 문의', `Jun Sato (${member.id})`])
    await expect(decided).toContainText(part);
  // A decision may be changed, not repeated.
  await expect(decided.getByRole('button', { name: '승인' })).toBeVisible();
  await expect(decided.getByRole('button', { name: '거절' })).toBeHidden();
});

test.concurrent('a device with a security pledge shows it before the request form', async ({
  open,
  stack,
  company,
  simulated,
}) => {
  const boss = await addNamedUser(stack, company, { name: 'Bora Lee', approves: true, type: 6 });
  const member: NamedUser = await addNamedUser(stack, company, { name: 'Jun Sato', asks: boss });
  const device = simulated.device(3);
  await asSuperuser(stack, (sql) => sql`update devices set security_agreement = 1 where pk = ${device.pk}`);
  const page = await open(`/en/device/all/${device.pk}`, { as: await stack.signIn(member) });
  await panelButton(page, device, 'Request access').click();
  const pledge = page.getByRole('dialog', { name: 'Security pledge' });
  await pledge.getByRole('button', { name: 'Continue' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Please agree to the pledge first');
  await pledge.getByRole('checkbox').check();
  await pledge.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog', { name: 'Request access' })).toBeVisible();
});
