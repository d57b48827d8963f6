import { createAppConfig, updateAppConfig } from '@vigil/shared/contract/http/app-configs';
import { moveDevices, updateDevice } from '@vigil/shared/contract/http/devices';
import { createGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { GroupPk } from '@vigil/shared/contract/ids';
import type { Page } from 'playwright';
import { createCheck } from './support/axe.ts';
import { addCompany, type Company } from './support/companies.ts';
import type { Device } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';

const LIST = '/en/appconfig';
const itemOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const intervalOf = (page: Page) => page.getByRole('textbox', { name: 'Usage interval' });
const configOf = (groupPage: Page) => groupPage.getByRole('region', { name: 'Configuration' }).getByRole('combobox');

async function addConfig({ client }: Company, name: string) {
  const { objects } = await client.call(createAppConfig, { body: { name, config: { refresh_interval: 2 } } });
  if (!objects[0]) throw new Error('the configuration was not created');
  return objects[0];
}

/** Gives a device a group of its own. */
async function addGroupOf({ client }: Company, device: Device, name: string): Promise<GroupPk> {
  const { objects } = await client.call(createGroup, { body: { name, group_fk: null } });
  const group = GroupPk.parse(objects[0]?.pk);
  await client.call(moveDevices, { body: { device_pk: device.pk, new_device_group_fk: group } });
  return group;
}

/** Opens where the settings of a device come from. @returns the row of the usage interval */
async function showInterval(detail: Page) {
  await detail.getByRole('button', { name: 'Show all' }).click();
  return detail.getByRole('dialog').getByRole('row').filter({ hasText: 'Usage interval' });
}

test(
  'a configuration is created once its form is right, and axe finds nothing',
  { tags: 'core' },
  async ({ open, stack }) => {
    const own = await addCompany(stack);
    const { check, found } = createCheck();
    const page = await open(LIST, { as: own.client });
    await expect(page.getByText('Only the default configuration so far')).toBeVisible();
    await check(page, 'configurations', { phone: true });
    await page.getByRole('link', { name: 'Add configuration' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter a name of up to 50 characters.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('Kiosk');
    await page.getByRole('switch', { name: 'Set: Usage interval' }).click({ force: true });
    const interval = intervalOf(page);
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
    await expect(itemOf(page, 'Kiosk')).toContainText('Sets: Usage interval');
    expect(found).toEqual([]);
  },
);

test(
  'a configuration that a group is given is applied by its devices, and what is edited follows',
  {
    tags: 'core',
  },
  async ({ open, simulated, company }) => {
    const device = simulated.device(2);
    const group = await addGroupOf(company, device, 'Lobby');
    await addConfig(company, 'Kiosk');
    const page = await open(LIST);
    const kiosk = itemOf(page, 'Kiosk');

    // The group then has its own instead of the default one.
    const groupPage = await open(`/en/groups/detail/${group}`);
    const field = configOf(groupPage);
    await expect(field).toHaveValue('Inherit: Default');
    await field.click();
    await groupPage.getByRole('option', { name: 'Kiosk' }).click();
    await expect(field).toHaveValue('Kiosk');
    await expect(kiosk).toContainText('Devices: 0 · Groups: 1 · Applies to 1 in total');

    // The simulated agent has applied it; the page follows without being loaded again.
    const detail = await open(`/en/device/all/${device.pk}`);
    await expect(detail.getByText('Kiosk · from Lobby')).toBeVisible();
    await expect(detail.getByText('Applied', { exact: true })).toBeVisible();
    const row = await showInterval(detail);
    await expect(row).toContainText('2 sKiosk · from Lobby');

    await kiosk.getByRole('link', { name: 'Kiosk' }).click();
    await intervalOf(page).fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('3 s');
    await expect(detail.getByText('Applied', { exact: true })).toHaveCount(2);
  },
);

test(
  'what someone else saves of a configuration meanwhile is not overwritten',
  { tags: 'core' },
  async ({ open, company }) => {
    const { pk, version } = await addConfig(company, 'Till');
    const page = await open(LIST);
    await itemOf(page, 'Till').getByRole('link', { name: 'Till' }).click();
    await intervalOf(page).fill('4');
    await company.client.call(updateAppConfig, {
      params: { pk: String(pk) },
      body: { version, description: 'In the hall' },
    });
    await page.getByRole('button', { name: 'Discard mine and show it' }).click();
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('In the hall');
    await expect(intervalOf(page)).toHaveValue('2 s');
    await page.getByRole('link', { name: 'All configurations' }).click();
    await expect(itemOf(page, 'Till')).toBeVisible();
  },
);

test(
  'the configuration of a device comes before that of its group, and none is left when it is deleted',
  {
    tags: 'core',
  },
  async ({ open, simulated, company }) => {
    const { client } = company;
    const device = simulated.device(3);
    const group = await addGroupOf(company, device, 'Entrance');
    const { pk } = await addConfig(company, 'Gate');
    await client.call(updateGroup, { params: { pk: String(group) }, body: { app_config_fk: pk } });
    const detail = await open(`/en/device/all/${device.pk}`);
    const row = await showInterval(detail);
    await expect(row).toContainText('2 sGate · from Entrance');
    await client.call(updateDevice, { params: { pk: String(device.pk) }, body: { app_config_fk: pk } });
    await expect(row).toContainText('Gate · Own');

    const field = configOf(await open(`/en/groups/detail/${group}`));
    await expect(field).toHaveValue('Gate');
    const page = await open(LIST);
    const gate = itemOf(page, 'Gate');
    await gate.getByRole('button', { name: 'Actions: Gate' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toContainText('Devices that get other settings: 1.');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(gate).toBeHidden();
    await expect(row).toContainText('5 sStandard');
    await expect(field).toHaveValue('Inherit: Default');
  },
);
