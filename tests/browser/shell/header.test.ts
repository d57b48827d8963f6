import { readSettings } from '@vigil/shared/contract/http/settings';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import type { Page } from 'playwright';
import { addMember } from '../support/companies.ts';
import { deviceList } from '../support/device-list.ts';
import { addNamedUser } from '../support/users.ts';
import { postNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';

const words = {
  en: {
    nav: 'Main',
    entries: ['All Agents', 'Account', 'Download'],
    role: 'Administrator',
    sub: 'Submanager',
    language: 'Language: EN',
  },
  ko: {
    nav: '주 메뉴',
    entries: ['전체 에이전트', '계정', '다운로드'],
    role: '관리자',
    sub: '부관리자',
    language: '언어: KO',
  },
} as const;

const entries = (page: Page, label: string) =>
  page.getByRole('banner').getByRole('navigation', { name: label }).getByRole('link');

for (const language of ['en', 'ko'] as const) {
  const { nav, entries: names, role, sub, language: menu } = words[language];
  test.concurrent(`each entry of the header leads somewhere, and says where one is (${language})`, async ({ open }) => {
    const page = await open(`/${language}/device/all`);
    await expect(entries(page, nav)).toHaveText([...names]);
    await expect(page.getByRole('banner')).toContainText(role);
    for (const name of names) {
      const entry = page.getByRole('banner').getByRole('link', { name, exact: true });
      await entry.click();
      await expect(entry).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).not.toContainText('404');
    }
  });

  test.concurrent(`a sub-manager is called one, and may read Korean or English (${language})`, async ({
    open,
    stack,
    company,
  }) => {
    const colleague = await addNamedUser(stack, company, { name: 'Bora Lee', approves: true, type: 6 });
    const page = await open(`/${language}/support/downloads`, { as: await stack.signIn(colleague) });
    await expect(page.getByRole('banner').getByText(sub, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: menu }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['한국어', 'English']);
  });
}

test.concurrent('an ordinary user has no label, and is told what only others may do', async ({
  open,
  stack,
  company,
}) => {
  const member = await stack.signIn(await addMember(stack, company, [company.home]));
  const page = await open('/en/support/downloads', { as: member });
  await expect(entries(page, 'Main')).toHaveText([...words.en.entries]);
  await expect(page.getByRole('banner')).not.toContainText('Administrator');
  await page.getByRole('button', { name: 'Create token' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Only administrators can do this');
});

test.concurrent('a new notice has a mark until its reader has opened the list, in any browser', async ({
  open,
  stack,
  company,
}) => {
  const reader = await stack.signIn(await addMember(stack, company, []));
  const title = 'The service pauses on Sunday';
  await postNotice(stack, { title, language: 'ja' });
  const page = await open('/ja/support/downloads', { as: reader });
  const button = page.getByRole('link', { name: /お知らせ.*The service/u });
  await expect(button).toContainText('新しいお知らせがあります');

  const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  // A newer notice in another language is another notice.
  await postNotice(stack, { title: 'For readers of English' });
  const other = saved();
  await page.goto(`${stack.url}/en/support/notice`);
  await expect(page.getByRole('main')).toContainText('For readers of English');
  await other;
  await page.goto(`${stack.url}/ja/support/downloads`);
  await expect(button).toContainText('新しいお知らせがあります');

  const own = saved();
  await button.click();
  await expect(page.getByRole('heading', { name: 'お知らせ' })).toBeVisible();
  await expect(button).not.toContainText('新しいお知らせがあります');
  await own;
  await page.reload();
  await expect(button).toContainText(title);
  await expect(button).not.toContainText('新しいお知らせがあります');

  const elsewhere = await open('/ja/support/downloads', { as: reader });
  const read = elsewhere.getByRole('link', { name: /お知らせ.*The service/u });
  await expect(read).toBeVisible();
  await expect(read).not.toContainText('新しいお知らせがあります');
});

test.concurrent('SIMPLE and NORMAL lead to the list as cards or as a table, and are remembered', async ({
  open,
  simulated,
}) => {
  const page = await open('/en/management/profile');
  const { card, names } = deviceList(page);
  const mode = page.getByRole('radiogroup', { name: 'View mode' });
  await mode.getByText('SIMPLE').click();
  await expect(page).toHaveURL(/\/en\/device\/all$/u);
  await expect(card(simulated.device(0))).toBeVisible();
  await page.reload();
  await expect(card(simulated.device(0))).toBeVisible();
  await mode.getByText('NORMAL').click();
  await expect(names.first()).toBeVisible();
});

test.concurrent('an installation of one company for itself shows no notices', async ({ open, stack }) => {
  await postNotice(stack, { title: 'Not for everybody' });
  const page = await open('/en/', {});
  await page.route(`**${API_BASE}${readSettings.path}`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { objects: object };
    await route.fulfill({ response, json: { ...answer, objects: { ...answer.objects, standalone: true } } });
  });
  await page.goto(`${stack.url}/en/support/downloads`);
  await expect(page.getByRole('radiogroup', { name: 'View mode' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Notice/u })).toHaveCount(0);
});

test.concurrent('a phone has the pages in its menu', async ({ open }) => {
  const page = await open('/en/device/all', { width: 390, height: 844 });
  await page.getByRole('button', { name: 'Groups and devices' }).click();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Notices' }).click();
  await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible();
});
