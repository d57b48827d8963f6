import { readFile } from 'node:fs/promises';
import { updateDevice } from '@vigil/shared/contract/http/devices';
import type { Locator } from 'playwright';
import { asSuperuser } from '../support/superuser.ts';
import { deviceList } from './support/device-list.ts';
import { expectNextFrame, expectPainted } from './support/images.ts';
import { expect, test } from './support/test.ts';

test(
  'a double click opens the device beside the list, at an address of its own',
  { tags: 'core' },
  async ({ open, simulated }) => {
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
    // Columns are shown whole or not at all.
    const heading = (name: string) => page.getByRole('columnheader', { name, exact: true });
    const edges = async (name: string) => (await heading(name).boundingBox()) ?? { x: 0, width: 0 };
    await expect(heading('Connection')).toHaveCount(0);
    await expect(heading('Local IP')).toHaveCount(0);
    // What makes a device a problem is in sight as long as it is there.
    const [last, actions] = [await edges('CPU temp.'), await edges('Actions')];
    expect(last.x + last.width).toBeLessThanOrEqual(actions.x);

    const screen = panel.getByRole('img', { name: `Screen of ${device.alias}` });
    await expectPainted(screen);
    await expectNextFrame(screen);

    // The list has the focus still, and the tabs are in sight from the beginning.
    const software = panel.getByRole('tab', { name: 'Software' });
    await expect(software).toBeInViewport();
    await page.keyboard.press('5');
    await expect(software).toHaveAttribute('aria-selected', 'true');
    await expect(panel.getByRole('searchbox', { name: 'Search software' })).toBeInViewport();

    await page.reload();
    await expect(panel).toContainText('Online');
    await expect(panel.getByRole('searchbox', { name: 'Search software' })).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/en\/device\/all$/u);
    await expect(page.locator('.row-opened')).toHaveCount(0);
    await page.goBack();
    await expect(panel).toBeVisible();
    await panel.getByRole('button', { name: 'Close panel' }).click();
    await expect(panel).toBeHidden();
    await expect(heading('CPU')).toBeVisible();
  },
);

test('the panel says what its device is: off, gone, or never there', async ({ open, simulated }) => {
  const device = simulated.device(5);
  const page = await open(`/en/device/all/${device.pk}`, { expected: /404/u });
  const panel = page.getByRole('region', { name: `Device ${device.alias}` });
  await expect(panel.getByRole('button', { name: 'Power' })).toBeVisible();
  await using _off = simulated.turnOff(5);
  await expect(panel).toContainText('OFFLINE');
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
  await name.fill('');
  await name.press('Enter');
  await expect(page.getByText('Please enter a value.')).toBeVisible();
  await name.fill(alias);
  await name.press('Enter');
  await expect(page.getByText('The device was renamed.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Edit name: ${alias}` })).toBeVisible();
  await expect(deviceList(other).cell(device, 'alias')).toContainText(alias);

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

/** Of when the list of processes is. */
const processStatus = (tab: Locator) => tab.getByText(/^(?:Live|Last listed|Loading)/u);

test(
  'processes are listed live, and what was done to the device stands in its tabs',
  { tags: 'core' },
  async ({ open, simulated, company }) => {
    const device = simulated.device(2);
    await company.client.call(updateDevice, { params: { pk: String(device.pk) }, body: { alias: 'Till two' } });
    const page = await open(`/en/device/all/${device.pk}`);
    const panel = page.getByRole('region', { name: 'Device Till two' });
    const tab = panel.getByRole('tabpanel');
    await expect(panel.getByRole('navigation', { name: 'Group path' })).toContainText('ROOT›Till two');
    await expect(tab.getByRole('row').filter({ hasText: 'Renamed to Till two' })).toContainText('Mina Park');

    await panel.getByRole('tab', { name: 'Processes' }).click();
    await expect(page).toHaveURL(/\?tab=processes$/u);
    const status = processStatus(tab);
    await expect(status).toContainText(/Live · \d\d:\d\d/u);
    // One list follows another while the tab is open, without a command for each.
    const first = (await status.textContent()) ?? '';
    await expect(status).not.toHaveText(first);
    await expect(status).toContainText('Live');

    // The first process of a system is protected, and is at times the busiest, which the list begins with.
    const system = page.getByRole('cell', { name: '1', exact: true });
    const running = tab.getByRole('row').filter({ hasNotText: 'PID' }).filter({ hasNot: system }).first();
    // The next list may have another order: the row is read at once, and found again by its process.
    const [name = '', pid = ''] = await running.getByRole('cell').allTextContents();
    const row = tab.getByRole('row').filter({ has: page.getByRole('cell', { name: pid, exact: true }) });
    await row.hover();
    await row.getByRole('button', { name: `End ${name}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `End ${name}?` });
    await expect(dialog).toContainText(`${name} (PID ${pid}) on Till two`);
    await dialog.getByRole('button', { name: 'End process' }).click();
    await expect(page.getByRole('region', { name: 'Changes and commands' })).toContainText('1 of 1 done');
    await expect(tab.getByRole('cell', { name: pid, exact: true })).toHaveCount(0);

    await panel.getByRole('tab', { name: 'Commands' }).click();
    await expect(tab.getByRole('row').filter({ hasText: 'End process' })).toContainText('Done');
    await panel.getByRole('tab', { name: 'Activity' }).click();
    await expect(tab.getByRole('row').filter({ hasText: `Ended process ${name}` })).toContainText('Mina Park');
  },
);

test(
  'of a device that is off, the processes that were last listed are shown, and none can be ended',
  {
    tags: 'core',
  },
  async ({ open, simulated }) => {
    const device = simulated.device(7);
    const page = await open(`/en/device/all/${device.pk}?tab=processes`);
    const panel = page.getByRole('region', { name: `Device ${device.alias}` });
    const tab = panel.getByRole('tabpanel');
    await expect(processStatus(tab)).toContainText('Live');
    await using _off = simulated.turnOff(7);
    await expect(panel).toContainText('OFFLINE');
    await page.reload();
    await panel.getByRole('tab', { name: 'Processes' }).click();
    await expect(processStatus(tab)).toContainText(/Last listed \d{4}\/\d\d\/\d\d \d\d:\d\d/u);
    expect(await tab.getByRole('row').count()).toBeGreaterThan(3);
    await expect(tab.getByRole('button', { name: /^End / })).toHaveCount(0);
  },
);

test(
  'what is installed on a device is searched, and saved as a file',
  { tags: 'core' },
  async ({ open, simulated, company }) => {
    const device = simulated.device(8);
    await company.client.call(updateDevice, { params: { pk: String(device.pk) }, body: { alias: 'Till eight' } });
    const page = await open(`/en/device/all/${device.pk}`);
    const panel = page.getByRole('region', { name: 'Device Till eight' });
    const tab = panel.getByRole('tabpanel');
    await panel.getByRole('tab', { name: 'Hardware' }).click();
    await tab.getByRole('searchbox', { name: 'Search hardware' }).fill('mem');
    await expect(tab).toContainText('1 component');
    await panel.getByRole('tab', { name: 'Software' }).click();
    await expect(tab).toContainText(/\d+ programs/u);
    await tab.getByRole('searchbox', { name: 'Search software' }).fill('no such program');
    await tab.getByRole('button', { name: 'Clear filters' }).click();
    const saving = page.waitForEvent('download');
    await tab.getByRole('button', { name: 'Save as CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^Till eight Software \d{4}-\d\d-\d\d\.csv$/u);
    const [titles, ...rows] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(titles).toBe('\uFEFFName,Version,Publisher,Install date,Description');
    await expect(tab).toContainText(`${rows.length} programs`);
  },
);

test('usage of the last hour, day and week is a chart with gaps, read with the arrow keys', async ({
  open,
  simulated,
  stack,
}) => {
  const { pk } = simulated.device(3);
  await asSuperuser(
    stack,
    (sql) => sql`
    insert into usage_minutes (company_fk, device_fk, minute, samples, cpu_min, cpu_avg, cpu_max)
    select company_fk, pk, date_trunc('minute', now()) - make_interval(mins => ago), 12, 10, 20, 80
    from devices, unnest(array[10, 11, 12, 40, 41]) as ago where pk = ${pk} on conflict do nothing`,
  );
  const page = await open(`/en/device/all/${pk}`);
  const history = page.getByRole('region', { name: 'Usage history' });
  const chart = history.getByRole('group', { name: /^CPU, Hour: \d+\.\d% on average, (\d\d\.\d|100)% at most$/u });
  await expect(chart.locator('canvas')).toBeVisible();
  await chart.focus();
  for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('ArrowLeft');
  await expect(chart).toContainText(/\d\d:\d\d · 20\.0% \(10\.0% to 80\.0%\)/u);
  await history.getByText('Week').click();
  await history.getByText('Temp.').click();
  await expect(page).toHaveURL(/range=week&measure=temperature/u);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/en\/device\/all$/u);
});

test('the screen is enlarged in its place, and larger in the live preview', async ({ open, simulated }) => {
  const device = simulated.device(6);
  const page = await open(`/en/device/all/${device.pk}`);
  const panel = page.getByRole('region', { name: `Device ${device.alias}` });
  const image = panel.getByRole('img', { name: `Screen of ${device.alias}` });
  await expectPainted(image);
  const pane = panel.getByRole('group', { name: new RegExp(`^Screen of ${device.alias}, zoom`, 'u') });
  const width = async (of: typeof image) => (await of.boundingBox())?.width ?? 0;
  // It is painted before it is fitted to its pane.
  await expect.poll(() => width(image)).toBeGreaterThan(0);
  const fitted = await width(image);
  await pane.focus();
  await page.keyboard.press('+');
  await expect.poll(() => width(image)).toBeCloseTo(fitted * 1.25, 0);
  await pane.hover();
  await page.mouse.wheel(0, -300);
  await expect.poll(() => width(image)).toBeGreaterThan(fitted * 2);
  await pane.getByRole('button', { name: '100 %' }).click();
  // The next frame may have another size.
  const natural = () => image.evaluate((element: { naturalWidth?: number }) => element.naturalWidth ?? 0);
  await expect.poll(async () => (await width(image)) - (await natural())).toBeCloseTo(0, 0);
  await page.keyboard.press('0');
  await expect.poll(() => width(image)).toBeCloseTo(fitted, 0);

  await page.keyboard.press('l');
  const preview = page.getByRole('dialog', { name: `Live view of ${device.alias}` });
  const large = preview.getByRole('img', { name: `Screen of ${device.alias}` });
  await expectPainted(large);
  expect(await width(large)).toBeGreaterThan(fitted);
  await preview.getByRole('combobox', { name: 'Refresh interval' }).click();
  await page.getByRole('option', { name: '0.5 seconds' }).click();
  await expectNextFrame(large);
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expect(panel).toBeVisible();

  await page.keyboard.press('3');
  await expect(panel.getByRole('tab', { name: 'Processes' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('f');
  await expect(panel.getByRole('button', { name: 'Remove from favourites' })).toBeVisible();
  await page.keyboard.press('Shift+?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Read again');
});
