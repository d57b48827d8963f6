import { updateDevice } from '@vigil/shared/contract/http/devices';
import { deviceList } from './support/device-list.ts';
import { expectNextFrame, expectPainted } from './support/pictures.ts';
import { SOONER_THAN_A_POLL } from './support/timeouts.ts';
import { expect, test } from './support/test.ts';

test('a double click opens the device beside the list, at an address of its own', async ({ open, simulated }) => {
  const page = await open('/en/device/all');
  const { cell, names } = deviceList(page);
  const device = simulated.device(0);
  await cell(device, 'cpu_usage').dblclick();
  await expect(page).toHaveURL(new RegExp(`/en/device/all/${device.pk}$`, 'u'));
  const panel = page.getByRole('region', { name: `Device ${device.alias}` });
  await expect(panel).toContainText('Online');
  await expect(panel).toContainText(simulated.fleet.device(0).profile.mac, { ignoreCase: true });
  await expect(names).toHaveCount(12);
  await expect(page.locator('.row-opened')).toContainText(device.alias);

  const screen = panel.getByRole('img', { name: `Screen of ${device.alias}` });
  await expectPainted(screen);
  await expectNextFrame(screen);

  await page.reload();
  await expect(panel).toContainText('Online');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/en\/device\/all$/u);
  await expect(page.locator('.row-opened')).toHaveCount(0);
  await page.goBack();
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Close panel' }).click();
  await expect(panel).toBeHidden();
});

test('the panel says what its machine is: off, gone, or never there', async ({ open, simulated }) => {
  const device = simulated.device(5);
  const page = await open(`/en/device/all/${device.pk}`, { expected: /404/u });
  const panel = page.getByRole('region', { name: `Device ${device.alias}` });
  await expect(panel.getByRole('button', { name: 'Reboot' })).toBeVisible();
  await using _off = simulated.turnOff(5);
  await expect(panel).toContainText('OFFLINE', SOONER_THAN_A_POLL);
  await expect(panel.getByRole('button', { name: 'Wake-on-LAN' })).toBeVisible();
  await page.goto(page.url().replace(/\d+$/u, '999999'));
  await expect(page.getByText('Device not found')).toBeVisible();
});

test('a name and a memo are edited where they stand, and others see it at once', async ({ open, simulated }) => {
  const device = simulated.device(1);
  const page = await open(`/en/device/all/${device.pk}`);
  const other = await open('/en/device/all');
  const alias = `${device.alias} – front desk`;
  await expect(deviceList(other).cell(device, 'alias')).toContainText(device.alias);

  await page.getByRole('button', { name: /^Edit name/u }).click();
  const name = page.getByRole('textbox', { name: 'Edit name' });
  await name.fill('given up');
  await name.press('Escape');
  await expect(page.getByRole('button', { name: `Edit name: ${device.alias}` })).toBeVisible();

  await page.getByRole('button', { name: /^Edit name/u }).click();
  await name.fill(alias);
  await name.press('Enter');
  await expect(page.getByText('The device was renamed.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Edit name: ${alias}` })).toBeVisible();
  await expect(deviceList(other).cell(device, 'alias')).toContainText(alias, SOONER_THAN_A_POLL);

  await page.getByRole('button', { name: 'Edit memo: Add memo' }).click();
  const memo = page.getByRole('textbox', { name: 'Edit memo' });
  await memo.fill('Spare key at reception');
  await memo.press('Control+Enter');
  await expect(page.getByText('The memo was saved.')).toBeVisible();
  await other.goto(page.url());
  await expect(other.getByRole('button', { name: 'Edit memo: Spare key at reception' })).toBeVisible();
});

test('a text that cannot be saved stays open, and says why', async ({ open, simulated }) => {
  const device = simulated.device(4);
  const page = await open(`/en/device/all/${device.pk}`, { expected: /503/u });
  await page.route('**/devices/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
  );
  await page.getByRole('button', { name: /^Edit name/u }).click();
  const name = page.getByRole('textbox', { name: 'Edit name' });
  await name.fill('Not to be');
  await name.press('Enter');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveValue('Not to be');
  await name.press('Escape');
  await expect(page.getByRole('button', { name: `Edit name: ${device.alias}` })).toBeVisible();
});

test('tabs show what was done, what runs and what is installed', async ({ open, simulated, company }) => {
  const device = simulated.device(2);
  await company.client.call(updateDevice, { params: { pk: String(device.pk) }, body: { alias: 'Till two' } });
  const page = await open(`/en/device/all/${device.pk}`);
  const panel = page.getByRole('region', { name: 'Device Till two' });
  const tab = panel.getByRole('tabpanel');
  await expect(tab.getByRole('row').filter({ hasText: 'Renamed to Till two' })).toContainText('Mina Park');

  await panel.getByRole('tab', { name: 'Processes' }).click();
  await expect(page).toHaveURL(/\?tab=processes$/u);
  await expect(tab).toContainText(/As of \d\d:\d\d/u, { timeout: 10_000 });
  expect(await tab.getByRole('row').count()).toBeGreaterThan(3);

  await panel.getByRole('tab', { name: 'Commands' }).click();
  await expect(tab.getByRole('row').filter({ hasText: 'List processes' })).toContainText('Done');
  await panel.getByRole('tab', { name: 'Hardware' }).click();
  await expect(tab).not.toContainText('No hardware information yet');
  await panel.getByRole('tab', { name: 'Software' }).click();
  await expect(tab).toContainText(/\d+ programs/u);
});
