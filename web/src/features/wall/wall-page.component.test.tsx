import type { Profile } from '@vigil/shared/contract/http/session';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Route, Routes, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { createAlertBoard } from '../../live/alerts.ts';
import type { LinkState } from '../../live/connection-state.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import type { Fleet } from '../../live/fleet.ts';
import { createFrames } from '../../live/frames.ts';
import { render } from '../../testing/render.tsx';
import { WallPage } from './wall-page.tsx';

const tiles = page.getByRole('list', { name: 'Devices' }).getByRole('heading');
const names = () => tiles.elements().map((one) => one.textContent.replace('Alert', ''));
const noGroups = (async () => ({ objects: [] })) as unknown as Api['call'];

function Address() {
  return <output aria-label="address">{useLocation().pathname}</output>;
}

/** A wall over some devices, of which the last one is offline, and the one before has an alert. */
async function open(count: number, profile: Partial<Profile> = {}) {
  await page.viewport(1_280, 800);
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  const devices = Array.from({ length: count }, (_, index) =>
    fakeDevice(index + 1, {
      alias: `PC-${String(index + 1).padStart(3, '0')}`,
      approval: 1,
      alive: index + 1 === count ? 0 : 1,
      last_disconnected_time: '2026-11-26T05:00:00.000Z',
    }),
  );
  store.replace(devices, 0);
  const alerts = createAlertBoard();
  await alerts.readOpen(async () => [{ pk: 1, device_pk: (count - 1) as DevicePk }] as never);
  let link: LinkState = { kind: 'live', reason: 'subscribed', latencyMs: 3 };
  const listeners = new Set<() => void>();
  const state = { get: () => link, subscribe: (listener: () => void) => listeners.add(listener) && (() => undefined) };
  const frames = createFrames({ watch: () => undefined, now: Date.now });
  await render(
    <Routes>
      <Route
        path="wall/:groupPk"
        element={
          <div style={{ height: '100vh' }}>
            <WallPage />
          </div>
        }
      />
      <Route path="*" element={<Address />} />
    </Routes>,
    {
      at: '/wall/all',
      api: { call: noGroups },
      profile: { auth_thumbnailview: 1, ...profile },
      fleet: { store, alerts, frames, connection: { state } } as unknown as Partial<Fleet>,
    },
  );
  const setLink = (next: LinkState) => {
    link = next;
    for (const listener of listeners) listener();
  };
  return { setLink };
}

test('devices with an alert come first, then those that are offline, then the others by name', async () => {
  await open(6);
  await expect.element(tiles.nth(5)).toBeVisible();
  expect(names()).toEqual(['PC-005', 'PC-006', 'PC-001', 'PC-002', 'PC-003', 'PC-004']);
  await expect.element(page.getByText('5/6 online')).toBeVisible();
  await expect.element(page.getByText('1 alerts')).toBeVisible();
  await expect.element(page.getByText(/^Offline since/u)).toBeVisible();
});

test('devices that do not fit are on pages, which keys turn and stop', async () => {
  await open(120);
  await expect.element(page.getByText('1 of 8')).toBeVisible();
  expect(names()[0]).toBe('PC-119');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByText('2 of 8')).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(page.getByText('8 of 8')).toBeVisible();
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('img', { name: 'Paused' })).toBeVisible();
});

test('a help names the keys, and Escape leads from it to the wall, and from the wall to the list', async () => {
  await open(3);
  await userEvent.keyboard('?');
  const help = page.getByRole('dialog', { name: 'Keys of the wall' });
  await expect.element(help.getByText('Pause or go on')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByLabelText('address')).toHaveTextContent('/en/device/all');
});

test('a wall screen has its name as the title, and no key leads away from it', async () => {
  await open(3, { name: 'Lobby Seoul', is_screen: true });
  await expect.element(page.getByRole('heading', { name: 'Lobby Seoul' })).toBeVisible();
  await userEvent.keyboard('{Escape}?');
  const help = page.getByRole('dialog', { name: 'Keys of the wall' });
  await expect.element(help.getByText('Pause or go on')).toBeVisible();
  await expect.element(help.getByText('Back to the list')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  expect(names()).toHaveLength(3);
});

test('without a connection the last known states stay, and the strip says since when', async () => {
  const { setLink } = await open(3);
  await expect.element(tiles.nth(2)).toBeVisible();
  setLink({ kind: 'offline', reason: 'disconnected', since: Date.now() });
  await expect.element(page.getByRole('status').filter({ hasText: 'No connection since' })).toBeVisible();
  expect(names()).toHaveLength(3);
});
