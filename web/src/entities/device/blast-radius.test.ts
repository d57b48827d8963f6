import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { flagsOf } from '@vigil/shared/domain/permissions';
import { expect, test } from 'vitest';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { blastRadius } from './blast-radius.ts';

const device = (pk: number, group: number, isApproved = true) =>
  ({ pk, device_group_fk: group as GroupPk, isOnline: true, isApproved }) as FleetDevice;
const viewer = {
  flags: flagsOf({ type: 'Manager' } as never),
  isCorporate: true,
  isGuest: false,
  usesApproval: false,
};
const pks = [1, 2, 3] as DevicePk[];

test('devices that are deleted while a dialog is open are neither counted nor sent', () => {
  const devices = new Map([device(1, 5), device(2, 6), device(3, 6, false)].map((one) => [one.pk, one]));
  const radius = () => blastRadius('move', pks, viewer, { store: devices });
  expect(radius()).toMatchObject({ present: pks, online: 2, skipped: [{ device: { pk: 3 } }] });
  devices.delete(2 as DevicePk);
  expect(radius()).toMatchObject({ present: [1, 3], reached: [{ pk: 1 }], groups: [[5, 1]], online: 1 });
});

test('a device that no other one could wake is left out, with the reason', () => {
  const asleep = [1, 2].map((pk) => ({ ...device(pk, 5), isOnline: false }));
  const store = new Map(asleep.map((one) => [one.pk, one]));
  const wakeProblem = ({ pk }: { pk: DevicePk }) => (pk === 1 ? 'no_neighbour' : null);
  expect(blastRadius('wol', pks, viewer, { store, wakeProblem })).toMatchObject({
    reached: [{ pk: 2 }],
    skipped: [{ device: { pk: 1 }, obstacle: { kind: 'state', code: 'no_neighbour' } }],
  });
  expect(blastRadius('reboot', pks, viewer, { store, wakeProblem }).skipped).toMatchObject([
    { obstacle: { code: 'not_online_warning' } },
    { obstacle: { code: 'not_online_warning' } },
  ]);
});
