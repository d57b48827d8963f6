import { asSuperuser } from '../support/superuser.ts';
import { addCompany } from './support/companies.ts';
import { expect, test } from './support/test.ts';

test('a licence is renewed through the payment window, and its payment is listed with a receipt', async ({
  open,
  stack,
}) => {
  const company = await addCompany(stack);
  await asSuperuser(stack, (sql) => sql`update licences set device_volume = 3 where company_fk = ${company.pk}`);
  const page = await open('/en/management/license', { as: company.client });
  await page.getByRole('button', { name: 'Renew' }).click();
  const panel = page.getByRole('dialog', { name: 'Update service' });
  await expect(panel.getByText('3 devices × 12 months × 4,500 WON')).toBeVisible();
  await expect(panel.getByText('135,000 WON')).toBeVisible();

  const opening = page.waitForEvent('popup');
  await panel.getByRole('button', { name: 'Pay' }).click();
  const popup = await opening;
  await expect(popup.getByText('135,000 WON')).toBeVisible();
  await popup.getByRole('radio', { name: 'Card' }).check();
  await popup.getByRole('button').click();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Close' }).click();
  await closed;

  await expect(page.getByText('The licence is valid now')).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Renew' }).nth(1)).toBeDisabled();

  await page.getByRole('link', { name: 'Payments' }).click();
  const row = page.getByRole('row').nth(1);
  for (const text of ['Corporate', '135,000 WON', 'Card', 'Paid']) await expect(row).toContainText(text);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Receipt' }).getByText('Northwind')).toBeVisible();
  await expect(page.getByText('Commitment of 1 year: 2 months free')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('region', { name: 'Receipt' }).getByText('Northwind')).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});
