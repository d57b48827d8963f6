import { exportCompanyData, requestCompanyDeletion, updateCompany } from '@vigil/shared/contract/routes/company';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DialogStack } from '../../app/shell/dialogs.tsx';
import type { Api } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { administrator, sampleProfile } from '../../testing/sample-profile.ts';
import { CompanyDataSection } from './company-data-section.tsx';
import { CompanySection } from './company-section.tsx';

const end = Date.parse('2026-12-31T15:00:00Z');
const licence = {
  ...sampleProfile.license,
  list: [
    {
      pay_pk: 1 as never,
      pay_type: 'Corporate',
      pay_expire: new Date(end).toISOString(),
      pay_dev_vol: 10,
      pay_lisence_ref: null,
      linked: false,
      expireTimeStamp: end,
      isExpired: false,
      manager_limit: 5,
      starts: '2026-01-01T00:00:00.000Z',
    },
  ],
};

async function open(profile: Partial<typeof sampleProfile> = {}) {
  const sent: [object, unknown][] = [];
  const call = (async (endpoint: object, input?: { body?: unknown }) => {
    sent.push([endpoint, input?.body]);
    return { objects: [], meta: {} };
  }) as unknown as Api['call'];
  await render(
    <>
      <CompanySection />
      <CompanyDataSection />
      <DialogStack />
    </>,
    { profile: { ...administrator, license: licence, ...profile }, api: { call } },
  );
  return (endpoint: object) => sent.filter(([one]) => one === endpoint).map(([, body]) => body);
}

test('the company is renamed after a question', async () => {
  const sent = await open();
  await page.getByRole('button', { name: /^Name/u }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Hanbit');
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/“Company” becomes “Hanbit”/u);
  expect(sent(updateCompany)).toEqual([]);
  await dialog.getByRole('button', { name: 'Rename company' }).click();
  await expect.poll(() => sent(updateCompany)).toEqual([{ company_name: 'Hanbit' }]);
});

test('another time zone says what it changes', async () => {
  const sent = await open();
  await page.getByRole('textbox', { name: 'Time zone' }).fill('London');
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/Licences end on the clock of Europe\/London/u);
  await expect.element(dialog).toMatchTextContent(/2026\/12\/31 \(until now 2026\/12\/31\)/u);
  await dialog.getByRole('button', { name: 'Change time zone' }).click();
  await expect.poll(() => sent(updateCompany)).toEqual([{ time_zone_id: 17 }]);
});

test('all data is exported after the password', async () => {
  const sent = await open();
  await page.getByRole('button', { name: 'Export all data' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Current password').fill('Passw0rd!');
  await dialog.getByRole('button', { name: 'Export all data' }).click();
  await expect.poll(() => sent(exportCompanyData)).toEqual([{ origin_pw: 'Passw0rd!' }]);
});

test('the account is deleted only after the name of the company and the password', async () => {
  const sent = await open();
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Delete account' });
  await expect.element(submit).toBeDisabled();
  await dialog.getByLabelText('Type the name of the company: Company').fill('Company');
  await submit.click();
  await expect.element(dialog).toMatchTextContent(/Enter your current password/u);
  expect(sent(requestCompanyDeletion)).toEqual([]);
  await dialog.getByLabelText('Current password').fill('Passw0rd!');
  await submit.click();
  await expect.poll(() => sent(requestCompanyDeletion)).toEqual([{ company_name: 'Company', origin_pw: 'Passw0rd!' }]);
});

test('a session by a link exports and deletes nothing', async () => {
  await open({ by_password: false });
  await expect.element(page.getByRole('button', { name: 'Export all data' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Delete account' })).toBeDisabled();
});

test('others read name and licence, and change nothing', async () => {
  await open({ type: 'Member', member_type_id: 1 });
  expect(page.getByRole('textbox', { name: 'Time zone' }).elements()).toEqual([]);
  expect(page.getByRole('link', { name: 'Buy or renew' }).elements()).toEqual([]);
});
