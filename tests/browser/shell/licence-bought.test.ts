import { createPayment } from '@vigil/shared/contract/http/payments';
import type { Page } from 'playwright';
import { asSuperuser } from '../../support/superuser.ts';
import { addCompany, addMember } from '../support/companies.ts';
import { startDevices } from '../support/simulated-devices.ts';
import { expect, test } from '../support/test.ts';

const GATE = 'More devices than your licence allows';

/** Counts the announcements of a licence that a page receives from now on. */
function countLicenceChanges(page: Page): () => number {
  let count = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"licence_changed"')) count += 1;
    }),
  );
  return () => count;
}

test('a bought licence opens the closed gate in every browser of the company, and in no other one', async ({
  open,
  stack,
}) => {
  const [company, other] = [await addCompany(stack), await addCompany(stack)];
  await using _devices = await startDevices(company, 2);
  await using _others = await startDevices(other, 2);
  const member = await stack.signIn(await addMember(stack, company, [company.home]));
  await asSuperuser(
    stack,
    (sql) => sql`update licences set device_volume = 1 where company_fk in ${sql([company.pk, other.pk])}`,
  );
  // What is asked in the moment of a change is answered with 402.
  const expected = /402/u;
  const pages = {
    admin: await open('/en/payments', { as: company.client, expected }),
    member: await open('/en/device/all', { as: member, expected }),
    other: await open('/en/device/all', { as: other.client, expected }),
  };
  await expect(pages.member.getByRole('heading', { name: GATE })).toBeVisible();
  await expect(pages.other.getByRole('heading', { name: GATE })).toBeVisible();
  const changes = {
    admin: countLicenceChanges(pages.admin),
    member: countLicenceChanges(pages.member),
    other: countLicenceChanges(pages.other),
  };
  for (const page of Object.values(pages)) {
    const connected = page.waitForEvent('websocket');
    await page.reload();
    await connected;
  }
  await expect(pages.admin.getByText('No payments yet')).toBeVisible();
  await expect(pages.admin.getByRole('link', { name: 'Devices' })).toHaveCount(0);

  const body = { items: [{ type: 'Corporate' as const, vol: 5, period: 1 }], total: 22_500 };
  const { window_url } = (await company.client.call(createPayment, { body })).objects;
  // Before the licence: the page of payments follows also while the company is blocked.
  await expect(pages.admin.getByRole('cell', { name: '22,500 WON' })).toBeVisible();
  const paid = await fetch(new URL(window_url, stack.url), {
    method: 'POST',
    body: new URLSearchParams({ method: 'SC0010', outcome: 'success', delivery: 'once' }),
  });
  expect(paid.status).toBe(200);
  await expect(pages.member.getByRole('heading', { name: 'All devices' })).toBeVisible();
  await expect(pages.admin.getByRole('link', { name: 'Devices' }).first()).toBeVisible();
  await expect(pages.admin.getByRole('cell', { name: 'Paid' })).toBeVisible();
  expect([changes.admin(), changes.member()]).toEqual([1, 1]);
  await expect(pages.other.getByRole('heading', { name: GATE })).toBeVisible();
  expect(changes.other()).toBe(0);
});
