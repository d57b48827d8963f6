import { asSuperuser } from '../../support/superuser.ts';
import { createCheck } from '../support/axe.ts';
import { addCompany } from '../support/companies.ts';
import { postNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';
import { addNamedUser, makeBasic } from '../support/users.ts';

test.concurrent('axe finds nothing in the profile and its dialogs', async ({ open, stack }) => {
  const { check, found } = createCheck();
  const company = await addCompany(stack);
  const page = await open('/en/management/profile', { as: company.client });
  await expect(page.getByRole('button', { name: 'Name: Mina Park' })).toBeVisible();
  await check(page, 'profile', { phone: true });
  for (const part of ['Display', 'Company', 'Security']) {
    await page.getByRole('link', { name: part }).click();
    await expect(page.getByRole('link', { name: part })).toHaveAttribute('aria-current', 'page');
    if (part === 'Security') await expect(page.getByText('This session')).toBeVisible();
    await check(page, part, { phone: true });
  }
  for (const name of ['Change password', 'How two-factor authentication works', 'Turn on']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await makeBasic(stack, company);
  await page.reload();
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check(page, 'licence');
  expect(found).toEqual([]);
});

test.concurrent('axe finds nothing in notices, downloads and the bell', async ({ open, stack, company }) => {
  const { check, found } = createCheck();
  const pk = await postNotice(stack, { title: 'Sunday night', content: '<h2>Why</h2><p>A pause.</p>' });
  const page = await open('/en/support/notice', { as: company.client });
  await expect(page.getByRole('main').getByText('Sunday night')).toBeVisible();
  await check(page, 'notices', { phone: true });
  await page.goto(`${stack.url}/en/support/notice/${pk}`);
  await expect(page.getByRole('article')).toBeVisible();
  await check(page, 'notice');
  await page.goto(`${stack.url}/en/support/downloads`);
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await check(page, 'downloads');
  await page.getByRole('button', { name: /^Alerts, requests and notices/u }).click();
  await expect(page.getByRole('tabpanel')).toBeVisible();
  await check(page, 'bell', { phone: true });
  expect(found).toEqual([]);
});

test.concurrent('axe finds nothing in the map, a request for access and the users', async ({
  open,
  stack,
  company,
  simulated,
}) => {
  const { check, found } = createCheck();
  const boss = await addNamedUser(stack, company, { name: 'Bora Lee', approves: true, type: 6 });
  const member = await addNamedUser(stack, company, { name: 'Jun Sato', asks: boss });
  const { pk } = simulated.device(4);
  await asSuperuser(stack, (sql) => sql`update devices set security_agreement = 1 where pk = ${pk}`);
  const page = await open(`/en/device/all/${pk}`, { as: await stack.signIn(member) });
  await page.getByRole('button', { name: 'Show on map' }).click();
  await expect(page.locator('.leaflet-tile-loaded').first()).toBeVisible();
  await check(page, 'map');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Request access' }).last().click();
  await page.getByRole('checkbox', { name: /pledge/u }).check();
  await check(page, 'pledge');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Start date' })).toBeVisible();
  await check(page, 'request');
  await page.getByRole('button', { name: 'Select…' }).click();
  await expect(page.getByRole('cell', { name: 'Bora Lee' }).first()).toBeVisible();
  await check(page, 'users', { phone: true });
  expect(found).toEqual([]);
});
