import { fileURLToPath } from 'node:url';
import { moveDevices } from '@vigil/shared/contract/http/devices';
import { createGroup } from '@vigil/shared/contract/http/groups';
import type { Page } from 'playwright';
import { createCheck } from './support/axe.ts';
import { takeScreenshots } from './support/camera.ts';
import { addCompany } from './support/companies.ts';
import { connectionChip, deviceList, leaveList } from './support/device-list.ts';
import { expectPainted } from './support/images.ts';
import { startDevices } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';

const README_PICTURE = fileURLToPath(new URL('screens/devices.png', import.meta.url));

for (const language of ['en', 'ko', 'ja'] as const) {
  // What axe finds does not depend on the language, nor do the colours.
  const isFirst = language === 'en';
  const title = isFirst
    ? 'every screen has its screenshot, and axe finds nothing (en)'
    : `every screen has its screenshot (${language})`;
  test.concurrent(title, async ({ open, simulated }) => {
    const check = createCheck();
    const device = simulated.device(0);
    const shoot = (page: Page, name: string, settled: () => Promise<void>): Promise<void> =>
      takeScreenshots(page, `${name}-${language}`, {
        settled,
        axe: isFirst ? { check, phone: true } : undefined,
        dark: isFirst,
      });
    const signInPage = await open(`/${language}/`, { as: null });
    await shoot(signInPage, 'sign-in', () => expect(signInPage.getByRole('button').first()).toBeVisible());

    const page = await open(`/${language}/device/all`);
    const firstDevice = page.getByText(device.alias).first();
    await shoot(page, 'list', () => expect(firstDevice).toBeVisible());

    await page.goto(`${page.url()}/${device.pk}?tab=processes`);
    const screen = page.getByRole('img', { name: device.alias });
    await shoot(page, 'device', () => expectPainted(screen));

    const panel = page.getByRole('region').filter({ has: page.getByRole('tablist') });
    await panel
      .getByRole('button')
      .filter({ hasText: /Reboot|재부팅|再起動/u })
      .first()
      .click();
    await shoot(page, 'dialog', () => expect(page.getByRole('dialog')).toContainText(device.alias));
    expect(check.found).toEqual([]);
  });
}

test.concurrent('the other views of the list have their screenshots, and axe finds nothing', async ({
  open,
  simulated,
}) => {
  const check = createCheck();
  const page = await open('/en/device/all');
  const { showAs, card, names, select, bulk } = deviceList(page);
  const device = simulated.device(0);
  await expect(names).toHaveCount(12);
  await select(...simulated.devices.slice(0, 4));
  await takeScreenshots(page, 'bulk', { settled: () => expect(bulk).toBeVisible(), axe: { check } });
  // On a phone only the first lines are rendered, and which devices these are follows from their measures.
  const shown = () => expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem').first()).toBeVisible();
  await showAs('Cards');
  await takeScreenshots(page, 'cards', { settled: shown, axe: { check } });
  await showAs('Screens');
  await expectPainted(card(device).getByRole('img', { name: /^Screen/u }));
  await takeScreenshots(page, 'live', { settled: shown, axe: { check } });
  expect(check.found).toEqual([]);
});

test.concurrent('an empty account has its own', async ({ open, stack }) => {
  const page = await open('/ja/device/all', { as: (await addCompany(stack)).client });
  await takeScreenshots(page, 'first-run', { settled: () => expect(page.locator('pre')).toContainText(stack.url) });
});

if (process.env['UPDATE_SCREENS'] === '1') {
  test('the screenshot of the README', async ({ openPage, stack }) => {
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
    await expect.poll(async () => seen.add(await cpu.innerText()).size).toBeGreaterThan(4);
    await expect(connectionChip(page)).toContainText('Live');
    await page.screenshot({ path: README_PICTURE });
  });
}
