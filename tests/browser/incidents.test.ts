import { AlertCode } from '@vigil/shared/contract/alert';
import { updateGroup } from '@vigil/shared/contract/http/groups';
import { alertCodeOf, alertKindNumbers } from '@vigil/shared/domain/thresholds';
import { createCheck } from './support/axe.ts';
import { addCompany, type Company } from './support/companies.ts';
import { startDevices, type SimulatedDevices } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';

const DEVICES = 3;

/** Sets the memory threshold of the default group for each system that the devices have. */
async function setThreshold({ client, home }: Company, { devices }: SimulatedDevices, value: number): Promise<void> {
  for (const os of new Set(devices.map((device) => device.dev_os_id))) {
    const alert_code = AlertCode.parse(alertCodeOf(os, alertKindNumbers.memoryUsage));
    const body = { update_key: 'alert' as const, alert_code, alert_time: null, alert_th_value: value };
    await client.call(updateGroup, { params: { pk: String(home) }, body });
  }
}

test(
  'alerts that begin together are one incident, which two browsers follow from its opening to its end',
  { tags: 'core' },
  async ({ open, stack }) => {
    const company = await addCompany(stack);
    await using simulated = await startDevices(company, DEVICES);
    const { check, found } = createCheck();
    const [page, other] = [
      await open('/en/device/all', { as: company.client }),
      await open('/ko/incidents', { as: company.client }),
    ];
    await page.getByRole('button', { name: /^Alerts, requests and notices/u }).click();
    // A notice of another test may have come first.
    await page.getByRole('tab', { name: /^Incidents/u }).click();
    await page.getByRole('link', { name: 'All incidents' }).click();
    await expect(page.getByText('No thresholds are set: nothing raises an alert.')).toBeVisible();
    await check(page, 'no incidents');

    await setThreshold(company, simulated, 1);
    const line = page.getByRole('link', { name: /3 devices – Memory usage/u });
    await expect(line).toBeVisible();
    await expect(page.getByText('1 incident is open.')).toBeVisible();
    await expect(other.getByRole('link', { name: /장치 3대 – 메모리 사용률/u })).toBeVisible();
    // By the keyboard alone.
    await line.press('Enter');
    const detail = page.getByRole('region', { name: /3 devices – Memory usage/u });
    await expect(detail.getByRole('list', { name: 'Alerts' }).getByRole('listitem')).toHaveCount(DEVICES);
    await expect(detail).toContainText('3 of 3 alerts open');
    await check(page, 'an incident', { phone: true });
    await detail.getByRole('button', { name: 'Acknowledge' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Acknowledge' });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('New software, more memory is ordered');
    await dialog.getByRole('button', { name: 'Acknowledge' }).press('Enter');
    await expect(detail).toContainText(/Acknowledged by .+/u);
    await other.getByRole('link', { name: /장치 3대/u }).click();
    await expect(other.getByText('New software, more memory is ordered')).toBeVisible();
    await expect(other.getByRole('region', { name: /장치 3대/u }).getByText('확인됨')).toBeVisible();

    await setThreshold(company, simulated, 100);
    await expect(detail.getByText('All 3 alerts are over')).toBeVisible();
    await expect(page.getByText('Nothing is open.')).toBeVisible();
    await expect(detail.getByRole('button')).toHaveCount(0);
    await page.getByText('Resolved', { exact: true }).first().click();
    await expect(page.getByRole('list', { name: 'Incidents' }).getByRole('listitem')).toHaveCount(1);
    expect(found).toEqual([]);
  },
);

test('an incident is resolved by a user before its alerts are over', async ({ open, stack }) => {
  const company = await addCompany(stack);
  await using simulated = await startDevices(company, 1);
  await setThreshold(company, simulated, 1);
  const page = await open('/ja/incidents', { as: company.client });
  await page.getByRole('link', { name: /メモリ使用率/u }).click();
  await page.getByRole('button', { name: '解決', exact: true }).click();
  await page.getByRole('dialog', { name: '解決' }).getByRole('button', { name: '解決', exact: true }).click();
  await expect(page.getByText('未解決のインシデントはありません。')).toBeVisible();
  await expect(page.getByRole('region', { name: /メモリ使用率/u }).getByText('解決済み')).toBeVisible();
});
