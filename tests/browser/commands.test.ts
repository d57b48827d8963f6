import type { Page } from 'playwright';
import { addMember } from './support/companies.ts';
import { deviceList } from './support/device-list.ts';
import type { Device } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';

const REBOOT_MS = { timeout: 30_000 };

const tray = (page: Page) => page.getByRole('region', { name: 'Commands in progress' });

async function select(page: Page, devices: readonly Device[]): Promise<void> {
  for (const device of devices) await deviceList(page).checkbox(device).check();
}

test.concurrent('a reboot asks first, is followed as it happens, and ends when the device is back', async ({
  open,
  simulated,
}) => {
  const page = await open('/en/device/all');
  const { cell, menu } = deviceList(page);
  const device = simulated.device(0);
  await cell(device, 'cpu_usage').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Reboot' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reboot 1 device?' });
  await expect(dialog).toContainText(device.alias);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Reboot' }).click();
  await expect(dialog).toBeHidden();
  await expect(tray(page)).toContainText('0 of 1 done');
  await tray(page).getByRole('button', { name: 'Show devices' }).click();
  const line = tray(page).getByRole('listitem').filter({ hasText: device.alias });
  await expect(line).toContainText('Running');
  await expect(cell(device, 'alive')).toHaveText('Offline');
  await expect(line).toContainText('Done', REBOOT_MS);
  await expect(tray(page)).toContainText('1 of 1 done');
  await expect(cell(device, 'alive')).toHaveText('Online');
});

test.concurrent('a command to several devices names whom it reaches and whom not, and is found again after a reload', async ({
  open,
  simulated,
}) => {
  await using _off = simulated.turnOff(3);
  const page = await open('/en/device/all');
  const { bulk, cell } = deviceList(page);
  await expect(cell(simulated.device(3), 'alive')).toHaveText('Offline');
  await select(page, simulated.devices.slice(1, 4));
  await bulk.getByRole('button', { name: 'Reboot 2 of 3 – 1 offline' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reboot 2 devices?' });
  await expect(dialog).toContainText('2Devices');
  await expect(dialog).toContainText('1Groups');
  await expect(dialog).toContainText('1Skipped');
  await dialog.getByRole('button', { name: 'Reboot · 2' }).click();
  await expect(tray(page)).toContainText('0 of 2 done');

  await page.reload();
  await expect(tray(page)).toContainText(/[01] of 2 done/u);
  await expect(tray(page)).toContainText('2 of 2 done', REBOOT_MS);
});

test.concurrent('to delete ten devices their number has to be typed', async ({ open, simulated }) => {
  const page = await open('/en/device/all');
  const { bulk, names } = deviceList(page);
  await expect(names).toHaveCount(12);
  await page.getByRole('columnheader').getByRole('checkbox').check();
  await expect(bulk).toContainText('12 selected');
  await bulk.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete 12' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 12 devices?' });
  const confirm = dialog.getByRole('button', { name: 'Delete · 12' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Type 12 to confirm').fill('11');
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Type 12 to confirm').fill('12');
  await expect(confirm).toBeEnabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(simulated.fleet.devices.filter(({ state }) => state === 'removed')).toEqual([]);
});

test.concurrent('what cannot be done says why on hover and on focus, and does nothing', async ({
  open,
  simulated,
  company,
  stack,
}) => {
  const member = await stack.signIn(await addMember(stack, company, [company.home]));
  const page = await open('/en/device/all', { as: member });
  const { cell, menu } = deviceList(page);
  await cell(simulated.device(5), 'cpu_usage').click({ button: 'right' });
  const reboot = menu.getByRole('menuitem', { name: 'Reboot' });
  await expect(reboot).toHaveAttribute('aria-disabled', 'true');
  const tip = page.getByRole('tooltip');
  await reboot.hover();
  await expect(tip).toHaveText('You do not have the “use functions” permission');
  await reboot.click({ force: true });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(menu).toBeVisible();
  await page.mouse.move(2, 2);
  await expect(tip).toBeHidden();
  for (const name of ['Add to favourites', 'Rename']) {
    await page.keyboard.press('ArrowDown');
    await expect(menu.getByRole('menuitem', { name })).toBeFocused();
  }
  await expect(tip).toHaveText('Only administrators can do this');
});
