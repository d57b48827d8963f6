import { AlertCode } from '@vigil/shared/contract/alert';
import { updateGroup } from '@vigil/shared/contract/http/groups';
import { alertCodeOf, alertKindNumbers } from '@vigil/shared/domain/thresholds';
import { addCompany } from '../support/companies.ts';
import { coreIn } from '../support/core.ts';
import { connectionChip } from '../support/device-list.ts';
import { startDevices } from '../support/simulated-devices.ts';
import { expect, test } from '../support/test.ts';

for (const [language, words] of [
  [
    'en',
    {
      bell: /^Alerts, requests and notices/u,
      unread: 'Alerts, requests and notices: 1 new',
      read: 'Alerts, requests and notices',
      live: 'Live',
      kind: 'Memory usage',
    },
  ],
  [
    'ko',
    {
      bell: /^알림, 요청 및 공지/u,
      unread: '알림, 요청 및 공지: 새 항목 1건',
      read: '알림, 요청 및 공지',
      live: '실시간',
      kind: '메모리 사용률',
    },
  ],
] as const) {
  test.concurrent(
    `an incident rings once, in all consoles, until the bell was opened in one of them (${language})`,
    coreIn(language),
    async ({ open, stack }) => {
      const company = await addCompany(stack);
      await using simulated = await startDevices(company, 1);
      const device = simulated.device(0);
      const options = { as: company.client, withoutNotices: true };
      const [page, other] = [
        await open(`/${language}/support/downloads`, options),
        await open(`/${language}/support/downloads`, options),
      ];
      for (const one of [page, other]) await expect(connectionChip(one)).toContainText(words.live);
      const alert_code = AlertCode.parse(alertCodeOf(device.dev_os_id, alertKindNumbers.memoryUsage));
      await company.client.call(updateGroup, {
        params: { pk: String(company.home) },
        body: { update_key: 'alert', alert_code, alert_time: null, alert_th_value: 1 },
      });
      const bellOf = (one: typeof page) => one.getByRole('button', { name: words.bell });
      for (const one of [page, other]) await expect(bellOf(one)).toHaveAccessibleName(words.unread);
      await page.reload();
      await expect(bellOf(page)).toHaveAccessibleName(words.unread);

      await bellOf(page).click();
      const line = page.getByRole('listitem').filter({ hasText: device.alias });
      await expect(line).toContainText(words.kind);
      await expect(bellOf(other)).toHaveAccessibleName(words.read);
      await line.getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`/${language}/incidents/\\d+\\?state=all$`, 'u'));
      await page.reload();
      await expect(connectionChip(page)).toContainText(words.live);
      await expect(bellOf(page)).toHaveAccessibleName(words.read);
    },
  );
}
