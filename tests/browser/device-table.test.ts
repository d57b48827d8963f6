import { writePreference, type Preference } from '@vigil/shared/contract/http/preferences';
import type { Locator, Page } from 'playwright';
import { asSuperuser } from '../support/superuser.ts';
import { addCompany } from './support/companies.ts';
import { connectDevice, type ConnectedDevice } from './support/connected-device.ts';
import { deviceList, leaveList } from './support/device-list.ts';
import { signInAs, signOut } from './support/sign-in-form.ts';
import { expect, test } from './support/test.ts';
import { addNamedUser } from './support/users.ts';

const LIST = '/en/device/all';

/** Of the page: these tests are compiled without the types of a browser. */
interface Styles {
  getComputedStyle(node: unknown): { getPropertyValue(name: string): string };
}
const styleOf = (part: Locator, property: string): Promise<string> =>
  part.evaluate(
    (node: unknown, name) => (globalThis as unknown as Styles).getComputedStyle(node).getPropertyValue(name),
    property,
  );
const isOpaque = async (part: Locator): Promise<boolean> => Number(await styleOf(part, 'opacity')) > 0.9;
/** What is wider than the view, in pixels. */
const overflow = (page: Page): Promise<number> =>
  page
    .locator('.ag-body-horizontal-scroll-viewport')
    .evaluate((node: { scrollWidth: number; clientWidth: number }) => node.scrollWidth - node.clientWidth);

test.concurrent('the first columns fit beside the tree at 1440 px; the rest is in the chooser', async ({
  open,
  simulated,
}) => {
  const page = await open(LIST);
  const { cell, names } = deviceList(page);
  const device = simulated.device(0);
  await expect(names).toHaveCount(12);
  expect(await overflow(page)).toBe(0);
  await expect(page.getByRole('columnheader', { name: 'MAC address' })).toBeHidden();
  // The name says which system and which group.
  const group = cell(device, 'alias').getByTitle('ROOT', { exact: true });
  await expect(group).toHaveText('ROOT');
  // Room for a device and a group with names as long as those of the simulated sites.
  expect((await cell(device, 'alias').boundingBox())?.width).toBeGreaterThan(270);
  await expect(cell(device, 'alias').getByRole('img', { name: /Windows|Linux|macOS|Android|iOS/u })).toBeVisible();

  await page.getByRole('button', { name: 'Columns' }).click();
  const boxes = page.getByRole('dialog').getByRole('checkbox');
  await expect(boxes).toHaveCount(16);
  const reset = page.getByRole('button', { name: 'Reset columns' });
  await expect(reset).toBeDisabled();
  await page.getByRole('checkbox', { name: 'MAC address' }).check();
  await expect(page.getByRole('columnheader', { name: 'MAC address' })).toBeVisible();
  await reset.click();
  await expect(page.getByRole('columnheader', { name: 'MAC address' })).toBeHidden();
});

test.concurrent('what does not fit scrolls, with a scrollbar that is seen; name and actions stay', async ({
  open,
  simulated,
}) => {
  const page = await open(LIST, { width: 1_100 });
  const { cell } = deviceList(page);
  const device = simulated.device(0);
  await expect(cell(device, 'alias')).toBeVisible();
  await expect.poll(() => overflow(page)).toBeGreaterThan(0);
  const bar = page.locator('.ag-body-horizontal-scroll');
  expect((await bar.boundingBox())?.height).toBeGreaterThanOrEqual(8);
  await expect(cell(device, 'actions')).toBeInViewport();
});

test.concurrent('a row shows its actions to the pointer and to the keyboard', async ({ open, simulated }) => {
  const page = await open(LIST);
  const { cell } = deviceList(page);
  const device = simulated.device(1);
  const more = cell(device, 'actions').getByRole('button', { name: `More actions for ${device.alias}` });
  await expect(more).toBeAttached();
  await leaveList(page);
  await expect.poll(() => isOpaque(more)).toBe(false);
  await cell(device, 'alias').hover();
  await expect.poll(() => isOpaque(more)).toBe(true);
  await leaveList(page);
  await expect.poll(() => isOpaque(more)).toBe(false);
  await cell(device, 's_pri_ip').click();
  await leaveList(page);
  await expect.poll(() => isOpaque(more)).toBe(true);

  await more.click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await expect(page).toHaveURL(new RegExp(`/device/all/${device.pk}$`, 'u'));
});

test.concurrent('the row of the open device is marked, and only that one', async ({ open, simulated }) => {
  const [first, second] = [simulated.device(2), simulated.device(3)];
  const page = await open(`${LIST}/${first.pk}`);
  const { cell } = deviceList(page);
  const current = page.locator('.ag-row a[aria-current="true"]');
  await expect(current).toHaveText(first.alias);
  const colour = (device: typeof first) => styleOf(cell(device, 'alias'), 'background-color');
  await leaveList(page);
  await expect.poll(() => colour(first)).not.toBe(await colour(second));
  await cell(second, 'alias').getByRole('link').click();
  await expect(current).toHaveText(second.alias);
  await leaveList(page);
  await expect.poll(() => colour(second)).not.toBe(await colour(first));
});

test.concurrent('usage below 60 % is muted', async ({ open, stack }) => {
  const company = await addCompany(stack);
  using calm = await connectDevice(company, 'Calm');
  using busy = await connectDevice(company, 'Busy');
  calm.report({ hdd_usage: 59 });
  busy.report({ hdd_usage: 60 });
  const page = await open(LIST, { as: company.client });
  const { cell } = deviceList(page);
  const measure = (device: ConnectedDevice): Locator => cell(device, 'hdd_usage').locator('span');
  // An offline device is muted, whatever its usage.
  for (const device of [calm, busy]) await expect(cell(device, 'alive')).toHaveText('Online');
  await expect(measure(calm)).toHaveText('59.0%');
  await expect(measure(busy)).toHaveText('60.0%');
  expect(await styleOf(measure(calm), 'color')).not.toBe(await styleOf(measure(busy), 'color'));
});

test(
  'the form of the list follows its user to another browser, and a form that cannot be read does not',
  { tags: 'core' },
  async ({ open, stack, company, simulated }) => {
    const ann = await addNamedUser(stack, company, { name: 'Ann Park' });
    const [here, there] = [await stack.signIn(ann), await stack.signIn(ann)];
    const page = await open(LIST, { as: here, savesChoices: true });
    const { cell, names, showColumns, sortBy } = deviceList(page);
    await showColumns('MAC address');
    await sortBy('Name');
    await page.getByRole('button', { name: /^Appearance/u }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    // Signing out at once does not lose the last choice.
    await signOut(page);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();

    const other = await open(LIST, { as: there, savesChoices: true });
    await expect(deviceList(other).cell(simulated.device(0), 'mac_addr')).toBeVisible();
    await expect(other.getByRole('combobox', { name: 'Sort' })).toHaveValue('Name');
    await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

    // Another user of the same browser, and the first one again.
    await signInAs(page, await addNamedUser(stack, company, { name: 'Bo Lind' }));
    await expect(names).toHaveCount(12);
    await expect(page.getByRole('columnheader', { name: 'MAC address' })).toBeHidden();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await signOut(page);
    const order = ['alias', 'actions', 'mac_addr', 'alive', 'cpu_usage', 'gone_column'];
    const layout = order.map((colId) => ({ colId, width: 150, flex: colId === 'alias' ? 1 : null }));
    const store = async (key: string, value: Preference['value']) => {
      await there.call(writePreference, { params: { key }, body: { value } });
    };
    await store('column_layout', layout);
    await signInAs(page, ann);
    await expect(cell(simulated.device(0), 'mac_addr')).toBeVisible();
    const titles = (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
    expect(titles.indexOf('MAC address')).toBeLessThan(titles.indexOf('State'));
    expect(titles.at(-1)).toBe('Actions');

    await store('columns', { of: 'another form' });
    await store('column_layout', 'text');
    await page.reload();
    await expect(names).toHaveCount(12);
    await expect(page.getByRole('columnheader', { name: 'MAC address' })).toBeHidden();
    expect(await overflow(page)).toBe(0);
  },
);

test.concurrent('ten thousand rows are drawn where they are seen only', async ({ open, stack }) => {
  const company = await addCompany(stack);
  await asSuperuser(
    stack,
    (sql) => sql`
      insert into devices (company_fk, guid, public_key, alias, approval, device_group_fk)
      select ${company.pk}, gen_random_uuid(), left(gen_random_uuid()::text || gen_random_uuid()::text, 44),
        'DEVICE-' || lpad(n::text, 5, '0'), 1, ${company.home}
      from generate_series(0, 9999) as n`,
  );
  const value = { table: 0, icon: 12, live: 12 };
  await company.client.call(writePreference, { params: { key: 'page_size' }, body: { value } });
  const page = await open(LIST, { as: company.client, savesChoices: true });
  const { names, sortBy, tile } = deviceList(page);
  await expect(tile('Offline')).toContainText('10,000');
  await sortBy('Name');
  await expect(names.first()).toHaveText('DEVICE-00000');
  expect(await names.count()).toBeLessThan(80);
  await page
    .locator('.ag-body-vertical-scroll-viewport')
    .evaluate((node: { scrollTop: number; scrollHeight: number }) => {
      node.scrollTop = node.scrollHeight;
    });
  await expect(names.filter({ hasText: 'DEVICE-09999' })).toBeVisible();
  expect(await names.count()).toBeLessThan(80);
});

test.concurrent('a toast covers neither the header, the toolbar nor the bulk bar, and lies under an open menu', async ({
  open,
  simulated,
}) => {
  const page = await open(LIST);
  const { cell, checkbox, bulk } = deviceList(page);
  const device = simulated.device(6);
  await checkbox(device).check();
  await cell(device, 'alias').hover();
  await cell(device, 'favorate').getByRole('button').click();
  const toast = page.getByRole('alert').filter({ hasText: 'favourites' });
  await expect(toast).toBeVisible();
  const box = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const { y, height } = await box(toast);
  for (const above of [page.getByRole('banner'), page.getByRole('search')]) {
    const other = await box(above);
    expect(y).toBeGreaterThanOrEqual(other.y + other.height);
  }
  expect(y + height).toBeLessThanOrEqual((await box(bulk)).y);
  await page.getByRole('button', { name: /^Account/u }).click();
  const level = async (part: Locator) => Number(await styleOf(part, 'z-index'));
  expect(await level(page.getByRole('menu'))).toBeGreaterThan(await level(page.locator('.toasts').last()));
});
