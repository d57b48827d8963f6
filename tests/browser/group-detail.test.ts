import type { AlertCode } from '@vigil/shared/contract/alert';
import { moveDevices } from '@vigil/shared/contract/http/devices';
import { createGroup, readGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { GroupPk } from '@vigil/shared/contract/ids';
import { addCompany, addMember } from './support/companies.ts';
import { startDevices } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';

test(
  'a group shows and changes its contact, its thresholds, who sees it and what is in it',
  { tags: 'core' },
  async ({ open, simulated, company, stack }) => {
    const { client } = company;
    const group = async (name: string, group_fk: GroupPk | null) =>
      GroupPk.parse((await client.call(createGroup, { body: { name, group_fk } })).objects[0]?.pk);
    const site = await group('Busan', null);
    const floor = await group('Floor 2', site);
    const codes = ['IW2', 'IL2', 'IM2', 'IA2', 'II2'] as AlertCode[];
    for (const alert_code of codes)
      await client.call(updateGroup, {
        params: { pk: String(site) },
        body: { update_key: 'alert', alert_code, alert_time: null, alert_th_value: 80 },
      });
    const device = simulated.device(3);
    await client.call(moveDevices, { body: { device_pk: device.pk, new_device_group_fk: floor } });
    await addMember(stack, company, []);

    const page = await open(`/en/groups/detail/${floor}`, { expected: /422/u });
    const other = await open(`/en/groups/detail/${floor}`);
    const inOther = (name: string) => other.getByRole('region', { name, exact: true });
    const section = (name: string) => page.getByRole('region', { name, exact: true });
    await page.getByRole('button', { name: /^Manager:/u }).click();
    await page.getByRole('textbox', { name: 'Manager' }).fill('Hana Kim');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Manager: Hana Kim' })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Manager: Hana Kim' })).toBeVisible();

    const row = section('Alert thresholds').getByRole('row').filter({ hasText: 'CPU usage' });
    await expect(row).toContainText('80 % from Busan');
    await row.getByRole('textbox').fill('95');
    await row.getByRole('textbox').press('Enter');
    await expect(row).toContainText('Own value instead of 80 % from Busan');
    const otherRow = inOther('Alert thresholds').getByRole('row').filter({ hasText: 'CPU usage' });
    await expect(otherRow.getByRole('textbox')).toHaveValue('95 %');
    expect((await client.call(readGroup, { params: { pk: String(site) } })).objects[0]?.overridden_by).toMatchObject(
      codes.toSorted().map((alert_code) => ({ alert_code, alert_th_value: 95, group_name: 'Floor 2' })),
    );
    // One system may differ.
    const thresholds = section('Alert thresholds');
    await thresholds.getByText('macOS', { exact: true }).click();
    await row.getByRole('textbox').fill('70');
    await row.getByRole('textbox').press('Enter');
    await expect(row).toContainText('Own value instead of 80 % from Busan');
    await thresholds.getByText('All systems').click();
    await expect(row).toContainText('Differs by system');
    await row.getByRole('textbox').fill('95');
    await row.getByRole('textbox').press('Enter');
    await expect(row).toContainText('Own value instead of 80 % from Busan');
    // The same value a second time is refused as well.
    for (const _attempt of [1, 2]) {
      await row.getByRole('textbox').focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('150');
      await expect(row).not.toContainText('Not saved');
      await page.keyboard.press('Tab');
      await expect(row).toContainText('Not saved: enter 0 to 100 %.');
      await expect(row.getByRole('textbox')).toHaveValue('95 %');
    }
    const untouched = section('Alert thresholds').getByRole('row').filter({ hasText: 'Memory usage' });
    await untouched.getByRole('textbox').focus();
    await page.keyboard.press('Tab');
    await row.getByRole('textbox').fill('');
    await page.keyboard.press('Tab');
    await expect(page.getByText("The group's own value was removed. 80 % from Busan applies.")).toBeVisible();
    await expect(row.getByRole('button', { name: 'Remove own value: CPU usage' })).toBeHidden();
    await expect(otherRow.getByRole('textbox')).toHaveValue('');
    await row.getByRole('textbox').fill('90');
    await page.keyboard.press('Enter');
    await row.getByRole('button', { name: 'Remove own value: CPU usage' }).click();
    await expect(row).toContainText('80 % from Busan');
    await expect(untouched).toContainText('Not set');

    const users = section('Users in this group');
    await users.getByRole('button', { name: 'Add user' }).click();
    await page.getByRole('dialog', { name: 'Choose a user' }).getByRole('button', { name: 'Select: Jun Sato' }).click();
    await page.getByRole('dialog', { name: 'Users in this group' }).getByRole('button', { name: 'Continue' }).click();
    await expect(users.getByRole('row').filter({ hasText: 'Jun Sato' })).toContainText('Department member');
    await expect(inOther('Users in this group')).toContainText('Jun Sato');

    const inside = section('Devices in this group');
    await expect(inside.getByRole('listitem')).toHaveText([new RegExp(device.alias, 'u')]);
    await inside.getByRole('button', { name: `Remove: ${device.alias}` }).click();
    const notice = page.getByRole('dialog', { name: `Move ${device.alias} to ROOT?` });
    await expect(notice).toContainText('Jun Sato will no longer see the device.');
    await notice.getByRole('button', { name: 'Move' }).click();
    await expect(inside).toContainText('No devices');

    await users.getByRole('button', { name: 'Remove Jun Sato' }).click();
    await expect(users).toContainText('No user has access to this group');
    await expect(inOther('Users in this group')).toContainText('No user has access to this group');
    const others = section('All other devices');
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
  // Before it is stored, and as soon as each device has sent a sample: none uses nothing, and none uses all of its memory.
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
