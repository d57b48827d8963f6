import { readFile } from 'node:fs/promises';
import { updateDevice } from '@vigil/shared/contract/http/devices';
import { createUser, updateUser } from '@vigil/shared/contract/http/user-changes';
import { readSheet } from '../support/workbook.ts';
import { createCheck } from './support/axe.ts';
import { allDevices, bothLanguages, signInAs } from './support/sign-in-form.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';
import { addNamedUser, uniqueId } from './support/users.ts';

test('an administrator finds what was done, and saves it', { tags: 'core' }, async ({ open, simulated, company }) => {
  const device = simulated.device(0);
  for (const alias of ['lobby', 'entrance'])
    await company.client.call(updateDevice, { params: { pk: String(device.pk) }, body: { alias } });
  const page = await open('/en/management/profile');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Audit' }).click();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(1)).toContainText('Device renamed');
  await expect(rows.nth(1)).toContainText('entrance');
  const check = createCheck();
  await check.check(page, 'audit', { phone: true });
  expect(check.found).toEqual([]);

  await page.getByRole('combobox', { name: 'Search in' }).click();
  await page.getByRole('option', { name: 'Value' }).click();
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('lobby');
  await expect(rows).toHaveCount(3);
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('LOBBY ');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^audit_/u);
  const { rows: cells } = await readSheet(await readFile(await file.path()));
  expect(cells.slice(1).map((row) => [row[3], row[5], row[6]])).toEqual([
    ['Device renamed', 'lobby', 'entrance'],
    ['Device renamed', device.alias, 'lobby'],
  ]);

  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('nowhere');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows.nth(1)).toContainText('exported');
  await rows.nth(2).getByRole('link', { name: 'entrance' }).click();
  await expect(page).toHaveURL(new RegExp(`/device/all/${device.pk}$`, 'u'));
});

test.for(bothLanguages)(
  'the audit names fields and values in the language of the viewer (%s)',
  async (language, { open, company }) => {
    const t = await textsOf(language, 'audit');
    const users = await textsOf(language, 'users');
    const functions = await textsOf(language, 'functions');
    const exports = await textsOf(language, 'exports');
    const common = await textsOf(language, 'common');
    const mgrid = uniqueId('audited');
    const { client } = company;
    const { objects } = await client.call(createUser, { body: { mgrid, pw: 'Passw0rd!', name: 'Kim Minsu' } });
    const params = { pk: String(objects[0]?.pk) };
    await client.call(updateUser, { params, body: { user_type: 6 } });
    await client.call(updateUser, { params, body: { auth_restart: 1 } });
    const page = await open(`/${language}/management/audit`);
    await expect(page.getByRole('heading', { name: t('title'), level: 1 })).toBeVisible();
    await page.getByRole('combobox', { name: t('search_in') }).click();
    await page.getByRole('option', { name: t('key.value') }).click();
    await page.getByRole('textbox', { name: t('search'), exact: true }).fill(mgrid);
    const row = (field: string) => page.getByRole('row').filter({ hasText: `${mgrid} · ${field}` });
    const role = row(users('column.role')).first();
    await expect(role.getByRole('cell').nth(4)).toHaveText(
      `${mgrid} · ${users('column.role')}: ${common('member_type.1')}`,
    );
    await expect(role.getByRole('cell').nth(5)).toHaveText(
      `${mgrid} · ${users('column.role')}: ${common('member_type.6')}`,
    );
    const restart = users('permissions.name.CSRestart');
    await expect(row(restart)).toContainText(`${restart}: ${functions('off')}`);
    await expect(row(restart)).toContainText(`${restart}: ${functions('on')}`);
    await expect(page.getByRole('table')).not.toContainText('user_type');

    // The spreadsheet says the same.
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: exports('export') }).click();
    const { rows: cells } = await readSheet(await readFile(await (await saved).path()));
    expect(cells.flat()).toContain(`${mgrid} · ${users('column.role')}: ${common('member_type.6')}`);
    expect(JSON.stringify(cells)).not.toContain('user_type');
  },
);

test('who may not open the page is told so, and begins with the devices after a sign-in that leads back to it', async ({
  open,
  company,
  stack,
}) => {
  const member = await addNamedUser(stack, company, { name: 'Mina Choi' });
  const page = await open('/en/management/audit', { as: await stack.signIn(member) });
  await expect(page).toHaveURL(`${stack.url}/en/error/403`);
  await expect(page.getByRole('heading', { name: '403 · You do not have access to this page' })).toBeVisible();

  const back = await open('/en/management/audit', { as: null });
  await signInAs(back, member);
  await expect(back).toHaveURL(allDevices('en'));
});
