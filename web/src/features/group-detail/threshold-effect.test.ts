import type { AlertCode } from '@vigil/shared/contract/alert';
import { GroupPk } from '@vigil/shared/contract/ids';
import { alertKindNumbers, type AlertKind } from '@vigil/shared/domain/thresholds';
import { expect, test } from 'vitest';
import { buildGroupTree } from '../../entities/group/group-tree.ts';
import { fakeFleetDevice } from '../../live/fake-device.test-support.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { countAlertingDevices, inheritingGroups } from './threshold-effect.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const group = (pk: number, parent: number | null) => ({
  pk: GroupPk.parse(pk),
  name: `group ${pk}`,
  group_fk: parent === null ? null : GroupPk.parse(parent),
  flag_df_group: 0 as const,
});
const tree = buildGroupTree([group(1, null), group(2, 1), group(3, 2), group(4, 1), group(5, null)] as never, (a, b) =>
  a.localeCompare(b),
);
const followers = (pk: number, exceptions: readonly number[] = []) => {
  const node = tree.byPk.get(GroupPk.parse(pk));
  if (!node) throw new Error('no such group');
  return [...inheritingGroups(node, new Set(exceptions.map((one) => GroupPk.parse(one))))];
};

const device = (pk: number, change: Parameters<typeof fakeFleetDevice>[1]): FleetDevice =>
  fakeFleetDevice(pk, { dev_os_id: 1, isApproved: true, ...change });
const count = (devices: readonly FleetDevice[], kind: AlertKind, value: number) =>
  countAlertingDevices(devices, new Set([GroupPk.parse(1)]), {
    code: `IW${kind}` as AlertCode,
    kind,
    value,
    now: NOW,
  });

test('the groups below follow a threshold, except those with one of their own and what is below these', () => {
  expect(followers(1)).toEqual([1, 2, 3, 4]);
  expect(followers(1, [2])).toEqual([1, 4]);
  expect(followers(2, [3])).toEqual([2]);
});

test('connected devices are counted by their measures, of the type and the groups of the threshold', () => {
  const devices = [
    device(1, { cpu_usage: 90 }),
    device(2, { cpu_usage: 89.9 }),
    device(3, { cpu_usage: null }),
    device(4, { cpu_usage: 99, isOnline: false }),
    device(5, { cpu_usage: 99, isApproved: false }),
    device(6, { cpu_usage: 99, dev_os_id: 2 }),
    device(7, { cpu_usage: 99, device_group_fk: 9 }),
  ];
  expect(count(devices, alertKindNumbers.cpuUsage, 90)).toBe(1);
  expect(count(devices, alertKindNumbers.cpuUsage, 89)).toBe(2);
  expect(count([device(8, { fan_speed: 400 })], alertKindNumbers.fanSpeed, 500)).toBe(1);
});

test('disconnected devices are counted by the minutes since, and not at all when they never were connected', () => {
  const gone = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
  const devices = [
    device(1, { isOnline: false, last_disconnected_time: gone(10) }),
    device(2, { isOnline: false, last_disconnected_time: gone(9) }),
    device(3, { isOnline: false, last_disconnected_time: null }),
    device(4, { isOnline: true, last_disconnected_time: gone(60) }),
  ];
  expect(count(devices, alertKindNumbers.disconnected, 10)).toBe(1);
  expect(count(devices, alertKindNumbers.disconnected, 1)).toBe(2);
});
