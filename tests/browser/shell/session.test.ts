import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { asSuperuser } from '../../support/superuser.ts';
import { addCompany } from '../support/companies.ts';
import { expect, test } from '../support/test.ts';
import { setPolicies } from '../support/users.ts';

const MINUTE_MS = 60_000;

test.concurrent('an idle user is warned, may stay, and is signed out', { tags: 'core' }, async ({ open, stack }) => {
  const company = await addCompany(stack);
  await setPolicies(stack, company, { idle_time: 10 });
  const client = await stack.signIn(company.admin);
  // What was asked in the very moment of the sign-out is answered with 401.
  const page = await open('/en/', { as: client, expected: /401/u, setsClock: true });
  await page.clock.install();
  await page.goto(`${stack.url}/en/management/profile`);
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();

  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await page.clock.fastForward(9 * MINUTE_MS);
  await expect(warning).toContainText('signed out in one minute');
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toBeHidden();

  await page.clock.fastForward(9 * MINUTE_MS);
  await expect(warning).toBeVisible();
  await page.clock.fastForward(MINUTE_MS);
  await expect(page.getByRole('status').filter({ hasText: 'due to inactivity' })).toBeVisible();
  // The screen does not wait for the server.
  await expect.poll(async () => (await client.fetch(`${API_BASE}/devices/summary`)).status).toBe(401);
});

const KEPT = ['remember', 'rememberMode', 'notice_skip', 'lang', 'mobile_app', 'popup_skip', 'icon_view'];

test.concurrent('signing out keeps the preferences of this computer', async ({ open, stack, company }) => {
  const page = await open('/en/management/profile', { as: await stack.signIn(company.admin) });
  // For a flag that ends at some time: not yet.
  const value = String(Date.now() + 3_600_000);
  const entries = [...KEPT, 'something'].map((key) => [key, value] as const);
  await page.evaluate((all) => {
    for (const [key, text] of all) localStorage.setItem(key, text);
  }, entries);
  await page.context().addCookies([
    { name: 'token', value: 'old', url: stack.url },
    { name: 'lang', value: 'en', url: stack.url },
  ]);
  await page.getByRole('button', { name: /^Account:/u }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const left = await page.evaluate(() => ({
    lasting: Object.fromEntries(Object.entries(localStorage)),
    passing: Object.keys(sessionStorage),
  }));
  expect(left.lasting).toMatchObject(Object.fromEntries(KEPT.map((key) => [key, value])));
  expect(left.lasting).not.toHaveProperty('something');
  expect(Object.keys(left.lasting)).not.toContain('vigil.token');
  expect(left.passing).not.toContain('vigil.token');
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toEqual(['lang']);
});

test.concurrent('a licence that ends within a week is announced once a day', async ({ open, stack }) => {
  const company = await addCompany(stack);
  await asSuperuser(
    stack,
    (sql) => sql`update licences set expires_at = now() + interval '3 days' where company_fk = ${company.pk}`,
  );
  const page = await open('/en/support/downloads', { as: company.client });
  const warning = page.getByRole('dialog', { name: 'Licence expires soon' });
  await warning.getByRole('button', { name: 'Close' }).click();
  await expect(warning).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Downloads' })).toBeVisible();
  await expect(warning).toBeHidden();
});
