import { verifyEmail } from '@vigil/shared/contract/http/accounts';
import { createSignInLink } from '@vigil/shared/contract/http/sign-in';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import type { Route } from 'playwright';
import { bothLanguages } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { addUser } from '../support/users.ts';

const signedOut = { as: null };

const words = {
  en: {
    incomplete: '400 · This link is incomplete',
    wait: 'Verifying your email address',
    fail: 'could not be verified',
    lost: 'Page not found',
    gone: 'This link is no longer valid',
    other: '503 · Something went wrong',
    server: '500 · A server error occurred',
    back: 'Previous page',
    go: 'Go to sign-in',
  },
  ko: {
    incomplete: '400 · 링크가 올바르지 않습니다',
    wait: '이메일을 인증하고 있습니다',
    fail: '인증하지 못했습니다',
    lost: '페이지를 찾을 수 없습니다',
    gone: '더 이상 유효하지 않은 링크입니다',
    other: '503 · 문제가 발생했습니다',
    server: '500 · 서버에 문제가 발생했습니다',
    back: '이전 페이지',
    go: '로그인 화면으로 이동',
  },
} as const;

for (const language of bothLanguages) {
  test.concurrent(`a link of a mail is waited for, and one without all of its parts leads to the error page (${language})`, async ({
    open,
    stack,
  }) => {
    const page = await open(`/${language}/access/auth`, { ...signedOut, expected: /Failed to load resource.*422/u });
    const heading = page.getByRole('heading', { level: 1 });
    const incomplete = ['access/auth', 'access/auth?type=auth', 'access/auth?key=0123456789abcdef', 'reset-password'];
    for (const path of incomplete) {
      await page.goto(`${stack.url}/${language}/${path}`);
      await expect(page).toHaveURL(new RegExp(`/${language}/error/400$`, 'u'));
      await expect(heading).toHaveText(words[language].incomplete);
    }
    const answer = Promise.withResolvers<void>();
    await page.route(`**${API_BASE}${verifyEmail.path}`, async (route) => {
      await answer.promise;
      await route.fallback();
    });
    await page.goto(`${stack.url}/${language}/access/auth?type=auth&key=0123456789abcdef`);
    await expect(heading).toHaveText(words[language].wait);
    await expect(page.getByRole('link', { name: words[language].go })).toBeHidden();
    answer.resolve();
    await expect(heading).toContainText(words[language].fail);
    await page.goto(`${stack.url}/${language}/access/auth_token?token=0123456789abcdef`);
    await expect(heading).toHaveText(words[language].gone);
    await page.goto(`${stack.url}/${language}/no/such/page`);
    await expect(heading).toContainText(words[language].lost);
  });
}

for (const language of bothLanguages) {
  test.concurrent(`an error leads back to the previous page of this site, and to no other site (${language})`, async ({
    open,
    stack,
  }) => {
    const { other, server, back, go } = words[language];
    const page = await open(`/${language}/forgot`, signedOut);
    await page.evaluate(`location.assign('/${language}/error/503')`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(other);
    await page.getByRole('link', { name: back }).click();
    await expect(page).toHaveURL(new RegExp(`/${language}/forgot$`, 'u'));
    await page.goto(`${stack.url}/${language}/error/500`, { referer: 'https://elsewhere.example/en/' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(server);
    await expect(page.getByRole('link', { name: go })).toBeVisible();
    await expect(page.getByRole('link', { name: back })).toBeHidden();
    // A header without a menu.
    await expect(page.getByRole('banner').getByRole('button')).toHaveText(language.toUpperCase());
    await expect(page.getByRole('banner').getByRole('navigation')).toHaveCount(0);
  });
}

test.concurrent('with a session an unknown address and an error stand inside the shell', async ({ open }) => {
  const page = await open('/en/no/such/page');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Page not found');
  await expect(page.getByRole('button', { name: /^Account:/u })).toBeVisible();
  await main.getByRole('link', { name: 'Go to all devices' }).click();
  await expect(page).toHaveURL(/\/en\/device\/all$/u);
  await page.evaluate("location.assign('/en/error/404')");
  await expect(page.getByRole('button', { name: /^Account:/u })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Go to all devices' })).toBeVisible();
});

/** The pages of the account; vite.config.ts names their chunk. */
const accountPages = /assets\/account-[^/]+\.js$/u;

test.concurrent('a chunk that is gone after an upgrade loads the page again once, and then says so', async ({
  open,
  stack,
}) => {
  const page = await open('/en/device/all', { expected: /404|Failed to (?:load|fetch)/u });
  await expect(page.getByRole('button', { name: /^Account:/u })).toBeVisible();
  let loads = 0;
  page.on('request', (request) => (loads += Number(request.isNavigationRequest())));
  await page.route(accountPages, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(`${stack.url}/en/management/profile`);
  await expect(page.getByText('A new version is available. Please load the page again.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Account:/u })).toBeVisible();
  expect(loads).toBe(2);
});

test.concurrent('after an upgrade a click opens what it was meant to open', async ({ open }) => {
  const page = await open('/en/device/all', { expected: /404|Failed to (?:load|fetch)/u });
  let missing = 0;
  const refuse = (route: Route) => {
    missing += 1;
    return route.fulfill({ status: 404, body: '' });
  };
  await page.route(accountPages, refuse, { times: 1 });
  await page.getByRole('button', { name: /^Account:/u }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page).toHaveURL(/\/en\/management\/profile$/u);
  expect(missing).toBe(1);
});

test.concurrent(
  'a link that is copied in the profile signs another browser in, once, and that session ends with its own',
  { tags: 'core' },
  async ({ open, stack, company }) => {
    const user = await addUser(stack, company);
    const page = await open('/en/management/profile/security', { as: await stack.signIn(user) });
    const made = page.waitForResponse((answer) => answer.url().endsWith(createSignInLink.path));
    await page.getByRole('button', { name: 'Show QR code' }).click();
    await expect(page.getByRole('img', { name: 'QR code of the sign-in link' })).toBeVisible();
    const { objects } = (await (await made).json()) as { objects: { url: string } };
    const { pathname, search } = new URL(objects.url);

    const other = await open('/en/access/auth_token', { ...signedOut, expected: /Failed to load resource.*4\d\d/u });
    await expect(other).toHaveURL(/\/en\/$/u);
    await expect(other.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await other.goto(`${stack.url}${pathname.replace(/^\/ko\//u, '/en/')}${search}`);
    const confirm = other.getByRole('button', { name: /^Sign in as /u });
    await expect(other.getByText(`ID: ${user.id}`)).toBeVisible();
    await confirm.click();
    await expect(other).toHaveURL(`${stack.url}/en/device/all`);
    await expect(other.getByRole('button', { name: /^Account:/u })).toBeVisible();

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Account:/u }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(other.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await other.goto(`${stack.url}/en/access/auth_token${search}`);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('This link is no longer valid');
  },
);
