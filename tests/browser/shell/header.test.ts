import { readInstallationSettings } from '@vigil/shared/contract/http/settings';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import type { Locator, Page } from 'playwright';
import { addMember } from '../support/companies.ts';
import { coreIn } from '../support/core.ts';
import { deviceList } from '../support/device-list.ts';
import { postNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';
import { addNamedUser } from '../support/users.ts';

const words = {
  en: {
    nav: 'Main',
    entries: [
      'Devices',
      'Incidents',
      'Wall',
      'Applications',
      'Configurations',
      'Administration',
      'Dashboard',
      'Tickets',
      'Downloads',
    ],
    wall: 'Wall',
    role: 'Administrator',
    sub: 'Submanager',
    language: 'Language: EN',
  },
  ko: {
    nav: '주 메뉴',
    entries: ['장치', '인시던트', '상황판', '앱', '구성', '관리', '대시보드', '접속 티켓', '다운로드'],
    wall: '상황판',
    role: '관리자',
    sub: '부관리자',
    language: '언어: KO',
  },
} as const;

const entries = (page: Page, label: string) =>
  page.getByRole('banner').getByRole('navigation', { name: label }).getByRole('link');

for (const language of ['en', 'ko'] as const) {
  const { nav, entries: names, wall, role, sub, language: menu } = words[language];
  test.concurrent(
    `each entry of the header leads somewhere, and says where one is (${language})`,
    coreIn(language),
    async ({ open }) => {
      const page = await open(`/${language}/device/all`);
      await page.setViewportSize({ width: 1_680, height: 900 });
      await expect(entries(page, nav)).toHaveText([...names]);
      await expect(page.getByRole('banner')).toContainText(role);
      // The wall has the screen for itself.
      for (const name of names.filter((one) => one !== wall)) {
        const entry = page.getByRole('banner').getByRole('link', { name, exact: true });
        await entry.click();
        await expect(entry).toHaveAttribute('aria-current', 'page');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 })).not.toContainText('404');
      }
    },
  );

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

test.concurrent('pages for which a narrow window has no room are in a menu', async ({ open }) => {
  const page = await open('/en/device/all');
  await page.setViewportSize({ width: 1_024, height: 768 });
  const more = page.getByRole('banner').getByRole('button', { name: 'More' });
  await expect(entries(page, 'Main').filter({ hasText: 'Downloads' })).toHaveCount(0);
  await more.click();
  await page.getByRole('menuitem', { name: 'Downloads' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible();
  await expect(more).toHaveAttribute('aria-current', 'page');
  await page.setViewportSize({ width: 1_680, height: 900 });
  await expect(more).toBeHidden();
});

test.concurrent('an ordinary user has no label, and is told what only others may do', async ({
  open,
  stack,
  company,
}) => {
  const member = await stack.signIn(await addMember(stack, company, [company.home]));
  const page = await open('/en/support/downloads', { as: member });
  await expect(entries(page, 'Main')).toHaveText(['Devices', 'Incidents', 'Wall', 'Administration', 'Tickets']);
  await expect(page.getByRole('banner')).not.toContainText('Administrator');
  await page.getByRole('button', { name: 'Create token' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Only administrators can do this');
});

test.concurrent('a new notice is in the bell until its reader has seen it there or in the list, in any browser', async ({
  open,
  stack,
  company,
}) => {
  const reader = await stack.signIn(await addMember(stack, company, []));
  const title = 'The service pauses on Sunday';
  await postNotice(stack, { title, language: 'ja' });
  const page = await open('/ja/support/downloads', { as: reader });
  const bell = page.getByRole('button', { name: /^アラート・申請・お知らせ/u });
  await expect(bell).toHaveAccessibleName(/新着1件/u);

  const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  // A newer notice in another language is another notice.
  await postNotice(stack, { title: 'For readers of English' });
  const other = saved();
  await page.goto(`${stack.url}/en/support/notice`);
  await expect(page.getByRole('main')).toContainText('For readers of English');
  await other;
  await page.goto(`${stack.url}/ja/support/downloads`);
  await expect(bell).toHaveAccessibleName(/新着1件/u);

  const own = saved();
  await bell.click();
  // With nothing else that is new, the notices are in front.
  await expect(page.getByRole('tabpanel').getByRole('link', { name: title })).toBeVisible();
  await own;
  await page.getByRole('link', { name: 'お知らせ一覧' }).click();
  await expect(page.getByRole('heading', { name: 'お知らせ' })).toBeVisible();
  await expect(bell).not.toHaveAccessibleName(/新着/u);
  await page.reload();
  await expect(bell).toBeVisible();
  await expect(bell).not.toHaveAccessibleName(/新着/u);

  const elsewhere = await open('/ja/support/downloads', { as: reader });
  const there = elsewhere.getByRole('button', { name: /^アラート・申請・お知らせ/u });
  await there.click();
  await elsewhere.getByRole('tab', { name: 'お知らせ' }).click();
  await elsewhere.getByRole('tabpanel').getByRole('link', { name: title }).click();
  await expect(elsewhere.getByRole('heading', { name: title })).toBeVisible();
  await expect(there).not.toHaveAccessibleName(/新着/u);
});

test.concurrent('cards and table are the switch of the list, which stands there once and is remembered', async ({
  open,
  simulated,
}) => {
  const page = await open('/en/management/profile');
  const { card, names, showAs } = deviceList(page);
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(page.getByText('Cards')).toHaveCount(0);
  await entries(page, 'Main').filter({ hasText: 'Devices' }).click();
  const mode = page.getByRole('radiogroup', { name: 'View mode' });
  await expect(mode.getByRole('radio')).toHaveCount(3);
  await expect(page.getByRole('radiogroup')).toHaveCount(1);
  await expect(mode.getByRole('radio', { name: 'Table' })).toBeChecked();

  // Drawn in the middle of its frame.
  const middle = async (part: Locator) => {
    const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 };
    return y + height / 2;
  };
  expect(Math.abs((await middle(mode.getByText('Cards'))) - (await middle(mode)))).toBeLessThan(1.5);

  await showAs('Cards');
  await expect(card(simulated.device(0))).toBeVisible();
  await page.reload();
  await expect(card(simulated.device(0))).toBeVisible();
  await showAs('Table');
  await expect(names.first()).toBeVisible();
});

test.concurrent('an installation of one company for itself shows no notices and no titles of pages', async ({
  open,
  stack,
}) => {
  await postNotice(stack, { title: 'Not for everybody' });
  const page = await open('/en/', {});
  await page.route(`**${API_BASE}${readInstallationSettings.path}`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { objects: object };
    await route.fulfill({ response, json: { ...answer, objects: { ...answer.objects, standalone: true } } });
  });
  await page.goto(`${stack.url}/en/support/downloads`);
  // Titles of pages are read out only.
  const title = page.getByRole('heading', { level: 1, name: 'Downloads' });
  expect(await title.boundingBox()).toMatchObject({ width: 1, height: 1 });
  await page.getByRole('button', { name: 'Alerts, requests and notices', exact: true }).click();
  await expect(page.getByRole('tab')).toHaveText([/^Incidents/u, /^Requests/u]);
  for (const path of ['support/notice', 'support/notice/1', 'notice']) {
    await page.goto(`${stack.url}/en/${path}`);
    await expect(page).toHaveURL(`${stack.url}/en/error/403`);
  }
});

test.concurrent('a phone has the pages in its menu, and the menu of each group', async ({ open }) => {
  const page = await open('/en/device/all', { width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Options for ROOT' }).click();
  await expect(page.getByRole('menuitem', { name: 'New subgroup' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'New subgroup' })).toBeHidden();
  await page.getByRole('dialog').getByRole('link', { name: 'Administration' }).click();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Notices' }).click();
  await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible();
});

for (const language of ['en', 'ja'] as const) {
  test.concurrent(`nothing of the header is outside of a narrow window (${language})`, async ({ open }) => {
    const page = await open(`/${language}/device/all`);
    const account = page.getByRole('banner').getByRole('button').last();
    for (const width of [1280, 1024, 768, 390, 360]) {
      await page.setViewportSize({ width, height: 768 });
      await expect(account, `${width} px`).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} px`).toBe(width);
    }
  });
}
