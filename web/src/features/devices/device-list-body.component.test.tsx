import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import type { LiveData } from '../../live/live-data.ts';
import { render } from '../../testing/render.tsx';
import { DeviceListBody } from './device-list-body.tsx';
import { useDeviceList } from './use-device-list.ts';

function List() {
  return <DeviceListBody list={useDeviceList()} onMenu={() => undefined} />;
}

test.each([
  ['without devices', 4],
  ['with devices in a subgroup that the user may see', 5],
])('the list of a group above those of the user, %s, says that there is no access', async (_, groupOfDevice) => {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  store.replace([fakeDevice(11, { device_group_fk: groupOfDevice, approval: 1 })], 0);
  const none = new Set<never>();
  const alerts = { openDevices: () => none, subscribe: () => () => undefined } as unknown as LiveData['alerts'];
  const connection = {
    failure: { subscribe: () => () => undefined, get: () => null },
  } as unknown as LiveData['connection'];
  const groups = [
    { pk: 3, name: 'Region', group_fk: null, has_permission: 0, flag_df_group: 0 },
    { pk: 5, name: 'Shop', group_fk: 3, has_permission: 1, flag_df_group: 0 },
  ];
  const call = (async () => ({ objects: groups, meta: { total_count: 2 } })) as never;
  await render(
    <Routes>
      <Route path="device/:groupPk" element={<List />} />
    </Routes>,
    { at: '/device/3', fleet: { store, alerts, connection }, api: { call } },
  );
  await expect.element(page.getByText('You have no access to this group')).toBeVisible();
});
