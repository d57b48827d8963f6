import { verifyEmail } from '@vigil/shared/contract/http/accounts';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { hashToken, randomToken } from '@vigil/shared/platform/tokens';
import type { Stack } from '../../support/stack.ts';
import type { TestUser } from '../support/companies.ts';
import { asSuperuser } from '../../support/superuser.ts';
import { addUser } from '../support/users.ts';
import { bothLanguages } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';

const signedOut = { as: null };

const words = {
  en: {
    incomplete: '400 · This link is incomplete',
    wait: 'Verifying your e-mail address',
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

test.concurrent('a chunk that is gone after an upgrade loads the page again once, and then says so', async ({
  open,
  stack,
}) => {
  const page = await open('/en/device/all', { expected: /404|Failed to (?:load|fetch)/u });
  await expect(page.getByRole('button', { name: /^Account:/u })).toBeVisible();
  let loads = 0;
  page.on('request', (request) => (loads += Number(request.isNavigationRequest())));
  await page.route(/assets\/account-pages-/u, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(`${stack.url}/en/management/profile`);
  await expect(page.getByText('A new version is available. Please load the page again.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Account:/u })).toBeVisible();
  expect(loads).toBe(2);
});

test.concurrent('after an upgrade a click opens what it was meant to open', async ({ open }) => {
  const page = await open('/en/device/all', { expected: /404|Failed to (?:load|fetch)/u });
  await page.route(/assets\/account-pages-/u, (route) => route.fulfill({ status: 404, body: '' }), { times: 1 });
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page).toHaveURL(/\/en\/management\/profile$/u);
});

test.concurrent(
  'a link that signs in works once, and leads nowhere but here',
  { tags: 'core' },
  async ({ open, stack, company }) => {
    const person = await addUser(stack, company);
    const page = await open('/en/access/auth_token', { ...signedOut, expected: /Failed to load resource.*422/u });
    await expect(page).toHaveURL(/\/en\/$/u);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();

    const first = await signInLink(stack, person);
    await page.goto(`${stack.url}/en/access/auth_token?token=${first}&redirect=%2Fen%2Fdevice%2Ffavorate%3Fx%3D1`);
    await expect(page).toHaveURL(/\/en\/device\/favorate\?x=1$/u);
    await page.getByRole('button', { name: /^Account:/u }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();

    await page.goto(`${stack.url}/en/access/auth_token?token=${first}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is no longer valid');
    const second = await signInLink(stack, person);
    await page.goto(`${stack.url}/en/access/auth_token?token=${second}&redirect=%2F%2Felsewhere.example%2F`);
    await expect(page).toHaveURL(`${stack.url}/en/device/all`);
  },
);

/** As whatever sends such a link makes it. */
async function signInLink(stack: Stack, { id }: TestUser): Promise<string> {
  const token = randomToken();
  await asSuperuser(
    stack,
    (sql) => sql`
      insert into link_tokens (company_fk, user_fk, kind, token_hash, expires_at)
      select company_fk, pk, 'sign_in', ${hashToken(token)}, now() + interval '1 hour' from users where mgrid = ${id}`,
  );
  return token;
}
