import { readFile } from 'node:fs/promises';
import { listApprovals, postApproval } from '@vigil/shared/contract/http/approvals';
import type { ApprovalPk } from '@vigil/shared/contract/ids';
import type { Page } from 'playwright';
import type { Client } from '../support/client.ts';
import type { Stack } from '../support/stack.ts';
import { readSheet } from '../support/workbook.ts';
import { createCheck } from './support/axe.ts';
import type { Company } from './support/companies.ts';
import type { Device } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';
import { addNamedUser } from './support/users.ts';

const HOUR_MS = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

async function ask(client: Client, { pk: device_pk }: Device, approval_reason: string): Promise<ApprovalPk> {
  const body = { device_pk, start_time: fromNow(1), end_time: fromNow(2), approval_reason };
  const { objects } = await client.call(postApproval, { body });
  const [made] = objects;
  if (!made) throw new Error('the request was not made');
  return made.pk;
}

const rowOf = (page: Page, { alias }: Device) => page.getByRole('row').filter({ hasText: alias });

const words = {
  en: {
    menu: 'Menu',
    page: 'Access requests',
    change: 'Change',
    reason: 'Reason',
    save: 'Save request',
    renew: 'Renew',
    rejected: 'Rejected',
    details: /Rejected, show details/u,
    title: 'Rejected request',
    waiting: 'Pending',
    clear: 'Clear filters',
    text: 'Search',
  },
  ko: {
    menu: '메뉴',
    page: '접속 승인',
    change: '변경',
    reason: '사유',
    save: '요청 저장',
    renew: '갱신',
    rejected: '거절됨',
    details: /거절됨, 자세히 보기/u,
    title: '거절된 요청',
    waiting: '검토 대기',
    clear: '필터 지우기',
    text: '검색',
  },
} as const;

for (const language of ['en', 'ko'] as const) {
  test.concurrent(`a requester changes a request, reads why one was rejected, and asks again (${language})`, async ({
    open,
    stack,
    company,
    simulated,
  }) => {
    const text = words[language];
    const boss = await addNamedUser(stack, company, { name: 'Bora Lee', approves: true, type: 6 });
    const member = await addNamedUser(stack, company, { name: 'Jun Sato', asks: boss });
    const [client, decides] = [await stack.signIn(member), await stack.signIn(boss)];
    const [first, second] = [simulated.device(0), simulated.device(1)];
    const pk = await ask(client, first, 'Printer');
    await ask(client, second, 'Backup');
    const page = await open(`/${language}/management/profile`, { as: client });
    await page.getByRole('navigation', { name: text.menu }).getByRole('link', { name: text.page }).click();
    await expect(rowOf(page, first)).toContainText(text.waiting);
    await expect(page.getByRole('navigation', { name: text.page })).toBeHidden();

    await rowOf(page, first).getByRole('button', { name: text.change }).click();
    const form = page.getByRole('dialog');
    await expect(form.getByLabel(text.reason)).toHaveValue('Printer');
    await form.getByLabel(text.reason).fill('Printer driver');
    await form.getByRole('button', { name: text.save }).click();
    await expect(form).toBeHidden();
    const { objects } = await client.call(listApprovals, { query: { type: 'request' } });
    expect(objects.find((row) => row.pk === pk)).toMatchObject({ approval_reason: 'Printer driver', approve_state: 0 });

    // The list follows by itself, and the status leads to the reason.
    await decides.call(postApproval, { body: { pk, is_accept: 0, react_reason: 'Not at night' } });
    await expect(rowOf(page, first)).toContainText(text.rejected);
    await rowOf(page, first).getByRole('button', { name: text.details }).click();
    await expect(page.getByRole('dialog', { name: text.title })).toContainText('Not at night');
    await page.keyboard.press('Escape');
    await rowOf(page, first).getByRole('button', { name: text.renew }).click();
    await expect(form.getByLabel(text.reason)).toHaveValue('Printer driver');
    await page.keyboard.press('Escape');

    await page.getByRole('searchbox', { name: text.text }).fill(second.alias);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/value=/u);
    await expect(rowOf(page, first)).toHaveCount(0);
    await expect(rowOf(page, second)).toHaveCount(1);
    await page.reload();
    await expect(rowOf(page, second)).toHaveCount(1);
    await page.getByRole('searchbox', { name: text.text }).fill('nowhere');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: text.clear }).click();
    await expect(rowOf(page, first)).toHaveCount(1);
  });
}

test.concurrent('a device says from when and until when its user may use it', async ({
  open,
  stack,
  company,
  simulated,
}) => {
  const boss = await addNamedUser(stack, company, { name: 'Ina Cho', approves: true, type: 6 });
  const member = await addNamedUser(stack, company, { name: 'Dal Kim', asks: boss });
  const [client, decides] = [await stack.signIn(member), await stack.signIn(boss)];
  const device = simulated.device(8);
  const page = await open(`/en/device/all/${device.pk}`, { as: client });
  const control = page.getByRole('button', { name: 'Remote control' }).last();
  await control.hover();
  await expect(page.getByRole('tooltip')).toContainText('approved remote access');
  await decides.call(postApproval, { body: { pk: await ask(client, device, 'Update'), is_accept: 1 } });
  await expect(page.getByRole('note')).toContainText('You may use this device from');
  await page.mouse.move(0, 0);
  await control.hover();
  await expect(page.getByRole('tooltip')).toContainText('Your approved time begins at');
  const now = { start_time: fromNow(0), end_time: fromNow(1), device_pk: device.pk, approval_reason: 'Now' };
  const { objects: asked } = await client.call(postApproval, { body: now });
  const [made] = asked;
  if (!made) throw new Error('the request was not made');
  await decides.call(postApproval, { body: { pk: made.pk, is_accept: 1 } });
  // The window that follows without a gap counts.
  await expect(page.getByRole('note')).toContainText(/1\s?h/u);
  await page.getByRole('button', { name: 'Request more time' }).click();
  await expect(page.getByRole('dialog', { name: 'Request access again' })).toBeVisible();
});

/** An approver, and a member who has asked for some devices. @returns the requests, in the order of the devices */
async function askApprover(stack: Stack, company: Company, devices: readonly Device[]) {
  const boss = await addNamedUser(stack, company, { name: 'Zoe Han', approves: true, type: 6 });
  const member = await addNamedUser(stack, company, { name: 'Min Seo', asks: boss });
  const client = await stack.signIn(member);
  const requests: ApprovalPk[] = [];
  for (const device of devices) requests.push(await ask(client, device, 'Update'));
  return { approver: await stack.signIn(boss), requests };
}

test.concurrent(
  'an approver decides several requests at once',
  { tags: 'core' },
  async ({ open, stack, company, simulated }) => {
    const devices = [3, 4, 5, 6].map((n) => simulated.device(n));
    const { approver } = await askApprover(stack, company, devices);
    const page = await open('/en/management/access-user', { as: approver, withoutNotices: true });
    const check = createCheck();
    await expect(page.getByRole('row')).toHaveCount(5);
    await check.check(page, 'approvals', { phone: true });
    expect(check.found).toEqual([]);

    const select = async (chosen: readonly Device[]) => {
      for (const one of chosen) await rowOf(page, one).getByRole('checkbox').check();
    };
    await page.getByRole('button', { name: 'Reject selected' }).click();
    await expect(page.getByText('Select the requests to reject.')).toBeVisible();
    await select(devices.slice(0, 2));
    await page.getByRole('button', { name: 'Approve selected' }).click();
    const question = page.getByRole('dialog', { name: 'Approve 2 requests?' });
    for (const { alias } of devices.slice(0, 2)) await expect(question).toContainText(alias);
    await question.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('2 requests were approved')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(3);
    await select(devices.slice(2));
    await page.getByRole('button', { name: 'Reject selected' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject 2 requests?' });
    await dialog.getByRole('textbox').fill('Not this week');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText('Nothing to review')).toBeVisible();
  },
);

test.concurrent(
  'an approver withdraws an approval, and saves the history',
  { tags: 'core' },
  async ({ open, stack, company, simulated }) => {
    const [withdrawn, approved, rejected] = [simulated.device(7), simulated.device(9), simulated.device(10)];
    const { approver, requests } = await askApprover(stack, company, [withdrawn, approved, rejected]);
    for (const [n, pk] of requests.entries())
      await approver.call(postApproval, {
        body: n < 2 ? { pk, is_accept: 1 } : { pk, is_accept: 0, react_reason: 'Not this week' },
      });
    const page = await open('/en/management/access-user', { as: approver, withoutNotices: true });
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page).toHaveURL(/access-history$/u);
    await rowOf(page, withdrawn)
      .getByRole('button', { name: /Approved, show details/u })
      .click();
    const decided = page.getByRole('dialog', { name: 'Reviewed request' });
    await expect(decided).toContainText('a running session is cut');
    await decided.getByRole('button', { name: 'Reject' }).click();
    const reason = page.getByRole('dialog', { name: 'Reject request' });
    await reason.getByRole('textbox').fill('Withdrawn');
    await reason.getByRole('button', { name: 'Reject' }).click();
    await expect(rowOf(page, withdrawn)).toContainText('Rejected');

    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Approved' }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^approvals_/u);
    const { rows } = await readSheet(await readFile(await file.path()));
    expect(rows.slice(1).map((row) => [row[0], row[5], row[6], row[7]])).toEqual([
      [approved.alias, 'Min Seo', 'Zoe Han', 'Approved'],
    ]);
  },
);
