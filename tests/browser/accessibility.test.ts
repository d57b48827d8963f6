import { createCheck } from './support/axe.ts';
import { deviceList } from './support/device-list.ts';
import { expect, test } from './support/test.ts';

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

for (const size of [wide, narrow]) {
  test.concurrent(`axe finds nothing on the sign-in page (${size.width} px)`, async ({ open }) => {
    const { check, found } = createCheck();
    const page = await open('/en/', { as: null, ...size });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Enter your ID')).toBeVisible();
    await check(page, 'sign-in');
    expect(found).toEqual([]);
  });

  test.concurrent(`axe finds nothing in a device, its dialogs and the palette (${size.width} px)`, async ({
    open,
    simulated,
  }) => {
    const { check, found } = createCheck();
    const device = simulated.device(0);
    const page = await open(`/en/device/all/${device.pk}?tab=software`, size);
    await expect(page.getByRole('tabpanel')).toContainText('programs');
    await check(page, 'detail');
    await page.getByRole('button', { name: 'Reboot' }).click();
    await expect(page.getByRole('dialog')).toContainText(device.alias);
    await check(page, 'dialog');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Device, group, page or action').fill(device.alias);
    await expect(page.getByRole('dialog').getByText(device.alias)).toBeVisible();
    await check(page, 'palette');
    expect(found).toEqual([]);
  });
}

test.concurrent('axe finds nothing in the list as a table, as cards and live', async ({ open, simulated }) => {
  const { check, found } = createCheck();
  const page = await open('/en/device/all', wide);
  const { names, checkbox, card, showAs } = deviceList(page);
  const device = simulated.device(0);
  await expect(names).toHaveCount(12);
  await checkbox(device).check();
  await check(page, 'table');
  await showAs('Cards');
  await expect(card(device)).toBeVisible();
  await check(page, 'cards');
  await showAs('Live');
  await expect(card(device).getByRole('img', { name: /^Screen/u })).toBeVisible();
  await check(page, 'live');
  expect(found).toEqual([]);
});

test.concurrent('axe finds nothing in the list and the tree of a phone', async ({ open, simulated }) => {
  const { check, found } = createCheck();
  const page = await open('/en/device/all', narrow);
  await expect(deviceList(page).card(simulated.device(0))).toBeVisible();
  await check(page, 'lines');
  await page.getByRole('button', { name: 'Groups and devices' }).click();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await check(page, 'tree');
  expect(found).toEqual([]);
});
