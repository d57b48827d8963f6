import type { Locator, Page } from 'playwright';
import type { Device } from './simulated-devices.ts';

/** The list of devices on the screen, in any of its forms. */
export interface DeviceListView {
  readonly heading: Locator;
  /** Of the table. */
  cell(device: Pick<Device, 'pk'>, column: string): Locator;
  checkbox(device: Device): Locator;
  /** Ticks devices of the table. */
  select(...devices: readonly Device[]): Promise<void>;
  /** Of the table, from top to bottom. */
  readonly names: Locator;
  /** A card, a live tile or a line on a phone. */
  card(device: Device): Locator;
  showAs(view: 'Table' | 'Cards' | 'Screens'): Promise<void>;
  /** Turns the table into fields, and back. */
  readonly edit: Locator;
  /** Chooses an order by its name in the toolbar. */
  sortBy(name: string): Promise<void>;
  /** Ticks columns that are hidden at first. */
  showColumns(...names: readonly string[]): Promise<void>;
  /** Of the strip above the list. */
  tile(name: string): Locator;
  readonly bulk: Locator;
  readonly menu: Locator;
}

export const deviceList = (page: Page): DeviceListView => {
  const part = (device: Pick<Device, 'pk'>): Locator => page.locator(`.ag-row[row-id="${device.pk}"]`);
  const bulk = page.getByRole('toolbar', { name: 'Actions for selected devices' });
  const checkbox = (device: Device): Locator => part(device).getByRole('checkbox');
  return {
    heading: page.getByRole('main').getByRole('heading', { level: 1 }).locator('..'),
    cell: (device, column) => part(device).locator(`[col-id="${column}"]`),
    checkbox,
    select: async (...devices) => {
      for (const device of devices) {
        await checkbox(device).check();
        // It takes its room from the list, whose last rows move then.
        await bulk.waitFor();
      }
    },
    names: page.locator('.ag-row [col-id="alias"] a'),
    card: (device) =>
      page.getByRole('list', { name: 'Devices' }).getByRole('listitem').filter({ hasText: device.alias }),
    showAs: (view) =>
      page.getByRole('radiogroup', { name: 'View mode' }).locator('label').filter({ hasText: view }).click(),
    edit: page.getByRole('search').getByRole('button', { name: 'Edit', exact: true }),
    sortBy: async (name) => {
      await page.getByRole('combobox', { name: 'Sort' }).click();
      await page.getByRole('option', { name, exact: true }).click();
    },
    showColumns: async (...names) => {
      await page.getByRole('button', { name: 'Columns' }).click();
      for (const name of names) await page.getByRole('checkbox', { name, exact: true }).check();
      await page.keyboard.press('Escape');
    },
    tile: (name) => page.getByRole('group', { name: 'State of these devices' }).getByRole('button', { name }),
    bulk,
    menu: page.getByRole('menu'),
  };
};

const NAVIGATION = 'Groups and devices';

/** Where nothing of the list is under the pointer. */
export const leaveList = (page: Page): Promise<void> => page.getByRole('banner').hover();

export const treeItem = (page: Page, name: string): Locator =>
  page.getByRole('tree', { name: NAVIGATION }).getByRole('treeitem').filter({ hasText: name });

/** Live, Polling or Offline. */
export const connectionChip = (page: Page): Locator => page.getByRole('banner').getByRole('status');
