import { deviceList } from './support/device-list.ts';
import { expectNextFrame, expectPainted } from './support/pictures.ts';
import { SOONER_THAN_A_POLL } from './support/timeouts.ts';
import { expect, test } from './support/test.ts';

test('cards and live tiles show the same devices, and the way of looking is kept', async ({ open, simulated }) => {
  const page = await open('/en/device/all');
  const { card, cell, bulk, showAs } = deviceList(page);
  const device = simulated.device(0);
  await expect(cell(device, 'alive')).toHaveText('Online');

  await showAs('Cards');
  await expect(card(device)).toContainText('Online');
  await expect(card(device)).toContainText(/\d\s?%/u);
  await card(device).getByRole('checkbox').check();
  await expect(bulk).toContainText('1 selected');
  await using _off = simulated.turnOff(0);
  await expect(card(device)).toContainText('Offline', SOONER_THAN_A_POLL);

  await showAs('Live');
  await expect(card(device)).toContainText('OFFLINE');
  await page.reload();
  await expect(card(device)).toContainText('OFFLINE');
  await simulated.turnOn(0);
  await expect(card(device)).not.toContainText('OFFLINE');
});

test('live tiles are painted, and painted again', async ({ open, simulated }) => {
  const page = await open('/en/device/all');
  const { card, showAs } = deviceList(page);
  await showAs('Live');
  for (const index of [1, 2]) {
    const screen = card(simulated.device(index)).getByRole('img', { name: /^Screen of/u });
    await expectPainted(screen);
    await expectNextFrame(screen);
  }
});
