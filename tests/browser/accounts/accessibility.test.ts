import type { Page } from 'playwright';
import { createCheck } from '../support/axe.ts';
import { signInAs } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { addUser, uniqueId } from '../support/users.ts';

const signedOut = { as: null };

/** Everything that a form can say is on the screen when it is sent empty. */
const sendEmpty = async (page: Page): Promise<void> => {
  for (const button of await page.getByRole('main').locator('button[type=submit]:enabled').all()) await button.click();
};

/** Pages that need no session. */
const screens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'join-us': (page) => expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled(),
  'join-done': () => Promise.resolve(),
  forgot: sendEmpty,
  'reset-password?key=0123456789abcdef': () => Promise.resolve(),
  'access/retypepassword/mina': sendEmpty,
  'access/auth?type=auth&key=0123456789abcdef': () => Promise.resolve(),
  'access/auth_token?token=0123456789abcdef': () => Promise.resolve(),
  welcome: () => Promise.resolve(),
  'email-invitation': sendEmpty,
  'partner-login': sendEmpty,
  'partner-join': sendEmpty,
  'error/400': () => Promise.resolve(),
};

test.concurrent('axe finds nothing on pages without a session', async ({ open, stack }) => {
  const { check, found } = createCheck();
  const page = await open('/en/', { ...signedOut, expected: /Failed to load resource.*422/u });
  for (const [path, act] of Object.entries(screens)) {
    await page.goto(`${stack.url}/en/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await act(page);
    // All of them have one layout, whose phone side one of them shows.
    await check(page, path, { phone: path === 'forgot' });
  }
  expect(found).toEqual([]);
});

test.concurrent('axe finds nothing in the form and the steps', async ({ open, stack, company }) => {
  const { check, found } = createCheck();
  const page = await open('/en/join-us', signedOut);
  await page.getByLabel('I agree to all').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'ID', exact: true }).fill(company.admin.id);
  await expect(page.getByText('This ID is already in use.')).toBeVisible();
  await check(page, 'sign-up form', { phone: true });

  await page.goto(`${stack.url}/en/`);
  await signInAs(page, { id: uniqueId('unknown'), password: 'wrong' });
  await expect(page.getByRole('alert')).toBeVisible();
  await check(page, 'refusal');
  const email = `${uniqueId('mail')}@vigil.test`;
  await signInAs(page, await addUser(stack, company, { email, email_verified_at: null }));
  await expect(page.getByRole('dialog', { name: 'Verify your email address' })).toBeVisible();
  await check(page, 'email');
  await page.keyboard.press('Escape');
  await signInAs(page, await addUser(stack, company, { flag_use_otp: 1 }));
  await expect(page.getByRole('dialog', { name: 'Set up two-factor authentication' })).toBeVisible();
  await check(page, 'one-time code');
  expect(found).toEqual([]);
});
