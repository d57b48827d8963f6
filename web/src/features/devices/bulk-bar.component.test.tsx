import type { DeviceRow } from '@vigil/shared/contract/device';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { createCommandBatchStore } from '../../live/command-batch-store.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { DeviceList } from './use-device-list.ts';

const devices = [
  fakeDevice(1, { alias: 'OLD', alive: 1, approval: 1, cs_ver: '1.0.0', latest_ver: '1.1.0' }),
  fakeDevice(2, { alias: 'NEW', alive: 1, approval: 1, cs_ver: '1.1.0', latest_ver: '1.1.0' }),
  fakeDevice(3, { alias: 'ODD', alive: 1, approval: 1, cs_ver: '1.0.0', latest_ver: null }),
  fakeDevice(4, { alias: 'OFF', alive: 0, approval: 1, cs_ver: '1.0.0', latest_ver: '1.1.0' }),
  fakeDevice(5, { alias: 'WAITING', alive: 1, approval: 0, cs_ver: '1.0.0', latest_ver: '1.1.0' }),
];

async function open(selected: readonly DeviceRow[]) {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  store.replace(devices, 0);
  const pks = selected.map(({ pk }) => pk);
  const list = { selection: new Set(pks), hiddenSelected: 0, pks } as unknown as DeviceList;
  await render(<BulkBar list={list} />, {
    profile: administrator,
    fleet: { store, commands: createCommandBatchStore() },
    api: { call: (async () => ({ objects: [], meta: {} })) as unknown as Api['call'] },
  });
}

test('the bar counts every device of the selection, and says in a word why an action leaves some out', async () => {
  await open(devices);
  await userEvent.click(page.getByRole('button', { name: 'More' }));
  await expect.element(page.getByRole('menuitem', { name: 'Delete 4 of 5 – 1 awaiting approval' })).toBeVisible();
  const update = 'Update agent 1 of 5 – 1 up to date, 1 without a release, 1 offline, 1 awaiting approval';
  await expect.element(page.getByRole('menuitem', { name: update })).toBeVisible();
  const install = 'Install application 3 of 5 – 1 offline, 1 awaiting approval';
  await expect.element(page.getByRole('menuitem', { name: install })).toBeVisible();
});

test('an action names the devices that it leaves out, each with its reason', async () => {
  await open(devices.slice(3));
  await expect
    .element(page.getByRole('button', { name: 'Reboot 0 of 2 – 1 offline, 1 awaiting approval' }))
    .toHaveAttribute(
      'aria-description',
      'OFF – The device is not online · WAITING – The device has not been approved yet',
    );
});
