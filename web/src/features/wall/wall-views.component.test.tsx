import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleGroup } from '../../entities/group/sample-group.test-support.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { sampleProfile } from '../../testing/sample-profile.ts';
import { address, addressText, openWall, tileNames, tiles, sampleWallView } from './wall.test-support.tsx';

const me = { pk: sampleProfile.pk, name: 'me' };
const groups = [
  sampleGroup(5, { name: 'Lobby' }),
  sampleGroup(6, { name: 'Desk', group_fk: 5 }),
  sampleGroup(7, { name: 'Hall' }),
  sampleGroup(8, { name: 'Yard' }),
];
const device = (pk: number, alias: string, change: object = {}) => fakeDevice(pk, { alias, approval: 1, ...change });
const devices = [
  device(1, 'lobby', { device_group_fk: 5, cpu_usage: 10 }),
  device(2, 'desk', { device_group_fk: 6, cpu_usage: 75, cpu_temp: 40 }),
  device(3, 'hall', { device_group_fk: 7, cpu_usage: 20, hdd_usage: 8_500 }),
  device(4, 'yard', { device_group_fk: 8 }),
  device(5, 'off', { device_group_fk: 7, alive: 0, last_disconnected_time: '2026-11-01T00:00:00.000Z' }),
];
const night = sampleWallView(3, 'Night shift', { owner: me, group_pks: [5, 7] });
const title = page.getByRole('heading', { level: 1 });
const dialog = page.getByRole('dialog', { name: 'Views of the wall' });
const many = Array.from({ length: 120 }, (_, index) => device(index + 1, `PC-${String(index + 1).padStart(3, '0')}`));

const factsOf = (alias: string) =>
  page
    .getByRole('listitem')
    .elements()
    .find((tile) => tile.textContent.includes(alias))
    ?.querySelector('p')?.textContent;

test('a view shows its groups with their subgroups, in one order', async () => {
  await openWall({ at: '/wall?view=3', devices, groups, views: [night] });
  await expect.element(title).toHaveTextContent('Night shift');
  await expect.poll(tileNames).toEqual(['off', 'desk', 'hall', 'lobby']);
  await expect.element(page.getByText('3/4 online')).toBeVisible();
});

const ofScreen = { is_screen: true, name: 'Screen of the lobby' };

test('a wall screen shows the view that it is given, whatever its URL says', async () => {
  await openWall({ at: '/wall?view=99', devices, groups, views: [night], profile: ofScreen });
  await expect.element(title).toHaveTextContent('Night shift');
  await expect.poll(tileNames).toEqual(['off', 'desk', 'hall', 'lobby']);
});

test('a wall screen without a view shows all that it sees', async () => {
  await openWall({ at: '/wall', devices, groups, views: [], profile: ofScreen });
  await expect.element(title).toHaveTextContent('Screen of the lobby');
  await expect.poll(tileNames).toEqual(['off', 'desk', 'hall', 'lobby', 'yard']);
});

test('a view and groups that could not be read are read again after some seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { server } = await openWall({ at: '/wall?view=3', devices, groups, views: [night], isBroken: true });
    await expect.element(page.getByText('The view could not be loaded')).toBeVisible();
    server.isBroken = false;
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.poll(tileNames).toEqual(['off', 'desk', 'hall', 'lobby']);
  } finally {
    vi.useRealTimers();
  }
});

test('its thresholds say what comes first, and are marked in the tile and counted', async () => {
  const thresholds = { cpu: 70, disk: 80 };
  await openWall({ at: '/wall?view=3', devices, groups, views: [{ ...night, thresholds }] });
  await expect.poll(tileNames).toEqual(['desk', 'hall', 'off', 'lobby']);
  await expect.element(page.getByText('2 high usage')).toBeVisible();
  // The measure that is the reason is there, even where tiles do not show it otherwise.
  await expect.poll(() => factsOf('hall')).toContain('Disk 85%');
  expect(factsOf('desk')).toBe('CPU 75%Memory –');
});

test('a tile with more measures than fit leaves out a calm one', async () => {
  const hot = device(9, 'hot', { cpu_usage: 95, memory_usage: 40, hdd_usage: 9_500, cpu_temp: 80 });
  await openWall({ devices: [hot] });
  await expect.poll(() => factsOf('hot')).toBe('CPU 95%Disk 95%Temp. 80°C');
});

test('by name, without those that are offline but for the ones with an alert', async () => {
  const layout = { order: 'name', offline: 'alerting' };
  await openWall({ at: '/wall?view=3', devices, groups, views: [{ ...night, layout }] });
  await expect.poll(tileNames).toEqual(['desk', 'hall', 'lobby']);
  await expect.element(page.getByText('1 offline device not shown')).toBeVisible();
  await expect.element(page.getByText('3/4 online')).toBeVisible();
});

test('one with an alert is not hidden', async () => {
  const layout = { order: 'name', offline: 'alerting' };
  await openWall({ at: '/wall?view=3', devices, alerting: [5], groups, views: [{ ...night, layout }] });
  await expect.poll(tileNames).toEqual(['desk', 'hall', 'lobby', 'off']);
});

test('a group that is gone is left out and told; without any, nothing is shown', async () => {
  await openWall({ at: '/wall?view=3', devices, groups, views: [{ ...night, group_pks: [7, 99] as never }] });
  await expect.poll(tileNames).toEqual(['off', 'hall']);
  await expect.element(page.getByText('1 group is missing')).toBeVisible();
});

test('a view whose groups are all gone shows no devices of others', async () => {
  await openWall({ at: '/wall?view=3', devices, groups, views: [{ ...night, group_pks: [99] as never }] });
  await expect.element(page.getByText('The groups of this wall are gone')).toBeVisible();
  expect(tileNames()).toEqual([]);
});

test('an address with a view that does not exist says so', async () => {
  await openWall({ at: '/wall?view=4', devices, groups, views: [night] });
  await expect.element(page.getByText('This view does not exist')).toBeVisible();
  expect(tileNames()).toEqual([]);
});

test('the keys of the pace change the address and mark the view, and its own pace unmarks it', async () => {
  await openWall({ at: '/wall?view=3', devices: many, views: [sampleWallView(3, 'All', { layout: { seconds: 60 } })] });
  await expect.element(page.getByText('1 of 8')).toBeVisible();
  const mark = page.getByText('changed');
  await expect.element(mark).not.toBeInTheDocument();
  await userEvent.keyboard('+');
  await expect.element(mark).toBeVisible();
  await expect.element(address).toHaveTextContent('/en/wall?view=3&seconds=20');
  await userEvent.keyboard('-');
  await expect.element(mark).not.toBeInTheDocument();
  await expect.poll(addressText).toBe('/en/wall?view=3');
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('img', { name: 'Paused' })).toBeVisible();
  await expect.element(mark).toBeVisible();
  await userEvent.keyboard(' ');
  await expect.poll(addressText).toBe('/en/wall?view=3');
  await userEvent.keyboard('++');
  await expect.element(address).toHaveTextContent('/en/wall?view=3&seconds=10');
});

test('a large tile size shows fewer tiles on more pages', async () => {
  await openWall({ at: '/wall?view=3', devices: many, views: [sampleWallView(3, 'All', { layout: { tiles: 'L' } })] });
  await expect.element(page.getByText('1 of 20')).toBeVisible();
  expect(tileNames()).toHaveLength(6);
});

test('V opens the views: the arrows and Enter show one, and the address names it', async () => {
  const other = sampleWallView(4, 'Yard', { group_pks: [8], owner: { pk: 99, name: 'Lee' }, editable: 0 });
  await openWall({ devices, groups, views: [night, other] });
  await expect.element(title).toHaveTextContent('All devices');
  await userEvent.keyboard('v');
  await expect.element(dialog.getByRole('button', { name: 'Night shift', exact: true })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(address).toHaveTextContent('/en/wall?view=4');
  await expect.poll(tileNames).toEqual(['yard']);
  await userEvent.keyboard('v');
  // It belongs to another user.
  await expect.element(dialog.getByText('Lee')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Rename view Yard' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(address).toHaveTextContent('/en/wall?view=4');
});

test('what is shown is saved under a name, and what is typed there are no keys of the wall', async () => {
  const { server } = await openWall({ at: '/wall/7?cpu=70&tiles=M', devices, groups });
  await userEvent.keyboard('v');
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill(' ');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Enter a name of up to 50 visible characters.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name of the view' }).clear();
  await userEvent.keyboard('Front - v?{Enter}');
  await expect.element(title).toHaveTextContent('Front - v?');
  await expect.element(address).toHaveTextContent('/en/wall?view=90');
  expect(server.requests).toEqual([
    {
      method: 'POST',
      body: {
        name: 'Front - v?',
        group_pks: [7],
        layout: { tiles: 'M', seconds: 20, order: 'attention', offline: 'all' },
        thresholds: { cpu: 70, memory: null, disk: null, temperature: null },
      },
    },
  ]);
});

test('changed settings update the view; groups that this user does not see stay in it', async () => {
  const { server } = await openWall({
    at: '/wall?view=3',
    devices,
    groups,
    views: [{ ...night, group_pks: [7, 99] as never }],
  });
  await expect.poll(tileNames).toEqual(['off', 'hall']);
  await userEvent.keyboard('v');
  await dialog.getByText('By name').click();
  await expect.poll(tileNames).toEqual(['hall', 'off']);
  await dialog.getByRole('textbox', { name: 'CPU' }).fill('15');
  await userEvent.keyboard('{Enter}');
  await expect.element(address).toHaveTextContent('/en/wall?view=3&order=name&cpu=15');
  await dialog.getByRole('button', { name: 'Update “Night shift”' }).click();
  await expect.poll(addressText).toBe('/en/wall?view=3');
  expect(server.requests).toEqual([
    {
      method: 'PUT',
      body: {
        layout: { tiles: 'auto', seconds: 20, order: 'name', offline: 'all' },
        thresholds: { cpu: 15, memory: null, disk: null, temperature: null },
      },
    },
  ]);
});

test('groups are chosen on the wall', async () => {
  await openWall({ at: '/wall/5', devices, groups });
  await userEvent.keyboard('v');
  await dialog.getByRole('combobox', { name: 'Groups' }).fill('yard');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(address).toHaveTextContent('/en/wall?groups=5,8');
  await expect.poll(tileNames).toEqual(['desk', 'lobby', 'yard']);
  // Escape closes the choices first.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
});

test('a view is renamed and, after a question, deleted; the wall goes on', async () => {
  const { server } = await openWall({ at: '/wall?view=3', devices, groups, views: [night] });
  await userEvent.keyboard('v');
  await dialog.getByRole('button', { name: 'Rename view Night shift' }).click();
  await userEvent.keyboard('Day shift{Enter}');
  await expect.element(title).toHaveTextContent('Day shift');
  await dialog.getByRole('button', { name: 'Delete view Day shift' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog.getByRole('button', { name: 'Day shift', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete view Day shift' }).click();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('deleted', { exact: true })).toBeVisible();
  await expect.poll(tileNames).toEqual(['off', 'desk', 'hall', 'lobby']);
  expect(server.requests.map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
});

test('favourites cannot be saved, since each user has others', async () => {
  await openWall({ at: '/wall/favorate', devices, groups });
  await userEvent.keyboard('v');
  await expect.element(dialog.getByText('favourites differ from user to user', { exact: false })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Save as new view' })).toBeDisabled();
});

test('the help names the key of the views', async () => {
  await openWall({ devices });
  await expect.element(tiles.first()).toBeVisible();
  await userEvent.keyboard('?');
  await expect.element(page.getByText('Views and settings')).toBeVisible();
});
