import { randomUUID } from 'node:crypto';
import { AlertCode } from '@vigil/shared/contract/alert';
import { changeDeviceApproval } from '@vigil/shared/contract/http/devices';
import { updateGroup } from '@vigil/shared/contract/http/groups';
import { problems } from '@vigil/shared/contract/problems';
import { alertCodeOf, alertKindNumbers } from '@vigil/shared/domain/thresholds';
import { asSuperuser } from '../support/superuser.ts';
import { addCompany } from './support/companies.ts';
import { connectDevice } from './support/connected-device.ts';
import { deviceList, leaveList, treeItem } from './support/device-list.ts';
import { PHONE } from './support/screen-sizes.ts';
import { startDevices } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';

const LIST = '/en/device/all';

test(
  'a tile counts live, filters on click and takes it back on the second; the address carries the filter',
  { tags: 'core' },
  async ({ open, simulated }) => {
    const page = await open(LIST);
    const { tile, names } = deviceList(page);
    await expect(tile('Online')).toContainText('12');
    await expect(tile('Offline')).toContainText('0');
    await using _off = simulated.turnOff(4);
    // Of one moment: on a busy machine another device may be away for a while.
    const strip = page.getByRole('group', { name: 'State of these devices' });
    const { status } = simulated.fleet.device(4);
    await expect(strip, `the device was ${status} when it was off`).toContainText(/Online11.*Offline1/u);

    await tile('Offline').click();
    await expect(names).toHaveText([simulated.device(4).alias]);
    await expect(tile('Offline')).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/[?&]state=offline$/u);
    await page.getByLabel('Search by name, address, memo, tag or system').fill(simulated.device(4).alias);
    await expect(page).toHaveURL(/state=offline&name=/u);
    await page.reload();
    await expect(names).toHaveText([simulated.device(4).alias]);
    await expect(page.getByLabel('Search by name, address, memo, tag or system')).toHaveValue(
      simulated.device(4).alias,
    );
    // Filters do not change the counts of the strip.
    await expect(tile('Online')).toContainText('11');
    await page.getByLabel('Search by name, address, memo, tag or system').fill('');

    // What filters stands beside the title, and a click takes it back.
    await page.getByRole('button', { name: '1 of 12 · Offline' }).click();
    await expect(tile('Offline')).toHaveAttribute('aria-pressed', 'false');
    await expect(names).toHaveCount(12);
    await expect(page).toHaveURL(/\/device\/all$/u);
  },
);

test('two filters that change at the same moment are both kept', async ({ open, simulated }) => {
  const page = await open(LIST);
  const { tile, names } = deviceList(page);
  await expect(names).toHaveCount(12);
  const { alias } = simulated.device(7);
  // As a slow page gets them: the second before the first has reached the address.
  await page.evaluate(`{
    const field = document.querySelector('input[aria-label="Search by name, address, memo, tag or system"]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(alias)});
    field.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector('[data-status="online"]').click();
  }`);
  await expect(names).toHaveText([alias]);
  await expect(tile('Online')).toHaveAttribute('aria-pressed', 'true');
});

test('the hint of a tile is above it, where it covers no control of the list, and that of the bar covers no tile', async ({
  open,
  simulated,
}) => {
  const page = await open(LIST);
  await expect(deviceList(page).names).toHaveCount(simulated.devices.length);
  const tile = deviceList(page).tile('Alerts');
  await tile.hover();
  const hint = page.getByRole('tooltip', { name: 'Devices with an alert that is not over yet' });
  await expect(hint).toBeVisible();
  const [below, shown] = [await tile.boundingBox(), await hint.boundingBox()];
  expect((shown?.y ?? Infinity) + (shown?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  const save = page.getByRole('button', { name: 'Export list to Excel' });
  await save.hover();
  const hintOfBar = page.getByRole('tooltip', { name: 'Export list to Excel' });
  await expect(hintOfBar).toBeVisible();
  const [bar, shownBelow] = [await save.boundingBox(), await hintOfBar.boundingBox()];
  expect(shownBelow?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? Infinity) + (bar?.height ?? 0));
  const filters = page.getByRole('button', { name: 'Saved filters' });
  await filters.hover();
  const hintOfFilters = page.getByRole('tooltip', { name: 'Saved filters' });
  await expect(hintOfFilters).toBeVisible();
  await filters.click();
  await expect(hintOfFilters).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Saved filters' })).toBeVisible();
});

test('on a phone the tiles are one line that scrolls to the last, each with its whole name', async ({
  open,
  simulated,
}) => {
  const page = await open(LIST, PHONE);
  const strip = page.getByRole('group', { name: 'State of these devices' });
  const tiles = strip.getByRole('button');
  await expect(tiles).toHaveCount(5);
  await expect(page.getByText(simulated.device(1).alias).first()).toBeVisible();
  const boxes = await Promise.all((await tiles.all()).map((tile) => tile.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  await tiles.last().scrollIntoViewIfNeeded();
  const last = await tiles.last().boundingBox();
  expect((last?.x ?? 0) + (last?.width ?? Infinity)).toBeLessThanOrEqual(PHONE.width);
  const isCut = '(part) => part.scrollWidth > part.clientWidth + 1';
  expect(await page.evaluate(`[...document.querySelectorAll('[data-status] span span')].some(${isCut})`)).toBe(false);
  expect(await page.evaluate(`[...document.querySelectorAll('[role="search"] input')].some(${isCut})`)).toBe(false);
});

test('the detail of a device and another group keep the filter', async ({ open, simulated }) => {
  await using _off = simulated.turnOff(5);
  const page = await open(`${LIST}?state=offline`);
  const { names } = deviceList(page);
  await expect(names).toHaveText([simulated.device(5).alias]);
  await names.first().click();
  await expect(page).toHaveURL(/\/device\/all\/\d+\?state=offline$/u);
  await page.keyboard.press('Escape');
  await expect(names).toHaveCount(1);
  // So does another list.
  await treeItem(page, 'ROOT').click();
  await expect(page).toHaveURL(/\/device\/\d+\?state=offline$/u);
  await expect(names).toHaveText([simulated.device(5).alias]);
});

test.concurrent(
  'an open alert is counted until it is over, in every browser',
  { tags: 'core' },
  async ({ open, stack }) => {
    const company = await addCompany(stack);
    await using simulated = await startDevices(company, 3);
    const device = simulated.devices.toSorted((a, b) => a.alias.localeCompare(b.alias)).at(-1) ?? simulated.device(0);
    const page = await open(LIST, { as: company.client });
    const { tile, names } = deviceList(page);
    await expect(names).toHaveCount(3);
    await leaveList(page);
    await expect(tile('Alerts')).toContainText('0');
    const alert_code = AlertCode.parse(alertCodeOf(device.dev_os_id, alertKindNumbers.memoryUsage));
    const others = simulated.devices.filter(({ dev_os_id: os }) => os === device.dev_os_id);
    const params = { pk: String(company.home) };
    await company.client.call(updateGroup, {
      params,
      body: { update_key: 'alert', alert_code, alert_time: null, alert_th_value: 1 },
    });
    await expect(tile('Alerts')).toContainText(String(others.length));
    await tile('Alerts').click();
    await expect(names).toHaveText(others.map(({ alias }) => alias).toSorted());
    await page.reload();
    // Another browser reads what is open.
    await expect(tile('Alerts')).toContainText(String(others.length));
    // So does its bell, where they are one line.
    await page.getByRole('button', { name: /^Alerts, requests and notices/u }).click();
    await page.getByRole('tab', { name: 'Incidents (1)' }).click();
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveText([/Memory usage/u]);
    await page.keyboard.press('Escape');

    await company.client.call(updateGroup, { params, body: { delete_key: alert_code } });
    await expect(tile('Alerts')).toContainText('0');
    await expect(page.getByText('No matches')).toBeVisible();
  },
);

test.concurrent('a device over a threshold is counted, filtered and first; its value is red', async ({
  open,
  stack,
}) => {
  const company = await addCompany(stack);
  using first = await connectDevice(company, 'A calm device');
  using last = await connectDevice(company, 'Z busy device');
  const page = await open(LIST, { as: company.client });
  const { tile, names, cell } = deviceList(page);
  await expect(names).toHaveText([first.alias, last.alias]);
  first.report({ cpu_usage: 20 });
  last.report({ cpu_usage: 93 });
  await expect(tile('High usage')).toContainText('1');
  await page.reload();
  await expect(names.first()).toHaveText(last.alias);
  await expect(cell(last, 'cpu_usage')).toHaveText('93.0%');
  await tile('High usage').click();
  await expect(names).toHaveText([last.alias]);
  await expect(page).toHaveURL(/state=over_threshold/u);
});

test.concurrent('a device that waits for approval is counted, and approved from its row', async ({ open, stack }) => {
  const company = await addCompany(stack);
  await using simulated = await startDevices(company, 2);
  const page = await open(LIST, { as: company.client });
  const { tile, names, cell } = deviceList(page);
  await expect(names).toHaveCount(2);
  const device = simulated.device(1);
  await company.client.call(changeDeviceApproval, {
    params: { pk: String(device.pk) },
    body: { approval: 0 },
  });
  await expect(tile('Awaiting approval')).toContainText('1');
  await tile('Awaiting approval').click();
  await expect(names).toHaveText([device.alias]);
  await expect(cell(device, 'alive')).toHaveText('Awaiting approval');
  const approve = cell(device, 'actions').getByRole('button', { name: 'Approve' });
  {
    await using _off = simulated.turnOff(1);
    await expect(cell(device, 'alive')).toHaveText('Offline · Awaiting approval');
    await expect(approve).toBeDisabled();
    await expect(approve).toHaveAccessibleDescription(problems.not_online_warning.en);
    await approve.click({ force: true });
    const refusal = page.getByRole('alert').filter({ hasText: problems.not_online_warning.en });
    // It covers the row.
    await refusal.getByRole('button', { name: 'Close' }).click();
    await expect(refusal).toBeHidden();
  }
  await expect(approve).toBeEnabled();
  await approve.click();
  await expect(tile('Awaiting approval')).toContainText('0');
});

test.concurrent('problems come first on the first visit; a chosen order is kept', async ({ open, stack }) => {
  const company = await addCompany(stack);
  await using simulated = await startDevices(company, 3);
  const byName = simulated.devices.map(({ alias }) => alias).toSorted();
  const last = simulated.devices.findIndex(({ alias }) => alias === byName.at(-1));
  await using _off = simulated.turnOff(last);
  const page = await open(LIST, { as: company.client });
  const { names, sortBy, cell, tile } = deviceList(page);
  const sort = page.getByRole('combobox', { name: 'Sort' });
  await expect(sort).toHaveValue('Problems first');
  await expect(cell(simulated.device(last), 'alive')).toHaveText('Offline');
  // Behind those with a value in red, and no others.
  const placeAmongRed = async () => {
    const place = (await names.allTextContents()).indexOf(byName.at(-1) ?? '');
    return place - Number((await tile('High usage').innerText()).replaceAll(/\D/gu, ''));
  };
  await leaveList(page);
  await expect.poll(placeAmongRed).toBe(0);
  await sortBy('Name');
  await expect(names).toHaveText(byName);
  await page.reload();
  await expect(names).toHaveText(byName);
  await expect(sort).toHaveValue('Name');
});

test.concurrent('each tile has its last hour, with a text for those who do not see the line', async ({
  open,
  stack,
}) => {
  const company = await addCompany(stack);
  await using simulated = await startDevices(company, 2);
  const [device] = simulated.devices;
  await asSuperuser(stack, async (sql) => {
    await sql`update devices set created_at = now() - interval '2 hours' where company_fk = ${company.pk}`;
    await sql`
      insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, generate, ended_at)
      values (${company.pk}, ${device?.pk ?? 0}, ${device?.alias ?? ''}, 1, 'IW2', now() - interval '40 minutes',
        now() - interval '20 minutes')`;
    // Before the hour: it shows that the connections of the past are not taken for the present ones.
    await sql`
      insert into connections (id, company_fk, device_fk, connected_at, disconnected_at)
      values (${randomUUID()}, ${company.pk}, ${device?.pk ?? 0}, now() - interval '90 minutes', now() - interval '80 minutes')`;
  });
  const page = await open(LIST, { as: company.client });
  const { tile } = deviceList(page);
  const hourOf = (name: string) => tile(name).getByRole('img', { name: /^Last hour/u });
  await expect(hourOf('Offline')).toHaveAccessibleName('Last hour: between 0 and 2');
  await expect(hourOf('Alerts')).toHaveAccessibleName('Last hour: between 0 and 1');
  await expect(hourOf('Awaiting approval')).toHaveAccessibleName('Last hour: between 0 and 0');
  await expect(hourOf('Online')).toHaveAccessibleName('Last hour: between 0 and 2');
});
