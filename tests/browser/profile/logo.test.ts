import type { Page } from 'playwright';
import { addCompany } from '../support/companies.ts';
import { expectPainted } from '../support/images.ts';
import { expect, test } from '../support/test.ts';

const PATH = '/en/management/profile/company';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#264"/></svg>`;

async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'image/svg+xml' }));
    return data;
  })()`);
  await page.getByText('PNG, JPEG, WebP or SVG').dispatchEvent('drop', { dataTransfer });
}

test.concurrent('a logo is chosen, looked at, saved for everybody and removed again', async ({ open, stack }) => {
  const { client } = await addCompany(stack);
  const page = await open(PATH, { as: client });
  const section = page.getByRole('region', { name: 'Company logo' });
  const logo = page.getByRole('banner').getByRole('img', { name: 'Northwind' });
  await section.locator('input[type=file]').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(SVG),
  });
  await expectPainted(section.getByRole('img', { name: 'Preview of the new logo' }));
  await expect(logo).toHaveCount(0);
  await section.getByRole('button', { name: 'Save' }).click();
  await expectPainted(logo);

  await section.getByRole('button', { name: 'Remove logo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove logo' }).click();
  await expect(logo).toHaveCount(0);
});

test.concurrent('a file may be dropped, and one that is no image is refused', async ({ open, stack }) => {
  const { client } = await addCompany(stack);
  const page = await open(PATH, { as: client, expected: /422/u });
  const section = page.getByRole('region', { name: 'Company logo' });
  await drop(page, 'notes.svg', 'only words');
  await expect(section).toContainText('notes.svg');
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByRole('alert')).toHaveText('This file type is not supported.');
  await drop(page, 'logo.svg', SVG);
  await section.getByRole('button', { name: 'Save' }).click();
  await expectPainted(page.getByRole('banner').getByRole('img', { name: 'Northwind' }));
});
