import { createTicket, manageTicket, revealTemporaryPassword } from '@vigil/shared/contract/http/tickets';
import type { TicketPk } from '@vigil/shared/contract/ids';
import type { Page } from 'playwright';
import type { Client } from '../support/client.ts';
import { createCheck } from './support/axe.ts';
import { coreIn } from './support/core.ts';
import { signInAs } from './support/sign-in-form.ts';
import type { Device } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';
import { addNamedUser } from './support/users.ts';

const HOUR_MS = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

async function ask(client: Client, devices: readonly Device[], reqr_work_reason: string): Promise<TicketPk> {
  const times = { reqr_work_startdate: fromNow(0), reqr_work_enddate: fromNow(4) };
  const body = { ...times, reqr_work_reason, device_pks: devices.map(({ pk }) => pk) };
  const { objects } = await client.call(createTicket, { body });
  const [made] = objects;
  if (!made) throw new Error('the ticket was not made');
  return made.id;
}

const approve = (client: Client, ticket_pk: TicketPk) =>
  client.call(manageTicket, { body: { ticket_pk, action_type: 'approve' } });

/** The button that opens the ticket of a device. */
const openerOf = (page: Page, device: Device) => rowOf(page, device).getByRole('button', { name: /ticket|티켓/iu });
const rowOf = (page: Page, device: Device) => page.getByRole('row').filter({ hasText: device.alias });

const words = {
  en: {
    nav: 'Main',
    entry: 'Tickets',
    page: 'Tickets',
    empty: 'No requested tickets',
    request: 'Request ticket',
    send: 'Send request',
    missing: ['Select at least one device.', 'The requested time is not valid', 'reason'],
    review: 'Review',
    details: 'Details',
    note: 'Note',
    reject: 'Reject',
    approve: 'Approve',
    end: 'End now',
    sure: 'sessions end at once',
    again: 'Request again',
    change: 'Change',
    save: 'Save request',
    tabs: { requested: 'Requested', approved: 'Approved', reject: 'Rejected', completed: 'Completed' },
    done: {
      reject: 'The ticket was rejected',
      approve: 'The ticket was approved',
      terminate: 'The ticket was ended, and its account is closed',
      changed: 'The ticket was changed, and the approver is told again',
    },
    failed: 'The ticket was not updated.',
    waiting: '1 ticket waits for your decision',
    history: 'History',
    reveal: 'Show the password',
    id: 'ID',
    used: 'This link',
    temporary: 'This account is for the work of an access ticket',
    signedInAs: 'Temporary account of an access ticket',
    over: /temporary account/u,
    profile: 'Account',
    invited: /invit/iu,
  },
  ko: {
    nav: '주 메뉴',
    entry: '접속 티켓',
    page: '접속 티켓',
    empty: '요청된 티켓이 없습니다',
    request: '티켓 요청',
    send: '요청 보내기',
    missing: ['장치를 하나 이상 선택해 주세요.', '', ''],
    review: '검토',
    details: '상세',
    note: '메모',
    reject: '거절',
    approve: '승인',
    end: '강제 종료',
    sure: '세션이 즉시 종료됩니다',
    again: '다시 요청',
    change: '변경',
    save: '요청 저장',
    tabs: { requested: '요청', approved: '승인', reject: '거절', completed: '완료' },
    done: {
      reject: '티켓을 거절했습니다',
      approve: '티켓을 승인했습니다',
      terminate: '티켓을 종료하고 임시 계정을 닫았습니다',
      changed: '티켓을 변경하고 승인자에게 다시 알렸습니다',
    },
    failed: '상태 업데이트에 실패했습니다.',
    waiting: '승인 대기 중인 티켓 1건',
    history: '이력',
    reveal: '비밀번호 표시',
    id: '아이디',
    used: '링크',
    temporary: '접속 티켓의 작업을 위한 계정입니다',
    signedInAs: '접속 티켓의 임시 계정',
    over: /임시 계정/u,
    profile: '계정',
    invited: /초대/u,
  },
} as const;

for (const language of ['en', 'ko'] as const) {
  const text = words[language];
  const tab = (page: Page, name: keyof typeof text.tabs) =>
    page.getByRole('navigation', { name: text.page, exact: true }).getByRole('link', { name: text.tabs[name] });
  const dialogOf = (page: Page) => page.getByRole('dialog');

  test.concurrent(`a ticket is rejected with a note, asked for again and approved, by keyboard alone (${language})`, async ({
    open,
    stack,
    company,
    simulated,
  }) => {
    const boss = await addNamedUser(stack, company, { name: 'Bora Lee', approves: true, type: 6 });
    const member = await addNamedUser(stack, company, { name: 'Jun Sato', asks: boss });
    const [client, decides] = [await stack.signIn(member), await stack.signIn(boss)];
    const device = simulated.device(language === 'en' ? 0 : 1);
    const page = await open(`/${language}/device/all`, { as: client, withoutNotices: true });
    await page.getByRole('navigation', { name: text.nav }).getByRole('link', { name: text.entry }).press('Enter');
    await expect(page.getByText(text.empty)).toBeVisible();
    await page.getByRole('button', { name: text.request }).press('Enter');
    await dialogOf(page).getByRole('button', { name: text.send }).press('Enter');
    await expect(dialogOf(page)).toContainText(text.missing[0]);
    await expect(dialogOf(page).getByRole('alert')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();

    const pk = await ask(client, [device], 'Replace the card reader');
    await expect(rowOf(page, device)).toContainText(text.tabs.requested);
    await expect(tab(page, 'requested')).toContainText('1');

    const desk = await open(`/${language}/device/all`, { as: decides, withoutNotices: true });
    const entry = desk.getByRole('navigation', { name: text.nav }).getByRole('link', { name: text.entry });
    await expect(entry.getByRole('img', { name: text.waiting })).toBeVisible();
    await entry.press('Enter');
    await openerOf(desk, device).press('Enter');
    await expect(dialogOf(desk)).toContainText('Replace the card reader');
    await dialogOf(desk).getByRole('button', { name: text.reject, exact: true }).press('Enter');
    await expect(dialogOf(desk).getByLabel(text.note)).toHaveAttribute('aria-invalid', 'true');
    await dialogOf(desk).getByLabel(text.note).press('N');
    await desk.keyboard.type('ot this week');
    await dialogOf(desk).getByRole('button', { name: text.reject, exact: true }).press('Enter');
    await expect(desk.getByText(text.done.reject)).toBeVisible();
    await expect(entry.getByRole('img')).toHaveCount(0);
    await expect(tab(desk, 'reject')).toContainText('1');

    // The requester's list follows by itself.
    await expect(tab(page, 'reject')).toContainText('1');
    await tab(page, 'reject').press('Enter');
    await openerOf(page, device).press('Enter');
    await expect(dialogOf(page)).toContainText('Not this week');
    await dialogOf(page).getByRole('button', { name: text.again }).press('Enter');
    await dialogOf(page).getByRole('button', { name: text.save }).press('Enter');
    await expect(page.getByText(text.done.changed)).toBeVisible();
    await page.keyboard.press('Escape');

    await expect(rowOf(desk, device)).toBeVisible();
    await openerOf(desk, device).press('Enter');
    await expect(dialogOf(desk)).toContainText(text.history);
    await dialogOf(desk).getByRole('button', { name: text.approve, exact: true }).press('Enter');
    await expect(desk.getByText(text.done.approve)).toBeVisible();
    await expect(tab(page, 'approved')).toContainText('1');
    expect(pk).toBeGreaterThan(0);
  });

  test.concurrent(
    `the link shows the password once, and its account sees the devices of the ticket only (${language})`,
    coreIn(language),
    async ({ open, stack, company, simulated }) => {
      const boss = await addNamedUser(stack, company, { name: 'Ina Cho', approves: true, type: 6 });
      const member = await addNamedUser(stack, company, { name: 'Dal Kim', asks: boss });
      const [client, decides] = [await stack.signIn(member), await stack.signIn(boss)];
      const [device, beside] = [simulated.device(2), simulated.device(3)];
      const pk = await ask(client, [device], 'Firmware');
      await approve(decides, pk);
      const page = await open(`/${language}/access-ticket/request?tab=approved&ticket=${pk}`, {
        as: client,
        withoutNotices: true,
      });
      const link = dialogOf(page).getByRole('link', { name: text.reveal });
      const href = (await link.getAttribute('href')) ?? '';
      const reveal = await open(`/${language}/access-ticket/reveal${new URL(href).search}`, { as: null });
      const check = createCheck();
      await check.check(reveal, 'reveal', { phone: true });
      await reveal.getByRole('button', { name: text.reveal }).press('Enter');
      await expect(reveal.locator('pre')).toHaveCount(2);
      await check.check(reveal, 'revealed');
      const [id = '', password = ''] = await reveal.locator('pre').allTextContents();
      await expect(link).toHaveCount(0);
      const key = new URL(href).searchParams.get('key') ?? '';
      await expect(client.call(revealTemporaryPassword, { body: { key } })).rejects.toThrow('link_invalid');

      // It reads on until it learns that the session has ended.
      const work = await open(`/${language}/`, { as: null, expected: /401 \(Unauthorized\)/u });
      await signInAs(work, { id, password }, language);
      await expect(work.getByRole('row').filter({ hasText: device.alias })).toBeVisible();
      await expect(work.getByText(beside.alias)).toHaveCount(0);
      await expect(work.getByRole('navigation', { name: text.nav }).getByRole('link')).toHaveCount(1);
      await work.getByRole('button', { name: `${text.profile}: ${id}` }).press('Enter');
      await expect(work.getByRole('menu')).toContainText(text.signedInAs);
      await work.getByRole('menu').getByRole('menuitem').first().press('Enter');
      await expect(work.getByText(text.temporary)).toBeVisible();
      await expect(work.getByText(text.invited)).toHaveCount(0);

      const desk = await open(`/${language}/access-ticket/request?tab=approved&ticket=${pk}`, {
        as: decides,
        withoutNotices: true,
      });
      await check.check(desk, 'ticket', { phone: true });
      expect(check.found).toEqual([]);
      await dialogOf(desk).getByRole('button', { name: text.end }).press('Enter');
      const question = desk.getByRole('dialog').filter({ hasText: text.sure });
      await question.getByRole('button', { name: text.end }).press('Enter');
      await expect(desk.getByText(text.done.terminate)).toBeVisible();
      await expect(tab(desk, 'completed')).toContainText('1');
      // The worker is signed out at once.
      await expect(work.getByLabel(text.id, { exact: true })).toBeVisible();
      await expect(work.getByRole('main').getByText(text.over)).toBeVisible();
    },
  );

  test.concurrent(`a decision that another approver made first is told, and shown (${language})`, async ({
    open,
    stack,
    company,
    simulated,
  }) => {
    const boss = await addNamedUser(stack, company, { name: 'Zoe Han', approves: true, type: 6 });
    const member = await addNamedUser(stack, company, { name: 'Min Seo', asks: boss });
    const [client, decides] = [await stack.signIn(member), await stack.signIn(boss)];
    const pk = await ask(client, [simulated.device(4)], 'Update');
    const page = await open(`/${language}/access-ticket/request?ticket=${pk}`, {
      as: decides,
      withoutNotices: true,
      expected: /409/u,
    });
    // The administrator approves between the key press and its arrival.
    await page.route('**/access_ticket_manage', async (route) => {
      if (route.request().method() === 'POST') await approve(company.client, pk);
      await route.continue();
    });
    await dialogOf(page).getByRole('button', { name: text.approve, exact: true }).press('Enter');
    await expect(page.getByText(text.failed)).toBeVisible();
    await expect(dialogOf(page).getByRole('button', { name: text.end })).toBeVisible();
  });
}

test.concurrent('a list that changes keeps its place, and is accessible', async ({
  open,
  stack,
  company,
  simulated,
}) => {
  const boss = await addNamedUser(stack, company, { name: 'Ada Moon', approves: true, type: 6 });
  const member = await addNamedUser(stack, company, { name: 'Eli Park', asks: boss });
  const [client, decides] = [await stack.signIn(member), await stack.signIn(boss)];
  for (let n = 0; n < 20; n += 1) await ask(client, [simulated.device(5), simulated.device(6)], `Round ${n}`);
  const page = await open('/en/access-ticket/request?size=20', { as: decides, withoutNotices: true });
  await expect(page.getByRole('row')).toHaveCount(21);
  const check = createCheck();
  await check.check(page, 'tickets', { phone: true });
  expect(check.found).toEqual([]);
  await page
    .getByRole('button', { name: /^Review ticket/u })
    .nth(17)
    .scrollIntoViewIfNeeded();
  const place = () =>
    page.locator('main').evaluate((main) => {
      const scrolled = [main, ...main.querySelectorAll('*')].find(({ scrollTop }) => scrollTop > 0);
      return scrolled?.scrollTop ?? main.ownerDocument.documentElement.scrollTop;
    });
  const before = await place();
  expect(before).toBeGreaterThan(0);
  await ask(client, [simulated.device(5)], 'One more');
  await expect(
    page.getByRole('navigation', { name: 'Tickets' }).getByRole('link', { name: /Requested/u }),
  ).toContainText('21');
  expect(await place()).toBe(before);
});
