import { asSuperuser } from '../../support/superuser.ts';
import { createCheck } from '../support/axe.ts';
import { addCompany, addMember } from '../support/companies.ts';
import { startDevices } from '../support/simulated-devices.ts';
import { expect, test } from '../support/test.ts';

test(
  'devices beyond the licence open the gate on every screen, and it closes when they are deleted',
  { tags: 'core' },
  async ({ open, stack }) => {
    const company = await addCompany(stack);
    await using simulated = await startDevices(company, 5);
    const member = await stack.signIn(await addMember(stack, company, [company.home]));
    // What was asked in the moment that the gate opened is answered with 402.
    const expected = /402/u;
    const page = await open('/en/device/all', { as: company.client, expected });
    const other = await open('/ko/device/all', { as: member, expected });
    await expect(page.getByRole('heading', { name: 'All devices' })).toBeVisible();
    await asSuperuser(stack, (sql) => sql`update licences set device_volume = 2 where company_fk = ${company.pk}`);

    await expect(page.getByRole('heading', { name: 'More devices than your licence allows' })).toBeVisible();
    await expect(page.getByText('Your company has 5 devices and licences for 2.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Devices beyond the licence: 3' })).toBeVisible();
    const axe = createCheck();
    await axe.check(page, 'licence gate', { phone: true });
    expect(axe.found).toEqual([]);
    await expect(other.getByRole('heading', { name: '라이선스 허용 장치 수를 초과했습니다' })).toBeVisible();
    await expect(other.getByText('관리자에게 문의해 주세요.')).toBeVisible();
    await expect(other.getByRole('button', { name: '라이선스 갱신' })).toBeHidden();
    await expect(other.getByRole('checkbox')).toHaveCount(0);

    // No other page stands behind it but the own profile.
    await page.getByRole('button', { name: /^Account:/u }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
    await page.goto(`${stack.url}/en/support/downloads`);
    await expect(page.getByRole('heading', { name: 'More devices than your licence allows' })).toBeVisible();

    // One by one, and many at once.
    await page
      .getByRole('button', { name: /^Delete device:/u })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Delete devices: 1' });
    await dialog.getByRole('button', { name: 'Delete 1' }).click();
    await expect(page.getByRole('heading', { name: 'Devices beyond the licence: 2' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Delete 2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2' }).click();
    await expect(page.getByText('Deleted: 2')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Downloads' })).toBeVisible();
    // The fleet enrols all at once, so the first to be enrolled may be any of them.
    const [first] = simulated.devices.toSorted((a, b) => a.pk - b.pk);
    await expect(other.getByText(first?.alias ?? '')).toBeVisible();
  },
);
