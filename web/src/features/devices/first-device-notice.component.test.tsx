import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FleetDevice } from '../../live/fleet-device.ts';
import type { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { FirstDeviceNotice } from './first-device-notice.tsx';

const device = { pk: 1, alias: 'BUSAN-SRV-00001', device_group_fk: 4, isOnline: true } as FleetDevice;
const fleet = { store: { all: () => [device].values() } as unknown as ReturnType<typeof createFleetStore> };

test('the first device is named, with what comes next, until it is closed', async () => {
  await render(<FirstDeviceNotice />, { profile: administrator, fleet });
  await expect.element(page.getByRole('status')).toMatchTextContent(/BUSAN-SRV-00001 is connected/u);
  const links = page.getByRole('link').elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/en/groups/detail/4',
    '/en/management/managers/add',
    '/en/wall',
  ]);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
});

test('a member, who gets access to devices, has connected none', async () => {
  await render(<FirstDeviceNotice />, { fleet });
  expect(page.getByRole('status').elements()).toEqual([]);
});
