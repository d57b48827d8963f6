import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FleetDelta } from '../../live/changes.ts';
import { createGroupDeviceIndex, type FleetSource, type IndexedDevice } from './group-device-index.ts';
import { buildGroupTree, countDevicesPerGroup } from './group-tree.ts';

const GROUPS = 6;
const DEVICES = 12;

/** A fleet of which devices are put and removed, one change a notification. */
function createSource() {
  const devices = new Map<DevicePk, IndexedDevice>();
  const listeners = new Set<(changes: FleetDelta) => void>();
  const source: FleetSource = {
    get size() {
      return devices.size;
    },
    get: (pk) => devices.get(pk),
    all: () => devices.values(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const notify = (rows: DevicePk[], membership: boolean) => {
    for (const listener of listeners) listener({ usage: new Set(), rows: new Set(rows), membership, groups: [] });
  };
  return {
    source,
    put(device: IndexedDevice) {
      const isNew = !devices.has(device.pk);
      devices.set(device.pk, device);
      notify([device.pk], isNew);
    },
    remove(pk: DevicePk) {
      if (devices.delete(pk)) notify([], true);
    },
  };
}

const groups = (parents: readonly number[]) =>
  parents.map((parent, i) => ({
    pk: (i + 1) as GroupPk,
    name: `Group ${i}`,
    // A parent always comes before its children.
    group_fk: i === 0 || parent % (i + 1) === 0 ? null : ((parent % (i + 1)) as GroupPk),
    flag_df_group: 0,
  }));

const step = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    pk: fc.integer({ min: 1, max: DEVICES }),
    group: fc.integer({ min: 1, max: GROUPS }),
    isOnline: fc.boolean(),
    favourite: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('remove' as const), pk: fc.integer({ min: 1, max: DEVICES }) }),
  fc.record({
    kind: fc.constant('tree' as const),
    parents: fc.array(fc.nat(20), { minLength: GROUPS, maxLength: GROUPS }),
  }),
);

test('after any changes of devices and tree the counts are those of a fresh count', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const fleet = createSource();
      const index = createGroupDeviceIndex(fleet.source);
      let tree = buildGroupTree(groups([0, 0, 0, 0, 0, 0]) as never, (a, b) => a.localeCompare(b));
      index.setTree(tree);
      for (const one of steps) {
        if (one.kind === 'tree') {
          tree = buildGroupTree(groups(one.parents) as never, (a, b) => a.localeCompare(b));
          index.setTree(tree);
        } else if (one.kind === 'remove') fleet.remove(one.pk as DevicePk);
        else {
          fleet.put({
            pk: one.pk as DevicePk,
            device_group_fk: one.group as GroupPk,
            isOnline: one.isOnline,
            favourite: one.favourite ? { pk: 1 as never } : null,
            alias: 'device',
          });
        }
      }
      const devices = [...fleet.source.all()];
      expect(index.counts).toEqual(countDevicesPerGroup(tree, devices));
      const countOf = (some: readonly IndexedDevice[]) => ({
        total: some.length,
        online: some.filter(({ isOnline }) => isOnline).length,
      });
      expect(index.all).toEqual(countOf(devices));
      expect(index.favourites).toEqual(countOf(devices.filter(({ favourite }) => favourite !== null)));
      for (let pk = 1 as GroupPk; pk <= GROUPS; pk = (pk + 1) as GroupPk) {
        const own = devices.filter((device) => device.device_group_fk === pk).map((device) => device.pk);
        expect(new Set(index.devicesOf(pk))).toEqual(new Set(own));
      }
    }),
  );
});

test('states change the counts and not the structure; moves, names and devices change both', () => {
  const fleet = createSource();
  const index = createGroupDeviceIndex(fleet.source);
  const place = { device_group_fk: 1 as GroupPk, favourite: null };
  const device: IndexedDevice = { pk: 1 as DevicePk, isOnline: false, alias: 'device', ...place };
  const changed = (act: () => void) => {
    const before = [index.countVersion, index.structureVersion] as const;
    act();
    return [index.countVersion > before[0], index.structureVersion > before[1]];
  };
  expect(changed(() => fleet.put(device))).toEqual([true, true]);
  expect(changed(() => fleet.put({ ...device, isOnline: true }))).toEqual([true, false]);
  expect(changed(() => fleet.put({ ...device, device_group_fk: 2 as GroupPk }))).toEqual([true, true]);
  expect(changed(() => fleet.put({ ...device, device_group_fk: 2 as GroupPk, alias: 'other' }))).toEqual([true, true]);
  expect(changed(() => fleet.remove(device.pk))).toEqual([true, true]);
});
