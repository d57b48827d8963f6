import { listAppConfigs, updateAppConfig } from '@vigil/shared/contract/http/app-configs';
import { moveDevices, updateDevice } from '@vigil/shared/contract/http/devices';
import { createGroup } from '@vigil/shared/contract/http/groups';
import { GroupPk } from '@vigil/shared/contract/ids';
import { createCheck } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test(
  'a configuration is created, given to a group, applied by its agent, edited and deleted, and axe finds nothing',
  { tags: 'core' },
  async ({ open, simulated, company }) => {
    const { client } = company;
    const { check, found } = createCheck();
    const device = simulated.device(2);
    const { objects: groups } = await client.call(createGroup, { body: { name: 'Lobby', group_fk: null } });
    const group = GroupPk.parse(groups[0]?.pk);
    await client.call(moveDevices, { body: { device_pk: device.pk, new_device_group_fk: group } });

    const page = await open('/en/appconfig');
    await expect(page.getByText('Only the default configuration so far')).toBeVisible();
    await check(page, 'configurations', { phone: true });
    await page.getByRole('link', { name: 'Add configuration' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter a name of up to 50 characters.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('Kiosk');
    await page.getByRole('switch', { name: 'Set: Usage interval' }).click({ force: true });
    const interval = page.getByRole('textbox', { name: 'Usage interval' });
    await interval.fill('0.1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter 0.2 to 3600.')).toBeVisible();
    await interval.fill('2');
    await check(page, 'configuration form', { phone: true });

    // Unsaved changes are not lost by a click beside them.
    await page.getByRole('link', { name: 'Devices', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    await expect(interval).toHaveValue('2 s');
    await page.getByRole('button', { name: 'Save' }).click();
    const kiosk = page.getByRole('listitem').filter({ hasText: 'Kiosk' });
    await expect(kiosk).toContainText('Sets: Usage interval');

    // To a group, which then has its own instead of the default one.
    const groupPage = await open(`/en/groups/detail/${group}`);
    const field = groupPage.getByRole('region', { name: 'Configuration' }).getByRole('combobox');
    await expect(field).toHaveValue('Inherit: Default');
    await field.click();
    await groupPage.getByRole('option', { name: 'Kiosk' }).click();
    await expect(field).toHaveValue('Kiosk');
    await expect(kiosk).toContainText('Devices: 0 · Groups: 1 · Applies to 1 in total');

    // The simulated agent has applied it; the page follows without being loaded again.
    const detail = await open(`/en/device/all/${device.pk}`);
    const state = detail.getByText('Kiosk · from Lobby');
    await expect(state).toBeVisible();
    await expect(detail.getByText('Applied', { exact: true })).toBeVisible();
    await detail.getByRole('button', { name: 'Show all' }).click();
    const row = detail.getByRole('dialog').getByRole('row').filter({ hasText: 'Usage interval' });
    await expect(row).toContainText('2 sKiosk · from Lobby');

    await kiosk.getByRole('link', { name: 'Kiosk' }).click();
    await interval.fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('3 s');
    await expect(detail.getByText('Applied', { exact: true })).toHaveCount(2);

    // What someone else saves meanwhile is not overwritten.
    await kiosk.getByRole('link', { name: 'Kiosk' }).click();
    await interval.fill('4');
    const stored = (await client.call(listAppConfigs)).objects.find(({ config_name }) => config_name === 'Kiosk');
    const params = { pk: String(stored?.pk) };
    await client.call(updateAppConfig, { params, body: { version: stored?.version ?? 0, description: 'In the hall' } });
    await page.getByRole('button', { name: 'Discard mine and show it' }).click();
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('In the hall');
    await expect(interval).toHaveValue('3 s');
    await page.getByRole('link', { name: 'All configurations' }).click();

    // Its own comes before that of the group.
    await client.call(updateDevice, { params: { pk: String(device.pk) }, body: { app_config_fk: stored?.pk ?? null } });
    await expect(row).toContainText('Kiosk · Own');
    await kiosk.getByRole('button', { name: 'Actions: Kiosk' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toContainText('Devices that get other settings: 1.');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(kiosk).toBeHidden();
    await expect(row).toContainText('5 sStandard');
    await expect(field).toHaveValue('Inherit: Default');
    expect(found).toEqual([]);
  },
);
