import { createCheck } from './support/axe.ts';
import { PHONE } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';

// What the walk over the screens (screens.test.ts) does not reach.

test.concurrent('axe finds nothing in a sign-in without its ID', async ({ open }) => {
  const { check, found } = createCheck();
  const page = await open('/en/', { as: null });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your ID')).toBeVisible();
  await check(page, 'sign-in', { phone: true });
  expect(found).toEqual([]);
});

test.concurrent('axe finds nothing in the software of a device and the palette', async ({ open, simulated }) => {
  const { check, found } = createCheck();
  const device = simulated.device(0);
  const page = await open(`/en/device/all/${device.pk}?tab=software`);
  await expect(page.getByRole('tabpanel')).toContainText('programs');
  await check(page, 'software', { phone: true });
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Device, group, page or action').fill(device.alias);
  await expect(page.getByRole('dialog').getByText(device.alias)).toBeVisible();
  await check(page, 'palette', { phone: true });
  expect(found).toEqual([]);
});

test.concurrent('axe finds nothing in the tree of a phone', async ({ open }) => {
  const { check, found } = createCheck();
  const page = await open('/en/device/all', PHONE);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await check(page, 'tree');
  expect(found).toEqual([]);
});
