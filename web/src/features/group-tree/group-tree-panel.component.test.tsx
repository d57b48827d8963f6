import { Notifications } from '@mantine/notifications';
import { listRunningRemoteSessions } from '@vigil/shared/contract/routes/commands';
import { moveDevices, previewSightChanges } from '@vigil/shared/contract/routes/devices';
import { listGroups } from '@vigil/shared/contract/routes/people';
import { Route, Routes, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { createOpenAlertStore } from '../../live/alerts.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { GroupTreePanel } from './group-tree-panel.tsx';

const group = (pk: number, name: string, parent: number | null = null) => ({
  pk,
  name,
  group_fk: parent,
  has_permission: 1,
  flag_df_group: pk === 1 ? 1 : 0,
});

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}

async function open(at = '/device/all') {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  store.replace(
    [
      fakeDevice(11, { alias: 'KIOSK-1', device_group_fk: 1, approval: 1 }),
      fakeDevice(12, { alias: 'KIOSK-2', device_group_fk: 5, approval: 1 }),
    ],
    0,
  );
  const moved: unknown[] = [];
  const call = async (endpoint: object, parts: { body?: unknown }) => {
    if (endpoint === listGroups)
      return {
        objects: [group(1, 'ROOT'), group(4, 'Hall'), group(5, 'Door', 4), { ...group(6, 'Vault'), has_permission: 0 }],
        meta: {},
      };
    if (endpoint === previewSightChanges)
      return { objects: { gain: [], lose: [] }, meta: { gain_count: 0, lose_count: 0 } };
    if (endpoint === listRunningRemoteSessions)
      return { objects: ['Mina', 'Jun'].map((user_name) => ({ id: user_name, device_pk: 12, user_name })), meta: {} };
    if (endpoint === moveDevices) moved.push(parts.body);
    return { objects: [], meta: {} };
  };
  await render(
    <div style={{ height: 400, width: 300, display: 'flex' }}>
      <Routes>
        <Route path="device/:groupPk/:devicePk?" element={<GroupTreePanel />} />
        <Route path="application/:groupPk" element={<GroupTreePanel />} />
      </Routes>
      <Address />
      <Notifications />
    </div>,
    {
      at,
      profile: administrator,
      fleet: { store, alerts: createOpenAlertStore() },
      api: { call: call as unknown as Api['call'] },
    },
  );
  const item = (name: RegExp) => page.getByRole('treeitem', { name });
  return { moved, item };
}

test('a device that is dropped on one that a search has found joins its group, which is closed', async () => {
  const { moved, item } = await open();
  await expect.element(item(/Hall/u)).toHaveAttribute('aria-expanded', 'false');
  await userEvent.fill(page.getByRole('textbox'), 'kiosk');
  await userEvent.dragAndDrop(item(/KIOSK-1/u), item(/KIOSK-2/u));
  await expect.poll(() => moved).toEqual([{ device_pk: 11, new_device_group_fk: 5, old_device_group_fk: 1 }]);
});

test('a device that is dropped on a closed group joins it', async () => {
  const { moved, item } = await open();
  await userEvent.dblClick(item(/ROOT/u));
  await userEvent.dragAndDrop(item(/KIOSK-1/u), item(/Hall/u));
  await expect.poll(() => moved).toEqual([{ device_pk: 11, new_device_group_fk: 4, old_device_group_fk: 1 }]);
});

test('a device that is opened from the tree keeps the filters of the list and the tab of the one before', async () => {
  const { item } = await open('/device/all/12?name=kiosk&tab=processes');
  await userEvent.fill(page.getByRole('textbox'), 'kiosk');
  await userEvent.click(item(/KIOSK-1/u));
  await expect.element(page.getByLabelText('address')).toHaveTextContent('/en/device/all/11?name=kiosk&tab=processes');
  await userEvent.click(item(/Hall/u));
  await expect.element(page.getByLabelText('address')).toHaveTextContent('/en/device/4?name=kiosk');
});

test('a click on a group without permission says so and opens nothing', async () => {
  const { item } = await open();
  await userEvent.click(item(/Vault/u));
  await expect.element(page.getByRole('alert')).toHaveTextContent('You have no access to this group');
  await expect.element(page.getByLabelText('address')).toHaveTextContent('/en/device/all');
});

test('a group counts the devices in session in it and below, and a device says who is connected', async () => {
  const { item } = await open();
  await expect.element(item(/Hall/u).getByTitle('1 device in session')).toBeVisible();
  expect(
    item(/ROOT/u)
      .getByTitle(/in session/u)
      .elements(),
  ).toEqual([]);
  await userEvent.fill(page.getByRole('textbox'), 'kiosk-2');
  await expect.element(item(/KIOSK-2/u).getByTitle('In session: Mina, Jun')).toBeVisible();
});

test.each([
  ['/device/all', 'true'],
  ['/application/all', 'false'],
])('the tree marks the list of devices that is shown, and nothing beside %s: %s', async (at, marked) => {
  const { item } = await open(at);
  await expect.element(item(/All devices/u)).toHaveAttribute('aria-selected', marked);
});
