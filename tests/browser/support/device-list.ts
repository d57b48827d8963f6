import type { Locator, Page } from 'playwright';
import type { Device } from './simulated-devices.ts';

/** The list of devices on the screen, in any of its forms. */
export interface DeviceListView {
  readonly heading: Locator;
  /** Of the table; its row is in two parts, of which one scrolls sideways. */
  cell(device: Device, column: string): Locator;
  checkbox(device: Device): Locator;
  /** Of the table, from top to bottom. */
  readonly names: Locator;
  /** A card, a live tile or a line on a phone. */
  card(device: Device): Locator;
  showAs(view: 'Table' | 'Cards' | 'Live'): Promise<void>;
  readonly bulk: Locator;
  readonly menu: Locator;
}

export const deviceList = (page: Page): DeviceListView => {
  const part = (device: Device): Locator => page.locator(`.ag-row[row-id="${device.pk}"]`);
  return {
    heading: page.getByRole('main').getByRole('heading', { level: 1 }).locator('..'),
    cell: (device, column) => part(device).locator(`[col-id="${column}"]`),
    checkbox: (device) => part(device).getByRole('checkbox'),
    names: page.locator('.ag-row [col-id="alias"] a'),
    card: (device) =>
      page.getByRole('list', { name: 'Devices' }).getByRole('listitem').filter({ hasText: device.alias }),
    showAs: (view) => page.getByRole('radiogroup', { name: 'View' }).locator('label').filter({ hasText: view }).click(),
    bulk: page.getByRole('toolbar', { name: 'Actions for selected devices' }),
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
