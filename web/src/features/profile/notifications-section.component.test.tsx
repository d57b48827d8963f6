import { updateProfile } from '@vigil/shared/contract/routes/accounts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { sampleProfile } from '../../testing/sample-profile.ts';
import { NotificationsSection } from './notifications-section.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const quietHours = page.getByRole('switch', { name: 'Quiet hours' });
const browser = page.getByRole('switch', { name: 'Notifications of the browser' });

test('quiet hours begin as nights, and their days are chosen', async () => {
  const asked: unknown[] = [];
  const call = (async (endpoint: object, { body }: { body: { value: unknown } }) => {
    if (endpoint === updateProfile) asked.push(body);
    return { objects: [{ ...sampleProfile, quiet_hours: body.value }], meta: {} };
  }) as unknown as Api['call'];
  await render(<NotificationsSection />, { api: { call } });
  await quietHours.click();
  await expect.element(quietHours).toBeChecked();
  await page.getByText('Sun', { exact: true }).click();
  await expect
    .poll(() => asked)
    .toEqual([
      { name: 'quiet_hours', value: { from: '22:00', to: '07:00', week_days: everyDay } },
      { name: 'quiet_hours', value: { from: '22:00', to: '07:00', week_days: everyDay.slice(0, 6) } },
    ]);
});

test('the browser is asked by the click, and what it refuses is said', async () => {
  const requestPermission = vi.fn<() => Promise<NotificationPermission>>(async () => 'denied');
  vi.stubGlobal(
    'Notification',
    Object.assign(function Denied() {}, { permission: 'default', requestPermission }),
  );
  await render(<NotificationsSection />);
  expect(requestPermission).not.toHaveBeenCalled();
  await browser.click();
  await expect.poll(() => requestPermission.mock.calls).toHaveLength(1);
  await expect.element(browser).toBeDisabled();
  await expect.element(browser).not.toBeChecked();
});
