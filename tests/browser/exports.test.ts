import { readFile } from 'node:fs/promises';
import { postExport } from '@vigil/shared/contract/http/exports';
import type { Page } from 'playwright';
import { readSheet } from '../support/workbook.ts';
import { expect, test } from './support/test.ts';

/** The names in the file that the page saves after this. */
async function savedNames(page: Page, act: () => Promise<void>): Promise<unknown[]> {
  const saving = page.waitForEvent('download');
  await act();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^devices_\d{4}-\d\d-\d\d\.xlsx$/u);
  const { rows } = await readSheet(await readFile(await download.path()));
  return rows.slice(1).map(([name]) => name);
}

test('the list is saved as it is shown, or what is selected of it', { tags: 'core' }, async ({ open, simulated }) => {
  const page = await open('/en/device/all');
  const names = simulated.devices.map(({ alias }) => alias);
  await expect(page.getByText(names[0] ?? '')).toBeVisible();
  const tray = page.getByRole('region', { name: 'Exports' });
  const all = await savedNames(page, () => page.getByRole('button', { name: 'Export list to Excel' }).click());
  expect(new Set(all)).toEqual(new Set(names));
  await expect(tray.getByText(`${names.length} rows`)).toBeVisible();
  await expect(tray).toBeHidden({ timeout: 20_000 });

  await page.getByRole('textbox', { name: /^Search/u }).fill(names[3] ?? '');
  await expect(page.getByText(names[0] ?? '')).toBeHidden();
  const found = await savedNames(page, () => page.getByRole('button', { name: 'Export list to Excel' }).click());
  expect(found).toEqual([names[3]]);
});

test('an export of another visit is found again, saved and removed', async ({ open, company, simulated }) => {
  const ask = (device: number) =>
    company.client.call(postExport, {
      body: { export_id: 'deviceListTable', device_pks: [simulated.device(device).pk] },
    });
  await ask(1);
  const page = await open('/en/management/profile');
  const tray = page.getByRole('region', { name: 'Exports' });
  await expect(tray.getByText('1 rows')).toBeVisible();
  expect(await savedNames(page, () => tray.getByRole('link', { name: 'Save file' }).click())).toEqual([
    simulated.device(1).alias,
  ]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await ask(2);
  await expect(tray.getByText('1 rows')).toBeVisible();
  await tray.getByRole('button', { name: 'Remove export' }).click();
  await expect(tray).toBeHidden();
});
