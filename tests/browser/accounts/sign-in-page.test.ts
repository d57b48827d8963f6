import { readPreference } from '@vigil/shared/contract/http/preferences';
import { asSuperuser } from '../../support/superuser.ts';
import { allDevices, signInAs, signOut } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { addUser, uniqueId } from '../support/users.ts';

const signedOut = { as: null };

test.concurrent('a session is found by other tabs and goes with the sign-out; and the access is recorded', async ({
  open,
  stack,
  company,
}) => {
  const user = await addUser(stack, company);
  const page = await open('/en/', signedOut);
  await page.evaluate(() => localStorage.setItem('vigil.tree-open', '[1]'));
  await signInAs(page, company.admin);
  await expect(page).toHaveURL(allDevices('en'));
  const tokenOnMachine = () => page.evaluate(() => localStorage.getItem('vigil.token'));
  expect(await tokenOnMachine()).not.toBeNull();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'All devices' })).toBeVisible();
  // What is opened in another tab finds the session there.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole('heading', { name: 'All devices' })).toBeVisible();
  await signOut(page);
  // The other tab has no session any more, either, and shows nothing of it.
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'All devices' })).toBeHidden();
  expect(await tokenOnMachine()).toBeNull();
  await other.close();

  await page.evaluate(() => {
    localStorage.setItem('vigil.columns', '"of the one before"');
    for (const key of ['popup_skip', 'icon_view']) localStorage.setItem(key, '"of the machine"');
  });
  await page.getByLabel('Keep me signed in for 7 days').check();
  await page.getByLabel('Remember my ID').check();
  await signInAs(page, user);
  await expect(page).toHaveURL(allDevices('en'));
  expect(await tokenOnMachine()).not.toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('vigil.columns'))).not.toBe('"of the one before"');
  const kept = { remember: user.id, popup_skip: 'of the machine', icon_view: 'of the machine' };
  expect(await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))).toMatchObject(
    Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, JSON.stringify(value)])),
  );

  const records = () =>
    asSuperuser(stack, (sql) => sql`select browser, dev_os_id, type_id from access_records where mgrid = ${user.id}`);
  const record = { browser: expect.stringMatching(/^Chrome \d+$/u), dev_os_id: 2, type_id: 1 };
  await expect.poll(records).toMatchObject([record]);
});

test('the three latest notices are shown, and a current one pops up until it is skipped', async ({
  open,
  stack,
  company,
}) => {
  const own = uniqueId('news');
  const titled = (title: string): string => `${title} ${own}`;
  const notices = [
    ['One', '2020-01-01'],
    ['Two', '2020-02-01'],
    ['Three', '2020-03-01'],
    ['Maintenance', '2999-01-01'],
  ].map(([notice_title = '', notice_date = '']) => ({
    type: 'ja',
    notice_title: titled(notice_title),
    notice_content: `<p>About <b>${notice_title}</b></p>`,
    notice_date,
  }));
  await asSuperuser(stack, (sql) => sql`insert into notices ${sql(notices)}`);
  try {
    const page = await open('/ja/', { ...signedOut, noticesWith: own });
    const popup = page.getByRole('dialog', { name: 'Maintenance' });
    await expect(popup).toContainText('About Maintenance');
    await popup.getByRole('button', { name: '閉じる' }).last().click();
    await expect(popup).toBeHidden();
    const titles = page.getByRole('region', { name: 'お知らせ' }).getByRole('listitem').getByRole('button');
    await expect(titles).toHaveText(['Maintenance', 'Three', 'Two'].map(titled));
    await titles.nth(1).click();
    await expect(page.getByRole('dialog', { name: 'Three' })).toContainText('About Three');

    // Closed is not skipped.
    await page.reload();
    await popup.getByLabel('今後表示しない').check();
    await popup.getByRole('button', { name: '閉じる' }).last().click();
    await expect(popup).toBeHidden();
    await page.reload();
    await expect(titles).toHaveCount(3);
    await expect(popup).toBeHidden();

    // Who skipped it before the sign-in has read it.
    await page.getByLabel('ID', { exact: true }).fill(company.admin.id);
    await page.getByLabel('パスワード', { exact: true }).fill(company.admin.password);
    await page.getByRole('button', { name: 'サインイン', exact: true }).click();
    await expect(page).toHaveURL(/\/ja\/device\/all$/u);
    await expect
      .poll(
        async () => (await company.client.call(readPreference, { params: { key: 'notice_skip' } })).objects[0]?.value,
      )
      .toEqual([expect.any(Number)]);
    await expect(page.getByText('新しいお知らせがあります')).toHaveCount(0);
  } finally {
    // It would pop up for others.
    await asSuperuser(stack, (sql) => sql`delete from notices where notice_title = ${titled('Maintenance')}`);
  }
});

test.concurrent('an installation of its own offers no sign-up and no notices', async ({ open, stack }) => {
  const page = await open('/en/', signedOut);
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
  await page.route('**/settings', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { objects: object };
    await route.fulfill({ response, json: { ...answer, objects: { ...answer.objects, standalone: true } } });
  });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Forgot ID or password?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeHidden();

  await page.goto(`${stack.url}/en/partner-login`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Apply for a partner account' })).toBeHidden();
  await page.goto(`${stack.url}/en/email-invitation`);
  await expect(page.getByLabel('Remote code')).toBeVisible();

  for (const path of ['join-us', 'join-done', 'partner-join']) {
    await page.goto(`${stack.url}/en/${path}`);
    await expect(page).toHaveURL(`${stack.url}/en/error/403`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('403');
  }
});

test.concurrent('a page that is loaded from its address leaves no warning of the router', async ({ open, stack }) => {
  const page = await open('/en/', signedOut);
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  for (const path of ['join-us', 'forgot', 'error/404']) {
    await page.goto(`${stack.url}/en/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(warnings).toEqual([]);
});
