import { updateDevice } from '@vigil/shared/contract/http/devices';
import { deviceList, leaveList, treeItem } from './support/device-list.ts';
import { expect, test } from './support/test.ts';

const LIST = '/en/device/all';

const columns = [
  'Name',
  'State',
  'Local IP',
  'Public IP',
  'MAC address',
  'CPU',
  'Memory',
  'Disk',
  'CPU temp.',
  'OS',
  'Agent',
  'Configuration',
  'Favourite',
  'Connection',
  'Actions',
];

test.concurrent('every column of the specification is there, with what the agent reported', async ({
  open,
  simulated,
}) => {
  const page = await open(LIST, { width: 2_300 });
  const { cell, names, showColumns, sortBy } = deviceList(page);
  await showColumns('Public IP', 'MAC address', 'OS', 'Agent', 'Configuration');
  await sortBy('Name');
  await expect(page.locator('.ag-header-cell-text').filter({ hasText: /\S/u })).toHaveText(columns);
  const device = simulated.device(0);
  await expect(names).toHaveText(simulated.devices.map(({ alias }) => alias).toSorted());
  await expect(cell(device, 'alive')).toHaveText('Online');
  await expect(cell(device, 'mac_addr')).toHaveText(simulated.fleet.device(0).profile.mac, { ignoreCase: true });
  await expect(cell(device, 'cs_ver')).toHaveText('4.2.0');
  for (const measure of ['cpu_usage', 'memory_usage', 'hdd_usage']) {
    await expect(cell(device, measure)).toHaveText(/^\d+(\.\d+)?\s?%$/u);
  }
  await expect(cell(device, 'last_connected_time')).toHaveText(/^Since (?:\d\d:\d\d|\d{4}\/\d\d\/\d\d)/u);
});

test(
  'a device that disconnects is shown offline at once in its row; the list re-sorts only after the pointer leaves',
  { tags: 'core' },
  async ({ open, simulated }) => {
    const page = await open(LIST);
    const list = deviceList(page);
    await list.sortBy('State');
    await expect(list.heading).toContainText('12 of 12 online');
    const before = simulated.devices.map(({ alias }) => alias).toSorted();
    await expect(list.names).toHaveText(before);
    const index = simulated.devices.findIndex(({ alias }) => alias === before[0]);
    const device = simulated.device(index);
    await list.cell(device, 'cpu_usage').hover();

    await using _off = simulated.turnOff(index);
    await expect(list.cell(device, 'alive')).toHaveText('Offline');
    await expect(list.heading).toContainText('11 of 12 online');
    await expect(treeItem(page, 'All devices')).toContainText('11 of 12 online');
    const chip = page.getByRole('button', { name: '1 moved · Sort again' });
    await expect(chip).toBeVisible();
    await expect(list.names).toHaveText(before);

    // The grid tells of a tick after this turn, when the list was sorted already.
    await page.evaluate(`
    document.querySelector('.ag-row[row-id="${device.pk}"] input').click();
    [...document.querySelectorAll('button')].find((one) => one.textContent.includes('Sort again')).click();
  `);
    await expect(chip).toBeHidden();
    await expect(list.names).toHaveText([...before.slice(1), device.alias]);
    await expect(list.bulk).toContainText('1 selected');
    await expect(list.checkbox(device)).toBeChecked();

    await list.cell(device, 'cpu_usage').hover();
    await simulated.turnOn(index);
    await expect(list.cell(device, 'alive')).toHaveText('Online');
    await expect(list.heading).toContainText('12 of 12 online');
    await expect(chip).toBeVisible();
    await leaveList(page);
    await expect(chip).toBeHidden();
    await expect(list.names).toHaveText(before);
  },
);

test.concurrent('measures change where they stand', async ({ open, simulated }) => {
  const page = await open(LIST);
  const values = page.locator('.ag-row [col-id="cpu_usage"] span');
  await expect(values).toHaveCount(simulated.devices.length);
  const before = await values.allTextContents();
  // The element itself is marked: a cell that was made anew would have lost it.
  await page.evaluate(`for (const value of document.querySelectorAll('.ag-row [col-id="cpu_usage"] span'))
    value.dataset.seen = 'yes'`);
  const changed = async (): Promise<number> =>
    (await values.allTextContents()).filter((text, index) => text !== before[index]).length;
  await expect.poll(changed).toBeGreaterThan(4);
  await expect(page.locator('[col-id="cpu_usage"] span[data-seen]')).toHaveCount(simulated.devices.length);
});

test.concurrent(
  'filters narrow the list together, and can be cleared when nothing is left',
  { tags: 'core' },
  async ({ open, simulated }) => {
    const page = await open(LIST);
    const { names, sortBy, tile } = deviceList(page);
    await sortBy('Name');
    const alias =
      simulated.devices
        .map((device) => device.alias)
        .toSorted()
        .at(-1) ?? '';
    await page.getByLabel('Search by name, address, memo, tag or system').fill(alias.toLowerCase());
    await expect(names).toHaveText([alias]);
    await tile('Offline').click();
    await expect(page.getByText('No matches')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(names).toHaveCount(12);

    await page.getByRole('combobox', { name: 'OS' }).click();
    await page.getByRole('option', { name: 'Windows' }).click();
    const windows = simulated.devices.filter(({ dev_os_id: os }) => os === 1).map((device) => device.alias);
    await expect(names).toHaveText(windows.toSorted());
  },
);

test.concurrent('a heading sorts up and down, and lets the selection go', async ({ open, simulated }) => {
  const page = await open(LIST);
  const list = deviceList(page);
  await list.checkbox(simulated.device(3)).check();
  await expect(list.bulk).toContainText('1 selected');
  const heading = page.getByRole('columnheader', { name: 'MAC address' });
  const sorted = simulated.devices.toSorted((a, b) => ((a.mac_addr ?? '') < (b.mac_addr ?? '') ? -1 : 1));
  const aliases = sorted.map(({ alias }) => alias);
  await list.showColumns('MAC address');
  await heading.click();
  await expect(list.names).toHaveText(aliases);
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await expect(list.bulk).toBeHidden();
  await heading.click();
  await expect(list.names).toHaveText(aliases.toReversed());
});

test.concurrent('the box in the heading selects all, and is between when some are', async ({ open, simulated }) => {
  const page = await open(LIST);
  const list = deviceList(page);
  const all = page.getByRole('columnheader').getByRole('checkbox');
  await list.checkbox(simulated.device(0)).check();
  await expect(all).toHaveJSProperty('indeterminate', true);
  await all.click();
  await expect(list.bulk).toContainText('12 selected');
  await list.checkbox(simulated.device(1)).uncheck();
  await expect(list.bulk).toContainText('11 selected');
  await list.bulk.getByRole('button', { name: 'Select all 12' }).click();
  await expect(list.bulk).toContainText('12 selected');
  await page.getByLabel('Search by name, address, memo, tag or system').fill(simulated.device(0).alias);
  await expect(list.bulk).toContainText('12 selected (11 hidden by the filter)');
  await list.bulk.getByRole('button', { name: 'Clear selection' }).click();
  await expect(list.bulk).toBeHidden();
});

test.concurrent(
  'the menu of a row opens by mouse and by keyboard, and Escape closes it',
  { tags: 'core' },
  async ({ open, simulated }) => {
    const page = await open(LIST);
    const { cell, menu } = deviceList(page);
    const device = simulated.device(2);
    await cell(device, 'cpu_usage').click({ button: 'right' });
    await expect(menu).toContainText(device.alias);
    const items = ['Details', 'Edit', 'Move to group', 'Refresh information', 'Restart agent', 'Reboot', 'Delete'];
    for (const item of items) await expect(menu.getByRole('menuitem', { name: item })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();

    await cell(device, 'cpu_usage').click();
    await page.keyboard.press('Shift+F10');
    await expect(menu).toContainText(device.alias);
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    // The focus is back in the row: its next key is one of the list.
    await page.keyboard.press('Shift+F10');
    await expect(menu).toContainText(device.alias);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();

    await cell(device, 'actions')
      .getByRole('button', { name: `More actions for ${device.alias}` })
      .click();
    await expect(menu).toBeVisible();
    await page.mouse.click(700, 20);
    await expect(menu).toBeHidden();
  },
);

test.concurrent('on a phone the list is lines that fit, and a line opens the device', async ({
  open,
  company,
  simulated,
}) => {
  const page = await open(LIST, { width: 390, height: 844 });
  const { card, menu } = deviceList(page);
  const device = simulated.device(0);
  await expect(card(device)).toContainText('Online');
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem').nth(5)).toBeInViewport();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await card(device)
    .getByRole('button', { name: `More actions for ${device.alias}` })
    .click();
  await expect(menu.getByRole('menuitem', { name: 'Reboot' })).toBeVisible();
  await page.keyboard.press('Escape');
  await card(device).getByRole('button', { name: device.alias }).first().click();
  await expect(page).toHaveURL(new RegExp(`/device/all/${device.pk}$`, 'u'));
  await expect(page.getByRole('heading', { name: device.alias })).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  // The longest name, with no space to break at.
  const rename = (alias: string) =>
    company.client.call(updateDevice, { params: { pk: String(device.pk) }, body: { alias } });
  await rename('W'.repeat(64));
  await expect(page.getByRole('heading', { name: 'W'.repeat(64) })).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await rename(device.alias);
});

test.concurrent('under the keyboard of a phone the list has room, and its tools scroll away', async ({
  open,
  simulated,
}) => {
  const page = await open(LIST, { width: 390, height: 450 });
  await page.getByRole('textbox', { name: 'Search by name' }).fill(simulated.device(0).alias);
  // The cards are others once the list has only those that were searched for.
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  const found = deviceList(page).card(simulated.device(0));
  await found.scrollIntoViewIfNeeded();
  await expect(found).toBeInViewport({ ratio: 1 });
});

test.concurrent('columns that are hidden stay hidden for the next visit', async ({ open, simulated }) => {
  const page = await open(LIST);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Public IP' }).uncheck();
  const heading = page.getByRole('columnheader', { name: 'Public IP' });
  await expect(heading).toBeHidden();
  await page.reload();
  await expect(deviceList(page).cell(simulated.device(0), 'alias')).toBeVisible();
  await expect(heading).toBeHidden();
});

test.concurrent('columns keep the width and the place that they were given, until they are reset', async ({
  open,
  simulated,
}) => {
  const page = await open(LIST);
  const header = (column: string) => page.locator(`.ag-header-cell[col-id="${column}"]`);
  const titles = async () => (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
  const widthOf = async (column: string) => (await header(column).boundingBox())?.width ?? 0;
  await expect(deviceList(page).cell(simulated.device(0), 'alias')).toBeVisible();
  const [before, width] = [await titles(), await widthOf('s_pri_ip')];

  await header('s_pri_ip').locator('.ag-header-cell-resize').hover();
  await page.mouse.down();
  await page.mouse.move(((await header('s_pri_ip').boundingBox())?.x ?? 0) + width + 60, 170);
  await page.mouse.up();
  await header('cpu_usage').dragTo(header('alive'));
  // On its way it passes other places.
  const moved = before.toSpliced(before.indexOf('CPU'), 1).toSpliced(before.indexOf('State'), 0, 'CPU');
  await expect.poll(titles).toEqual(moved);
  const wider = await widthOf('s_pri_ip');
  expect(wider).toBeGreaterThan(width + 40);

  await page.reload();
  await expect.poll(titles).toEqual(moved);
  await expect.poll(() => widthOf('s_pri_ip')).toBe(wider);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await expect.poll(titles).toEqual(before);
  await expect.poll(() => widthOf('s_pri_ip')).toBe(width);
});
