import { readFile } from 'node:fs/promises';
import { moveDevices, replaceDeviceTags } from '@vigil/shared/contract/http/devices';
import { createFilter } from '@vigil/shared/contract/http/filters';
import { createGroup } from '@vigil/shared/contract/http/groups';
import { GroupPk } from '@vigil/shared/contract/ids';
import type { Page } from 'playwright';
import { readSheet } from '../support/workbook.ts';
import { createCheck } from './support/axe.ts';
import { addCompany, type Company } from './support/companies.ts';
import { deviceList } from './support/device-list.ts';
import { startDevices, type Device } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';
import { addNamedUser } from './support/users.ts';

const LIST = '/en/device/all';

const setTags = ({ client }: Company, { pk }: Device, tags: string[]) =>
  client.call(replaceDeviceTags, { params: { pk: String(pk) }, body: { tags } });

test('tags are typed at a device, and other browsers follow', { tags: 'core' }, async ({ open, simulated }) => {
  const { check, found } = createCheck();
  const device = simulated.device(0);
  const [writer, reader] = [await open(`${LIST}/${device.pk}`), await open(LIST)];
  const there = deviceList(reader);
  await there.showColumns('Tags');

  const field = writer.getByRole('combobox', { name: 'Edit tags' });
  await field.fill('Till');
  await field.press('Enter');
  await expect(there.cell(device, 'tags')).toHaveText('Till');
  await field.pressSequentially('east wing,');
  await expect(there.cell(device, 'tags')).toHaveText('Tilleast wing');
  await field.fill('x'.repeat(31));
  await field.press('Enter');
  await expect(writer.getByText('a tag has up to 30 visible characters')).toBeVisible();
  await field.press('Backspace');
  await expect(there.cell(device, 'tags')).toHaveText('Till');
  // What is typed is given up first; then the detail is closed.
  await field.fill('t');
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await check(writer, 'the tags of a device', { phone: true });
  expect(found).toEqual([]);
});

test(
  'tags are given to many devices at once, and other browsers follow',
  { tags: 'core' },
  async ({ open, simulated, company }) => {
    const { check, found } = createCheck();
    const devices = [1, 2, 3].map((n) => simulated.device(n));
    await setTags(company, simulated.device(1), ['Till']);
    const [writer, reader] = [await open(LIST), await open(LIST)];
    const [here, there] = [deviceList(writer), deviceList(reader)];
    await there.showColumns('Tags');
    await here.select(...devices);
    await here.bulk.getByRole('button', { name: 'More' }).click();
    await writer.getByRole('menuitem', { name: /^Tags/u }).click();
    const dialog = writer.getByRole('dialog');
    await expect(dialog.getByRole('checkbox', { name: 'Till on 1 of 3' })).toHaveJSProperty('indeterminate', true);
    await dialog.getByRole('checkbox', { name: 'Till on 1 of 3' }).click();
    const add = dialog.getByRole('combobox', { name: 'Add tags' });
    await add.fill('lobby');
    await add.press('Enter');
    await check(writer, 'the tags of many devices');
    await dialog.getByRole('button', { name: 'Save tags' }).click();
    await expect(writer.getByText('The tags of 3 devices were saved.')).toBeVisible();
    for (const device of devices) await expect(there.cell(device, 'tags')).toHaveText('Tilllobby');
    expect(found).toEqual([]);
  },
);

test('devices are found and exported by their tags', { tags: 'core' }, async ({ open, simulated, company }) => {
  const { check, found } = createCheck();
  const devices = [5, 6, 7].map((n) => simulated.device(n));
  for (const device of devices) await setTags(company, device, ['Desk', 'foyer']);
  const page = await open(LIST);
  const { names } = deviceList(page);
  await page.getByRole('button', { name: 'Tags: Any tag' }).click();
  await check(page, 'the filter by tags');
  await page.getByRole('textbox', { name: 'Find a tag' }).fill('FOY');
  await expect(page.getByRole('option', { name: /^foyer/u })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(names).toHaveCount(3);
  await expect(page).toHaveURL(/[?&]tag=foyer/u);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export list to Excel' }).click();
  const { rows } = await readSheet(await readFile(await (await saving).path()));
  const column = rows[0]?.indexOf('Tags') ?? -1;
  const exported = rows.slice(1).map((row) => [row[0], row[column]] as const);
  expect(new Map(exported)).toEqual(new Map(devices.map(({ alias }) => [alias, 'Desk, foyer'])));

  await page.getByRole('button', { name: 'Clear tags' }).click();
  await expect(names).toHaveCount(simulated.devices.length);
  await page.getByRole('textbox', { name: /^Search/u }).fill('tag: foy');
  await expect(names).toHaveCount(3);
  expect(found).toEqual([]);
});

/** Puts a device into a group of its own, and gives it the tag `vault`. */
async function addVault(company: Company, device: Device): Promise<GroupPk> {
  const { objects } = await company.client.call(createGroup, { body: { name: 'Annex', group_fk: null } });
  const annex = GroupPk.parse(objects[0]?.pk);
  await company.client.call(moveDevices, { body: { device_pk: device.pk, new_device_group_fk: annex } });
  await setTags(company, device, ['vault']);
  return annex;
}
const filterMenu = (page: Page) => page.getByRole('button', { name: /^Saved filters/u });

test('a filter is saved and shared, and a colleague opens it without what is out of sight', async ({
  open,
  simulated,
  company,
  stack,
}) => {
  const { check, found } = createCheck();
  const device = simulated.device(4);
  const annex = await addVault(company, device);
  const page = await open(`/en/device/${annex}?tag=vault&state=online`);
  const { names, heading } = deviceList(page);
  const dialog = page.getByRole('dialog', { name: 'Save current filter' });
  await expect(names).toHaveText([device.alias]);
  await filterMenu(page).click();
  await expect(page.getByText('No saved filters yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Save current filter…' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await dialog.getByLabel('Name').fill('Vault at work');
  await dialog.getByLabel('Share with the company').check();
  await check(page, 'saving a filter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(heading).toContainText('Vault at work');

  const { id, password } = await addNamedUser(stack, company, { name: 'Mina Park' });
  const colleague = await open(LIST, { as: await stack.signIn({ id, password }) });
  const theirs = deviceList(colleague);
  await expect(theirs.names).toHaveCount(simulated.devices.length - 1);
  await filterMenu(colleague).click();
  await expect(colleague.getByRole('button', { name: /^Change filter/u })).toHaveCount(0);
  await colleague.getByRole('button', { name: /^Vault at work/u }).click();
  await expect(colleague.getByText(/opened without: .*its group.*tag “vault”/u)).toBeVisible();
  await expect(theirs.names).toHaveCount(simulated.devices.length - 1);
  await expect(theirs.heading).toContainText('Vault at work');
  await expect(theirs.heading).not.toContainText('changed');
  expect(found).toEqual([]);
});

test('a saved filter is opened, changed, renamed, and had back after its deletion', async ({ open, stack }) => {
  const { check, found } = createCheck();
  const own = await addCompany(stack);
  await using simulated = await startDevices(own, 2);
  const device = simulated.device(0);
  const annex = await addVault(own, device);
  const filter = { group: annex, tags: ['vault'], status: 'online' as const };
  await own.client.call(createFilter, { body: { name: 'Vault at work', filter } });
  const page = await open(LIST, { as: own.client });
  const { names, heading } = deviceList(page);
  const openFilter = async (name: string) => {
    await expect(names).toHaveCount(simulated.devices.length);
    await filterMenu(page).click();
    await page.getByRole('button', { name: new RegExp(`^${name}`, 'u') }).click();
    await expect(names).toHaveText([device.alias]);
    await expect(page).toHaveURL(/[?&]filter=\d+$/u);
  };
  await openFilter('Vault at work');

  await page.getByRole('textbox', { name: /^Search/u }).fill(device.alias);
  await expect(heading).toContainText('Vault at work (changed)');
  await filterMenu(page).click();
  await check(page, 'the saved filters', { phone: true });
  await page.getByRole('button', { name: 'Update “Vault at work”' }).click();
  await expect(heading).not.toContainText('changed');
  await page.getByRole('button', { name: 'Change filter Vault at work' }).click();
  await page.getByRole('button', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename filter' });
  await rename.getByLabel('Name').fill('The vault');
  await rename.getByRole('button', { name: 'Save' }).click();
  await expect(heading).toContainText('The vault');

  await filterMenu(page).click();
  await page.getByRole('button', { name: 'Change filter The vault' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No saved filters yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('“The vault” is back.')).toBeVisible();

  await page.goto(new URL(LIST, page.url()).href);
  await openFilter('The vault');
  await expect(page).toHaveURL(new RegExp(`/device/${annex}\\?name=.*&state=online&tag=vault&filter=\\d+$`, 'u'));
  expect(found).toEqual([]);
});
