import { Notifications } from '@mantine/notifications';
import { DevicePk } from '@vigil/shared/contract/ids';
import { endRemoteSession, listRunningRemoteSessions } from '@vigil/shared/contract/routes/commands';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DialogStack } from '../../app/shell/dialogs.tsx';
import type { Api } from '../../lib/api.ts';
import { createOpenAlertStore } from '../../live/alerts.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { DeviceContextMenu } from './device-context-menu.tsx';

const running = (id: string, user_name: string) => ({
  id,
  type: 'rc',
  device_pk: 11,
  user_pk: 4,
  user_name,
  start_time: '2026-03-01T09:00:00.000Z',
  ends_at: null,
});

async function open(names: readonly string[], profile: object = administrator) {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  store.replace([fakeDevice(11, { alias: 'KIOSK-1', device_group_fk: 1, approval: 1 })], 0);
  let sessions = names.map((name, index) => running(String(index), name));
  const call = async (endpoint: unknown, parts?: { params?: { id?: string } }) => {
    if (endpoint === endRemoteSession) sessions = sessions.filter(({ id }) => id !== parts?.params?.id);
    return { objects: endpoint === listRunningRemoteSessions ? sessions : [], meta: {} };
  };
  await render(
    <>
      <DeviceContextMenu at={{ pk: DevicePk.parse(11), x: 0, y: 0 }} onClose={() => undefined} />
      <DialogStack />
      <Notifications />
    </>,
    {
      profile,
      fleet: { store, alerts: createOpenAlertStore() },
      api: { call: call as unknown as Api['call'] },
    },
  );
  return { left: () => sessions.length };
}

const item = () => page.getByRole('menuitem', { name: /End session/u });

test('the menu of a device in session ends its sessions, after a question that names who is connected', async () => {
  const { left } = await open(['Mina', 'Jun']);
  await item().click();
  await expect.element(page.getByText('End the sessions of Mina, Jun?')).toBeVisible();
  expect(left()).toBe(2);
  await page.getByRole('button', { name: 'End sessions' }).click();
  await expect.poll(left).toBe(0);
  await expect.element(page.getByText('The sessions of Mina, Jun were ended')).toBeVisible();
});

test('a device without a session, and a user who is no administrator, have nothing to end', async () => {
  await open([]);
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  expect(item().elements()).toEqual([]);
  await open(['Mina'], {});
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  expect(item().elements()).toEqual([]);
});
