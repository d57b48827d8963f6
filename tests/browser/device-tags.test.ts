import { readFile } from 'node:fs/promises';
import { moveDevices, replaceDeviceTags } from '@vigil/shared/contract/http/devices';
import { createGroup } from '@vigil/shared/contract/http/groups';
import { readSheet } from '../support/workbook.ts';
import { createCheck } from './support/axe.ts';
import { deviceList } from './support/device-list.ts';
import { expect, test } from './support/test.ts';
import { addNamedUser } from './support/users.ts';

const LIST = '/en/device/all';

test(
  'tags are typed at a device, given to many, and seen, found and exported in another browser',
  { tags: 'core' },
  async ({ open, simulated }) => {
    const { check, found } = createCheck();
    const [one, two, three] = [simulated.device(0), simulated.device(1), simulated.device(2)];
    const [writer, reader] = [await open(`${LIST}/${one.pk}`), await open(LIST)];
    const there = deviceList(reader);
    await there.showColumns('Tags');

    const field = writer.getByRole('combobox', { name: 'Edit tags' });
    await field.fill('Till');
    await field.press('Enter');
    await expect(there.cell(one, 'tags')).toHaveText('Till');
    await field.pressSequentially('east wing,');
    await expect(there.cell(one, 'tags')).toHaveText('Tilleast wing');
    await field.fill('x'.repeat(31));
    await field.press('Enter');
    await expect(writer.getByText('a tag has up to 30 visible characters')).toBeVisible();
    await field.press('Backspace');
    await expect(there.cell(one, 'tags')).toHaveText('Till');
    // What is typed is given up first; then the detail is closed.
    await field.fill('t');
    await field.press('Escape');
    await expect(field).toHaveValue('');
    await check(writer, 'the tags of a device', { phone: true });

    const here = deviceList(writer);
    await here.select(one, two, three);
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
    for (const device of [one, two, three]) await expect(there.cell(device, 'tags')).toHaveText('Tilllobby');

    await reader.getByRole('button', { name: 'Tags: Any tag' }).click();
    await check(reader, 'the filter by tags');
    await reader.getByRole('textbox', { name: 'Find a tag' }).fill('LOB');
    await expect(reader.getByRole('option', { name: /^lobby/u })).toBeVisible();
    await reader.keyboard.press('Enter');
    await reader.keyboard.press('Escape');
    await expect(there.names).toHaveCount(3);
    await expect(reader).toHaveURL(/[?&]tag=lobby/u);
    const saving = reader.waitForEvent('download');
    await reader.getByRole('button', { name: 'Export list to Excel' }).click();
    const { rows } = await readSheet(await readFile(await (await saving).path()));
    const column = rows[0]?.indexOf('Tags') ?? -1;
    const exported = rows.slice(1).map((row) => [row[0], row[column]] as const);
    expect(new Map(exported)).toEqual(new Map([one, two, three].map(({ alias }) => [alias, 'Till, lobby'])));

    await reader.getByRole('button', { name: 'Clear tags' }).click();
    await expect(there.names).toHaveCount(simulated.devices.length);
    await reader.getByRole('textbox', { name: /^Search/u }).fill('tag: lob');
    await expect(there.names).toHaveCount(3);
    expect(found).toEqual([]);
  },
);

test('a filter is saved, shared, opened by a colleague without what is out of sight, changed, and had back after its deletion', async ({
  open,
  simulated,
  company,
  stack,
}) => {
  const { check, found } = createCheck();
  const { client } = company;
  const device = simulated.device(4);
  const { objects } = await client.call(createGroup, { body: { name: 'Annex', group_fk: null } });
  const annex = objects[0]?.pk;
  if (!annex) throw new Error('the group was not made');
  await client.call(moveDevices, { body: { device_pk: device.pk, new_device_group_fk: annex } });
  await client.call(replaceDeviceTags, { params: { pk: String(device.pk) }, body: { tags: ['vault'] } });

  const page = await open(`/en/device/${annex}?tag=vault&state=online`);
  const { names, heading } = deviceList(page);
  const menu = page.getByRole('button', { name: /^Saved filters/u });
  const dialog = page.getByRole('dialog', { name: 'Save current filter' });
  await expect(names).toHaveText([device.alias]);
  await menu.click();
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
  await colleague.getByRole('button', { name: /^Saved filters/u }).click();
  await expect(colleague.getByRole('button', { name: /^Change filter/u })).toHaveCount(0);
  await colleague.getByRole('button', { name: /^Vault at work/u }).click();
  await expect(colleague.getByText(/opened without: .*its group.*tag “vault”/u)).toBeVisible();
  await expect(theirs.names).toHaveCount(simulated.devices.length - 1);
  await expect(theirs.heading).toContainText('Vault at work');
  await expect(theirs.heading).not.toContainText('changed');

  await page.getByRole('textbox', { name: /^Search/u }).fill(device.alias);
  await expect(heading).toContainText('Vault at work (changed)');
  await menu.click();
  await check(page, 'the saved filters', { phone: true });
  await page.getByRole('button', { name: 'Update “Vault at work”' }).click();
  await expect(heading).not.toContainText('changed');
  await page.getByRole('button', { name: 'Change filter Vault at work' }).click();
  await page.getByRole('button', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename filter' });
  await rename.getByLabel('Name').fill('The vault');
  await rename.getByRole('button', { name: 'Save' }).click();
  await expect(heading).toContainText('The vault');

  await menu.click();
  await page.getByRole('button', { name: 'Change filter The vault' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No saved filters yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('“The vault” is back.')).toBeVisible();

  await page.goto(new URL(LIST, page.url()).href);
  await expect(names).toHaveCount(simulated.devices.length);
  await menu.click();
  await page.getByRole('button', { name: /^The vault/u }).click();
  await expect(names).toHaveText([device.alias]);
  await expect(page).toHaveURL(new RegExp(`/device/${annex}\\?name=.*&state=online&tag=vault&filter=\\d+$`, 'u'));
  expect(found).toEqual([]);
});
