import type { AlertCode } from '@vigil/shared/contract/alert';
import { moveDevices } from '@vigil/shared/contract/http/devices';
import { createGroup, readGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { createUser } from '@vigil/shared/contract/http/user-changes';
import { GroupPk } from '@vigil/shared/contract/ids';
import type { Locator, Page } from 'playwright';
import { addCompany, addMember, type Company } from './support/companies.ts';
import { startDevices } from './support/simulated-devices.ts';
import { expect, test as base } from './support/test.ts';
import { uniqueId } from './support/users.ts';

const codes = ['IW2', 'IL2', 'IM2', 'IA2', 'II2'] as AlertCode[];

/** Sets the limits of the CPU usage of a group, on all systems. */
async function setLimits({ client }: Company, group: GroupPk, alert_th_value: number): Promise<void> {
  for (const alert_code of codes)
    await client.call(updateGroup, {
      params: { pk: String(group) },
      body: { update_key: 'alert', alert_code, alert_time: null, alert_th_value },
    });
}

/** A group in a site with limits of 80 %, each test another. */
const test = base.extend('floor', async ({ company }) => {
  const group = async (name: string, group_fk: GroupPk | null) =>
    GroupPk.parse((await company.client.call(createGroup, { body: { name, group_fk } })).objects[0]?.pk);
  const siteName = uniqueId('Busan');
  const site = await group(siteName, null);
  const pk = await group('Floor 2', site);
  await setLimits(company, site, 80);
  return { pk, path: `/en/groups/detail/${pk}`, site, inherited: `80 % from ${siteName}` };
});

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const thresholdRow = (page: Page, name: string): Locator =>
  section(page, 'Alert thresholds').getByRole('row').filter({ hasText: name });

test(
  'the contact of a group is changed in place, and other browsers follow',
  { tags: 'core' },
  async ({ open, floor }) => {
    const [page, other] = [await open(floor.path), await open(floor.path)];
    await page.getByRole('button', { name: /^Manager:/u }).click();
    await page.getByRole('textbox', { name: 'Manager' }).fill('Hana Kim');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Manager: Hana Kim' })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Manager: Hana Kim' })).toBeVisible();
  },
);

test(
  'a threshold of a group is its own, instead of the one above',
  { tags: 'core' },
  async ({ open, company, floor }) => {
    const [page, other] = [await open(floor.path), await open(floor.path)];
    const row = thresholdRow(page, 'CPU usage');
    await expect(row).toContainText(floor.inherited);
    await row.getByRole('textbox').fill('95');
    await row.getByRole('textbox').press('Enter');
    await expect(row).toContainText(`Own value instead of ${floor.inherited}`);
    await expect(thresholdRow(other, 'CPU usage').getByRole('textbox')).toHaveValue('95 %');
    const { objects } = await company.client.call(readGroup, { params: { pk: String(floor.site) } });
    expect(objects[0]?.overridden_by).toMatchObject(
      codes.toSorted().map((alert_code) => ({ alert_code, alert_th_value: 95, group_name: 'Floor 2' })),
    );
  },
);

test(
  'the threshold of one system may differ, until one is set for all',
  { tags: 'core' },
  async ({ open, company, floor }) => {
    await setLimits(company, floor.pk, 95);
    const page = await open(floor.path);
    const thresholds = section(page, 'Alert thresholds');
    const row = thresholdRow(page, 'CPU usage');
    await thresholds.getByText('macOS', { exact: true }).click();
    await row.getByRole('textbox').fill('70');
    await row.getByRole('textbox').press('Enter');
    await expect(row).toContainText(`Own value instead of ${floor.inherited}`);
    await thresholds.getByText('All systems').click();
    await expect(row).toContainText('Differs by system');
    await row.getByRole('textbox').fill('95');
    await row.getByRole('textbox').press('Enter');
    await expect(row).toContainText(`Own value instead of ${floor.inherited}`);
  },
);

test(
  'a threshold that cannot be is refused, also when it is entered a second time',
  { tags: 'core' },
  async ({ open, company, floor }) => {
    await setLimits(company, floor.pk, 95);
    const page = await open(floor.path, { expected: /422/u });
    const row = thresholdRow(page, 'CPU usage');
    await expect(row.getByRole('textbox')).toHaveValue('95 %');
    for (const _attempt of [1, 2]) {
      await row.getByRole('textbox').focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('150');
      await expect(row).not.toContainText('Not saved');
      await page.keyboard.press('Tab');
      await expect(row).toContainText('Not saved: enter 0 to 100 %.');
      await expect(row.getByRole('textbox')).toHaveValue('95 %');
    }
  },
);

test(
  'a group without a threshold of its own has the one above again',
  { tags: 'core' },
  async ({ open, company, floor }) => {
    await setLimits(company, floor.pk, 95);
    const [page, other] = [await open(floor.path), await open(floor.path)];
    const row = thresholdRow(page, 'CPU usage');
    const field = row.getByRole('textbox');
    const otherField = thresholdRow(other, 'CPU usage').getByRole('textbox');
    await expect(field).toHaveValue('95 %');
    await expect(otherField).toHaveValue('95 %');
    const remove = row.getByRole('button', { name: 'Remove own value: CPU usage' });
    await field.fill('');
    await page.keyboard.press('Tab');
    await expect(page.getByText(`The group's own value was removed. ${floor.inherited} applies.`)).toBeVisible();
    await expect(remove).toBeHidden();
    await expect(otherField).toHaveValue('');
    await field.fill('90');
    await page.keyboard.press('Enter');
    await remove.click();
    await expect(row).toContainText(floor.inherited);
  },
);

test('a threshold in which nothing is typed stays unset', { tags: 'core' }, async ({ open, floor }) => {
  const page = await open(floor.path);
  const untouched = thresholdRow(page, 'Memory usage');
  await untouched.getByRole('textbox').focus();
  await page.keyboard.press('Tab');
  // What is done next is stored after what the field would have sent.
  await thresholdRow(page, 'CPU usage').getByRole('textbox').fill('90');
  await page.keyboard.press('Enter');
  await expect(thresholdRow(page, 'CPU usage')).toContainText(`Own value instead of ${floor.inherited}`);
  await expect(untouched).toContainText('Not set');
});

test(
  'users are given access to a group and lose it, and other browsers follow',
  { tags: 'core' },
  async ({ open, company, floor }) => {
    const user = { mgrid: uniqueId('person'), pw: 'Passw0rd!', name: 'Aiko Mori' };
    await company.client.call(createUser, { body: user });
    const [page, other] = [await open(floor.path), await open(floor.path)];
    const [users, others] = [section(page, 'Users in this group'), section(other, 'Users in this group')];
    await users.getByRole('button', { name: 'Add user' }).click();
    await page
      .getByRole('dialog', { name: 'Choose a user' })
      .getByRole('button', { name: 'Select: Aiko Mori' })
      .click();
    await page.getByRole('dialog', { name: 'Users in this group' }).getByRole('button', { name: 'Continue' }).click();
    await expect(users.getByRole('row').filter({ hasText: 'Aiko Mori' })).toContainText('Department member');
    await expect(others).toContainText('Aiko Mori');

    await users.getByRole('button', { name: 'Remove Aiko Mori' }).click();
    await expect(users).toContainText('No user has access to this group');
    await expect(others).toContainText('No user has access to this group');
  },
);

test(
  'a device leaves a group, with a word of who sees it no longer, and is added again',
  { tags: 'core' },
  async ({ open, simulated, company, stack, floor }) => {
    const device = simulated.device(3);
    await company.client.call(moveDevices, { body: { device_pk: device.pk, new_device_group_fk: floor.pk } });
    await addMember(stack, company, [floor.pk]);
    const page = await open(floor.path);
    const inside = section(page, 'Devices in this group');
    await expect(inside.getByRole('listitem')).toHaveText([new RegExp(device.alias, 'u')]);
    await inside.getByRole('button', { name: `Remove: ${device.alias}` }).click();
    const notice = page.getByRole('dialog', { name: `Move ${device.alias} to ROOT?` });
    await expect(notice).toContainText('Jun Sato will no longer see the device.');
    await notice.getByRole('button', { name: 'Move' }).click();
    await expect(inside).toContainText('No devices');

    const users = section(page, 'Users in this group');
    await users.getByRole('button', { name: 'Remove Jun Sato' }).click();
    await expect(users).toContainText('No user has access to this group');
    const others = section(page, 'All other devices');
    await expect(others).toContainText('Page 1 of 2');
    await others.getByRole('searchbox').fill(device.alias);
    await others.getByRole('button', { name: `Add: ${device.alias}` }).click();
    await expect(inside).toContainText(device.alias);
  },
);

test('a threshold that is being typed says how many devices it would alert now', async ({ open, stack }) => {
  const company = await addCompany(stack);
  await using simulated = await startDevices(company, 6);
  const count = simulated.devices.length;
  const page = await open(`/en/groups/detail/${company.home}`, { as: company.client });
  const row = page
    .getByRole('region', { name: 'Alert thresholds' })
    .getByRole('row')
    .filter({ hasText: 'Memory usage' });
  const field = row.getByRole('textbox');
  await expect(field).toBeEnabled();
  // Before it is stored, and as soon as each device has sent a sample: none uses nothing, and none uses all of its
  // memory.
  await expect(async () => {
    await field.fill('1');
    await field.fill('0');
    await expect(row.getByRole('status')).toHaveText(`Would alert ${count} devices now`, { timeout: 500 });
  }).toPass();
  await field.fill('100');
  await expect(row.getByRole('status')).toHaveText('Would alert 0 devices now');
  await field.fill('');
  await expect(row.getByRole('status')).toBeEmpty();
});
