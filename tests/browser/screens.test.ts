import { fileURLToPath } from 'node:url';
import { createGroup } from '@vigil/shared/contract/http/groups';
import { moveDevices } from '@vigil/shared/contract/http/devices';
import { takePictures } from './support/camera.ts';
import { addCompany } from './support/companies.ts';
import { connectionChip, deviceList, leaveList } from './support/device-list.ts';
import { startDevices } from './support/simulated-devices.ts';
import { expectPainted } from './support/pictures.ts';
import { expect, test } from './support/test.ts';

const README_PICTURE = fileURLToPath(new URL('screens/devices.png', import.meta.url));

for (const language of ['en', 'ko', 'ja'] as const) {
  test.concurrent(`every screen has its picture (${language})`, async ({ open, simulated }) => {
    const device = simulated.device(0);
    const signInPage = await open(`/${language}/`, { as: null });
    await takePictures(signInPage, `sign-in-${language}`, () =>
      expect(signInPage.getByRole('button').first()).toBeVisible(),
    );

    const page = await open(`/${language}/device/all`);
    const someone = page.getByText(device.alias).first();
    await takePictures(page, `list-${language}`, () => expect(someone).toBeVisible());

    await page.goto(`${page.url()}/${device.pk}?tab=processes`);
    const screen = page.getByRole('img', { name: device.alias });
    await takePictures(page, `device-${language}`, () => expectPainted(screen));

    await page.setViewportSize({ width: 1440, height: 900 });
    const panel = page.getByRole('region').filter({ has: page.getByRole('tablist') });
    await panel
      .getByRole('button')
      .filter({ hasText: /Reboot|재부팅|再起動/u })
      .first()
      .click();
    await takePictures(page, `dialog-${language}`, () => expect(page.getByRole('dialog')).toContainText(device.alias));
  });
}

test.concurrent('the other views of the list have their pictures', async ({ open, simulated }) => {
  const page = await open('/en/device/all');
  const { showAs, card, names, checkbox, bulk } = deviceList(page);
  await expect(names).toHaveCount(12);
  for (const device of simulated.devices.slice(0, 4)) await checkbox(device).check();
  await takePictures(page, 'bulk', () => expect(bulk).toBeVisible());
  await page.setViewportSize({ width: 1440, height: 900 });
  await showAs('Cards');
  await takePictures(page, 'cards', () => expect(card(simulated.device(0))).toBeVisible());
  await page.setViewportSize({ width: 1440, height: 900 });
  await showAs('Live');
  await expectPainted(card(simulated.device(0)).getByRole('img', { name: /^Screen/u }));
  await takePictures(page, 'live', () => expect(card(simulated.device(0))).toBeVisible());
});

test.concurrent('an empty account has its own', async ({ open, stack }) => {
  const page = await open('/ja/device/all', { as: (await addCompany(stack)).client });
  await takePictures(page, 'first-run', () => expect(page.locator('pre')).toContainText(stack.url));
});

if (process.env['UPDATE_SCREENS'] === '1') {
  test('the picture of the README', async ({ openPage, stack }) => {
    const company = await addCompany(stack);
    await using simulated = await startDevices(company, 40);
    for (const [index, name] of ['Seoul office', 'Server room', 'Stores', 'Warehouse'].entries()) {
      const { objects } = await company.client.call(createGroup, { body: { name, group_fk: null } });
      const moved = simulated.devices.slice(index * 10, index * 10 + 10).map(({ pk }) => pk);
      const [group] = objects;
      if (group) await company.client.call(moveDevices, { body: { device_pk: moved, new_device_group_fk: group.pk } });
    }
    await using _off = simulated.turnOff(7);
    await using shown = await openPage(`${stack.url}/en/device/all`, { as: company.client });
    const { page } = shown;
    await expect(deviceList(page).heading).toContainText('39 of 40 online');
    await page.locator('.ag-row [col-id="cpu_usage"]').nth(2).dblclick();
    await expectPainted(page.getByRole('img', { name: /^Screen/u }));
    await leaveList(page);
    // Long enough for the small charts to have a line.
    const cpu = page.getByRole('article').first().locator('strong');
    const seen = new Set<string>();
    await expect.poll(async () => seen.add(await cpu.innerText()).size, { timeout: 60_000 }).toBeGreaterThan(4);
    await expect(connectionChip(page)).toContainText('Live');
    await page.screenshot({ path: README_PICTURE });
  });
}
