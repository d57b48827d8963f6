import { readFile } from 'node:fs/promises';
import { asSuperuser } from '../support/superuser.ts';
import { readSheet } from '../support/workbook.ts';
import { expect, test } from './support/test.ts';

const ALERTS = 3;

test(
  'from the dashboard over a month of the alert statistics to the alerts that it counts, and to their file',
  { tags: 'core' },
  async ({ open, stack, company }) => {
    await asSuperuser(
      stack,
      (sql) => sql`
      insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, alert_value, generate, ended_at)
      select ${company.pk}, 1, 'Kiosk ' || n, 1, 'IW2', 90 + n, now() - n * interval '1 millisecond', now()
      from generate_series(1, ${ALERTS}::int) n`,
    );
    const page = await open('/en/statistics');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await page.getByRole('link', { name: 'Alert statistics' }).click();
    await expect(page.getByText(`${ALERTS} alerts`)).toBeVisible();

    // The month is the row of the table beside its bar.
    await page.getByRole('link', { name: /^\d{4}-\d{2}$/u }).click();
    await expect(page.getByRole('heading', { name: 'Alert history' })).toBeVisible();
    expect(page.url()).toMatch(/from=\d{4}-\d{2}-01&to=\d{4}-\d{2}-\d{2}/u);
    await expect(page.getByText('Kiosk 1')).toBeVisible();

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = await saving;
    const { rows } = await readSheet(await readFile(await download.path()));
    expect(rows.slice(1).map(([device]) => device)).toEqual(['Kiosk 1', 'Kiosk 2', 'Kiosk 3']);
  },
);
