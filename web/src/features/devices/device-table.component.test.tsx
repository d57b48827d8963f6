import type { DevicePk } from '@vigil/shared/contract/ids';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dotStateOf, stateWordsOf } from '../../entities/device/state-dot.tsx';
import { createTimeFormat } from '../../lib/time-format.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { columnIds } from './column-ids.ts';
import { DeviceTable } from './device-table.tsx';
import type { TableContext } from './table-context.ts';
import type { DeviceList } from './use-device-list.ts';

const SHOWN: readonly string[] = ['alias', 'alive', 'favorate', 'actions'];
const hidden = columnIds.filter((id) => !SHOWN.includes(id));

const PK = 1 as DevicePk;
const member = { usesApproval: true };

async function open({ row = fakeDevice(PK), requested = new Set<DevicePk>() } = {}) {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  store.replace([row], 0);
  const [navigate, openMenu, toggleFavourite] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  const request = vi.fn<() => void>();
  const context: TableContext = {
    store,
    time: createTimeFormat({ time_zone_id: 32, date_fmt_id: 0 }, 'en'),
    texts: {
      state: { online: 'Online', offline: 'Offline', waiting: 'Waiting', locked: 'locked', requested: 'requested' },
      os: { 0: '', 1: '', 2: '', 3: '', 4: '', 5: '' },
      clone: '',
      approve: 'Request access',
      favouriteAdd: 'Add to favourites',
      favouriteRemove: 'Remove from favourites',
      connection: { since: (time) => time, seen: (ago) => ago, seenAt: (time) => time, never: '' },
      more: (name) => `More: ${name}`,
    },
    groupNameOf: () => 'ROOT',
    groupPathOf: () => 'ROOT',
    dotOf: (device) => dotStateOf(device, member),
    stateWordsOf: (device) => stateWordsOf(device, member, requested.has(device.pk)),
    inSessionText: () => null,
    alertText: () => 'CPU usage 94.0% (limit 90.0%)',
    maintenanceText: () => 'In maintenance until 13:00',
    opened: () => null,
    addressOf: () => '#',
    navigate,
    openMenu,
    toggleFavourite,
    approve: request,
    approveIsRequest: true,
    approvalObstacle: () => null,
    startDrag: null,
  };
  const list = {
    page: { pks: [PK] },
    sort: { by: 'alias', order: 'asc' },
    selection: new Set(),
    opened: null,
    setSort: () => {},
    select: () => {},
  } as unknown as DeviceList;
  await render(
    <div style={{ height: 300, display: 'grid' }}>
      <DeviceTable
        list={list}
        context={context}
        hidden={hidden}
        groups={[]}
        sessions={[]}
        maintenance={[]}
        alerting={new Set()}
        requests={requested}
      />
    </div>,
    { fleet: { store } },
  );
  return { navigate, openMenu, toggleFavourite, request };
}

test('two clicks of the surface of a row open the detail', async () => {
  const { navigate } = await open();
  await page.getByText('Online').dblClick();
  expect(navigate).toHaveBeenCalledExactlyOnceWith(PK);
});

test.each([
  ['the star', page.getByRole('button', { name: 'Add to favourites' })],
  ['the menu', page.getByRole('button', { name: 'More: device-1' })],
  ['the choice', page.getByRole('checkbox').last()],
])('two clicks of a control do not: %s', async (_, control) => {
  const { navigate } = await open();
  await control.dblClick({ force: true });
  expect(navigate).not.toHaveBeenCalled();
});

test('a device in maintenance wears a mark that says until when', async () => {
  await open();
  await expect.element(page.getByRole('img', { name: 'In maintenance until 13:00' })).toBeVisible();
});

test('a device with an open alert wears a mark that says what is wrong', async () => {
  await open();
  await expect.element(page.getByRole('img', { name: 'CPU usage 94.0% (limit 90.0%)' })).toBeVisible();
});

test('a device without an open window says that it is locked, and is asked for with a key', async () => {
  const { request } = await open({ row: { ...fakeDevice(PK), approval: 0 } });
  await expect.element(page.getByText('Online · locked')).toBeVisible();
  await page.getByRole('button', { name: 'Request access' }).click();
  expect(request).toHaveBeenCalledOnce();
});

test('after the request the row says so, and offers the menu in place of the key', async () => {
  await open({ row: { ...fakeDevice(PK), approval: 0 }, requested: new Set([PK]) });
  await expect.element(page.getByText('Online · requested')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Request access' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'More: device-1' })).toBeInTheDocument();
});
