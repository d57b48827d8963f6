import type { Incident } from '@vigil/shared/contract/http/incidents';
import { MaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import type { Profile } from '@vigil/shared/contract/http/profile';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { address, openWall, tileNames, tiles } from './wall.test-support.tsx';

/** A wall over some devices, of which the last one is offline, and the one before has an alert. */
const open = (
  count: number,
  { profile = {}, incidents = [] }: { profile?: Partial<Profile>; incidents?: readonly Incident[] } = {},
) =>
  openWall({
    devices: Array.from({ length: count }, (_, index) =>
      fakeDevice(index + 1, {
        alias: `PC-${String(index + 1).padStart(3, '0')}`,
        approval: 1,
        alive: index + 1 === count ? 0 : 1,
        last_disconnected_time: '2026-11-26T05:00:00.000Z',
      }),
    ),
    alerting: [count - 1],
    profile,
    incidents,
  });

test('devices with an alert come first, then those that are offline, then the others by name', async () => {
  await open(6);
  await expect.element(tiles.nth(5)).toBeVisible();
  expect(tileNames()).toEqual(['PC-005', 'PC-006', 'PC-001', 'PC-002', 'PC-003', 'PC-004']);
  await expect.element(page.getByText('5/6 online')).toBeVisible();
  await expect.element(page.getByText('1 alert')).toBeVisible();
  await expect.element(page.getByText(/^Offline \d/u)).toBeVisible();
});

test('an alert is counted when its tile shows it, before the tiles are sorted again', async () => {
  const { alerts } = await open(6);
  await expect.element(tiles.nth(5)).toBeVisible();
  await expect.element(page.getByText('1 alert')).toBeVisible();
  alerts.receive([{ pk: 900, device_pk: 2, ended_at: null }] as never);
  await expect.element(page.getByText('2 alerts'), { timeout: 1_000 }).toBeVisible();
  expect(tileNames()).toEqual(['PC-005', 'PC-006', 'PC-001', 'PC-002', 'PC-003', 'PC-004']);
});

test('devices that do not fit are on pages, which keys turn and stop', async () => {
  await open(120);
  await expect.element(page.getByText('1 of 9')).toBeVisible();
  expect(tileNames()[0]).toBe('PC-119');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByText('2 of 9')).toBeVisible();
  // The one with an alert stays.
  expect(tileNames()[0]).toBe('PC-119');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(page.getByText('9 of 9')).toBeVisible();
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
  await expect.element(address).toHaveTextContent('/en/device/all');
});

test('a wall screen has its name as the title, and no key leads away from it', async () => {
  await open(3, { profile: { name: 'Lobby Seoul', is_screen: true } });
  await expect.element(page.getByRole('heading', { name: 'Lobby Seoul' })).toBeVisible();
  await userEvent.keyboard('{Escape}?');
  const help = page.getByRole('dialog', { name: 'Keys of the wall' });
  await expect.element(help.getByText('Pause or go on')).toBeVisible();
  await expect.element(help.getByText('Back to the list')).not.toBeInTheDocument();
  await expect.element(help.getByText('Views and settings')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  expect(tileNames()).toHaveLength(3);
});

test('without a connection the last known states stay, and the strip says since when', async () => {
  const { setLink } = await open(3);
  await expect.element(tiles.nth(2)).toBeVisible();
  setLink({ kind: 'offline', reason: 'disconnected', since: Date.now() });
  await expect.element(page.getByRole('status').filter({ hasText: 'No connection since' })).toBeVisible();
  expect(tileNames()).toHaveLength(3);
});

test('a wall that has not the focus is polled as if it had', async () => {
  const { attention } = await open(3);
  await expect.element(tiles.nth(2)).toBeVisible();
  expect(attention.isGiven()).toBe(true);
});

test('the wall moves by a few pixels each minute and comes back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await open(3);
    const wall = () => tiles.nth(0).element().closest<HTMLElement>('[data-link]')?.style.translate ?? '';
    await expect.element(tiles.nth(2)).toBeVisible();
    const places = Array.from({ length: 8 }, () => {
      vi.advanceTimersByTime(60_000);
      return wall();
    });
    expect(new Set(places).size).toBe(8);
    expect(places.at(-1)).toBe('0px');
  } finally {
    vi.useRealTimers();
  }
});

test('a company that shows no screens is told so in each tile', async () => {
  await open(3, { profile: { pictures: 0 } });
  await expect.element(tiles.nth(2)).toBeVisible();
  const texts = page.getByText('Your company has turned off the screens of devices');
  expect(texts.elements()).toHaveLength(3);
});

test('the screens are not refreshed for a user who has turned that off', async () => {
  await open(3, { profile: { flag_img_refresh: 0 } });
  await expect.element(tiles.nth(2)).toBeVisible();
  // Two of the devices are online.
  expect(page.getByText('Live view is paused').elements()).toHaveLength(2);
});

/** An incident of the device with an alert, which began five and a half hours ago. */
const incident = (change: Partial<Incident> = {}) =>
  ({
    pk: 1,
    state: 0,
    cause: 'device',
    device_pk: 2,
    name: 'PC-002',
    device_count: 1,
    alert_kinds: [2],
    alert_count: 1,
    open_count: 1,
    unknown_count: 0,
    leading_alert: {
      pk: 2,
      device_pk: 2,
      device_alias: 'PC-002',
      alert_code: 'IW2',
      alert_value: 91,
      alert_limit: 90,
      last_value: 94,
      no_data: false,
      sensor: '',
      end_reason: null,
      last_value_at: null,
      unknown_since: null,
      at: new Date(Date.now() - (5 * 60 + 30) * 60_000).toISOString(),
      ended_at: null,
    },
    first_at: new Date(Date.now() - (5 * 60 + 30) * 60_000).toISOString(),
    acknowledged_at: null,
    acknowledged_by: '',
    ...change,
  }) as unknown as Incident;

test('the open incidents stand below the counts, with value, duration and who has them', async () => {
  const taken = { pk: 2, acknowledged_at: '2026-11-26T05:00:00.000Z', acknowledged_by: 'Kim', state: 1 } as never;
  await open(3, { incidents: [incident(), incident(taken)] });
  const lines = page.getByRole('list', { name: 'Open incidents' }).getByRole('listitem');
  const textOf = (line: number) => () => lines.elements()[line]?.textContent;
  await expect.poll(textOf(0)).toMatch(/PC-002.*CPU usage.*94\.0%.*90\.0%.*5h/u);
  await expect.poll(textOf(1)).toMatch(/Kim/u);
});

test('a device whose incident somebody has is muted, with the name, unless it has another one', async () => {
  const acknowledged = incident({ acknowledged_at: '2026-11-26T05:00:00.000Z', acknowledged_by: 'Kim', state: 1 });
  await open(3, { incidents: [acknowledged] });
  await expect.element(tiles.nth(0)).toHaveTextContent('PC-002Kim');
});

test('a click on a tile opens the device, but not on a wall screen', async () => {
  await open(3);
  await page.getByRole('link', { name: 'PC-001' }).click();
  await expect.element(address).toHaveTextContent('/en/device/all/1');
});

test('a wall screen has no links', async () => {
  await open(3, { profile: { is_screen: true } });
  await expect.element(tiles.nth(2)).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
});

test('the tile of a device in maintenance has its mark', async () => {
  const [from, until] = [Date.now() - 60_000, Date.now() + 3_600_000].map((at) => new Date(at).toISOString());
  const current = { start_time: from, end_time: until };
  const maintenance = MaintenanceWindow.parse({
    pk: 1,
    reason: 'New disks',
    target: { kind: 'devices', devices: [{ pk: 1, alias: 'PC-001' }] },
    ...current,
    repeat: null,
    time_zone: 32,
    current,
    next: null,
    device_count: 1,
    created_by: 'Bora',
    editable: 0,
  });
  const devices = [1, 2].map((pk) => fakeDevice(pk, { alias: `PC-00${pk}`, approval: 1, alive: 1 }));
  await openWall({ devices, maintenance: [maintenance] });
  const mark = page.getByRole('img', { name: /New disks/u });
  await expect.element(mark).toBeVisible();
  expect(mark.elements().map((one) => one.closest('[role=listitem]')?.textContent)).toMatchObject([
    expect.stringContaining('PC-001'),
  ]);
});
