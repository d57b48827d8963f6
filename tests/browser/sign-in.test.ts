import { API_BASE } from '@vigil/shared/contract/protocol-version';
import type { Page } from 'playwright';
import type { TestUser } from './support/companies.ts';
import { coreIn } from './support/core.ts';
import { expect, test } from './support/test.ts';

const words = {
  en: { id: 'ID', password: 'Password', submit: 'Sign in', wrong: 'Please check your ID and password.' },
  ko: { id: '아이디', password: '비밀번호', submit: '로그인', wrong: '아이디와 비밀번호를 확인해 주세요.' },
} as const;

async function signIn(page: Page, { id, password }: TestUser, language: keyof typeof words = 'en'): Promise<void> {
  const text = words[language];
  await page.getByLabel(text.id, { exact: true }).fill(id);
  await page.getByLabel(text.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: text.submit, exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/u }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

const signedOut = { as: null };
const allDevices = (language: string): RegExp => new RegExp(`/${language}/device/all$`, 'u');

for (const language of ['en', 'ko'] as const) {
  test.concurrent(
    `a wrong password is refused, the right one leads to all devices (${language})`,
    coreIn(language),
    async ({ open, company }) => {
      const page = await open(`/${language}/`, signedOut);
      await signIn(page, { ...company.admin, password: 'not this one' }, language);
      await expect(page.getByRole('alert')).toContainText(words[language].wrong);
      await signIn(page, company.admin, language);
      await expect(page).toHaveURL(allDevices(language));
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    },
  );
}

test.concurrent('what is missing is asked for where it is missing', async ({ open }) => {
  const page = await open('/en/', signedOut);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your ID')).toBeVisible();
  await expect(page.getByText('Enter your password')).toBeVisible();
});

test.concurrent('an ID is remembered when that was asked for, over a sign-out', async ({ open, company }) => {
  const page = await open('/en/', signedOut);
  await page.getByLabel('Remember my ID').check();
  await signIn(page, company.admin);
  await expect(page).toHaveURL(allDevices('en'));
  await signOut(page);
  await expect(page.getByLabel('ID', { exact: true })).toHaveValue(company.admin.id);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();

  await page.getByLabel('Remember my ID').uncheck();
  await signIn(page, company.admin);
  await expect(page).toHaveURL(allDevices('en'));
  await signOut(page);
  await expect(page.getByLabel('ID', { exact: true })).toHaveValue('');
});

test.concurrent(
  'signing out ends the session in every tab and on the server',
  { tags: 'core' },
  async ({ open, company, stack }) => {
    const client = await stack.signIn(company.admin);
    const page = await open('/en/device/all', { as: client });
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(other.getByRole('heading', { name: 'All devices' })).toBeVisible();
    await signOut(page);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible();
    // The browser signs out at once and does not wait for the server.
    await expect.poll(async () => (await client.fetch(`${API_BASE}/devices/summary`)).status).toBe(401);
  },
);

test.concurrent(
  'who asked for a page without a session gets it after the sign-in',
  { tags: 'core' },
  async ({ open, company }) => {
    const page = await open('/en/device/favorate?x=1', signedOut);
    await expect(page).toHaveURL(/\/en\/$/u);
    await signIn(page, company.admin);
    await expect(page).toHaveURL(/\/en\/device\/favorate\?x=1$/u);
    await expect(page.getByRole('heading', { name: 'Favourites' })).toBeVisible();
  },
);

test.concurrent('an address that does not exist says so and leads home', async ({ open }) => {
  const page = await open('/en/no/such/page');
  await expect(page.getByRole('heading', { name: '404 · Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to all devices' }).click();
  await expect(page).toHaveURL(allDevices('en'));
});

test.concurrent('the language is switched from its menu, and kept for the next visit', async ({ open, stack }) => {
  const page = await open('/en/device/favorate');
  await page.getByRole('button', { name: 'Language: EN' }).click();
  await page.getByRole('menuitem', { name: '한국어' }).click();
  await expect(page).toHaveURL(/\/ko\/device\/favorate$/u);
  await expect(page.getByRole('heading', { name: '즐겨찾기' })).toBeVisible();
  await page.goto(stack.url);
  await expect(page).toHaveURL(allDevices('ko'));
});

test.concurrent('an unknown language leads to Korean', async ({ open }) => {
  const page = await open('/xx/', signedOut);
  await expect(page).toHaveURL(/\/ko\/$/u);
  await expect(page.getByRole('button', { name: '로그인' })).toBeVisible();
});
