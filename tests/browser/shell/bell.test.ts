import { AlertCode } from '@vigil/shared/contract/alert';
import { updateGroup } from '@vigil/shared/contract/http/groups';
import { alertCodeOf, alertKinds } from '@vigil/shared/domain/thresholds';
import { addCompany } from '../support/companies.ts';
import { connectionChip } from '../support/device-list.ts';
import { startDevices } from '../support/simulated-devices.ts';
import { expect, test } from '../support/test.ts';

const SAMPLED = { timeout: 25_000 };

for (const [language, words] of [
  ['en', { bell: /^Alerts and requests/u, unread: 'Alerts and requests: 1 new', live: 'Live', kind: 'Memory usage' }],
  ['ko', { bell: /^알림과 요청/u, unread: '알림과 요청: 새 항목 1건', live: '실시간', kind: '메모리 사용률' }],
] as const) {
  test.concurrent(`an alert shows in the bell with its device, until the bell was opened (${language})`, async ({
    open,
    stack,
  }) => {
    const company = await addCompany(stack);
    await using simulated = await startDevices(company, 1);
    const device = simulated.device(0);
    const page = await open(`/${language}/support/downloads`, { as: company.client });
    await expect(connectionChip(page)).toContainText(words.live);
    const alert_code = AlertCode.parse(alertCodeOf(device.dev_os_id, alertKinds.memoryUsage));
    await company.client.call(updateGroup, {
      params: { pk: String(company.home) },
      body: { update_key: 'alert', alert_code, alert_time: null, alert_th_value: 1 },
    });
    const bell = page.getByRole('button', { name: words.bell });
    await expect(bell).toHaveAccessibleName(words.unread, SAMPLED);
    await bell.click();
    const line = page.getByRole('listitem').filter({ hasText: device.alias });
    await expect(line).toContainText(words.kind);
    await expect(line).toContainText(/\d+\.\d%/u);
    await line.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/${language}/device/all/${device.pk}$`, 'u'));
    await expect(bell).not.toHaveAccessibleName(words.unread);
  });
}
