import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DevicePk } from '../contract/ids.ts';
import { createSenderFinder, wakeProblem, type LastWakeSuccessOf, type WakeDevice } from './wake-senders.ts';

const never: LastWakeSuccessOf = () => undefined;
const device = (pk: number, more: Partial<WakeDevice> = {}): WakeDevice => ({
  pk: DevicePk.parse(pk),
  alias: `device ${pk}`,
  osId: 1,
  approval: 1,
  macAddr: '02:00:00:00:00:01',
  link: 'wired',
  publicIp: '192.0.2.1',
  privateIp: `10.0.0.${pk}`,
  netmask: '255.255.255.0',
  gateway: '10.0.0.1',
  ...more,
});
const pksOf = (found: readonly WakeDevice[]) => found.map(({ pk }) => pk);
const sleeper = device(1);

test.each<[string, Partial<WakeDevice>, boolean]>([
  ['the same network', {}, true],
  ['another public address', { publicIp: '192.0.2.2' }, false],
  ['no public address', { publicIp: null }, false],
  ['another network and gateway', { privateIp: '10.0.1.2', gateway: '10.0.1.1' }, false],
  ['another network behind the same gateway', { privateIp: '10.0.1.2' }, true],
  ['the same network, no gateway', { gateway: '' }, true],
  ['no private address, another gateway', { privateIp: null, gateway: '10.0.1.1' }, false],
  ['nothing known of its network', { privateIp: '', netmask: '', gateway: '' }, false],
  ['a netmask that is none', { netmask: '255.0.255.0', gateway: '' }, false],
  ['a netmask that covers everything', { netmask: '0.0.0.0', gateway: '' }, false],
  ['Linux', { osId: 2 }, true],
  ['macOS', { osId: 3 }, true],
  ['an Android phone', { osId: 4 }, false],
  ['an iPhone', { osId: 5 }, false],
  ['an unknown system', { osId: 0 }, false],
  ['not approved', { approval: 0 }, false],
  ['on a tunnel, as its address says', { macAddr: '00:00:00:00:00:00' }, false],
  ['an address that is not known', { macAddr: null }, true],
])('%s: whether it is a sender', (_name, more, expected) => {
  const found = createSenderFinder([sleeper, device(2, more)], never)(sleeper);
  expect(pksOf(found)).toEqual(expected ? [2] : []);
});

test('wired senders come first, of these the one whose packet worked last, then by name', () => {
  const senders = [
    device(2, { link: 'wireless' }),
    device(3, { link: null }),
    device(4, { alias: 'b' }),
    device(5, { alias: 'a' }),
    device(6),
    device(7),
  ];
  const proven: LastWakeSuccessOf = (sender) => ({ 2: 9, 6: 1, 7: 2 })[sender as number];
  expect(pksOf(createSenderFinder(senders, proven)(sleeper))).toEqual([7, 6, 5, 4, 3, 2]);
});

test('a device that cannot be woken has a reason', () => {
  expect(wakeProblem(sleeper, [device(2)])).toBeNull();
  expect(wakeProblem(sleeper, [])).toBe('no_neighbour');
  expect(wakeProblem(device(1, { macAddr: '' }), [device(2)])).toBe('mac_unknown');
  for (const macAddr of ['00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF', '01:00:5E:00:00:01', 'garbage'])
    expect(wakeProblem(device(1, { macAddr }), [device(2)])).toBe('mac_unknown');
  expect(wakeProblem(device(1, { osId: 5 }), [device(2)])).toBe('mac_unknown');
  expect(wakeProblem(device(1, { approval: 0 }), [device(2)])).toBe('device_not_approved');
});

test('senders are approved desktop systems of the network of the sleeper, in order, and never the sleeper', () => {
  const some = fc.record({
    osId: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const, 4 as const, 5 as const),
    approval: fc.constantFrom(0 as const, 1 as const),
    link: fc.constantFrom('wired' as const, 'wireless' as const, null),
    publicIp: fc.constantFrom('192.0.2.1', '192.0.2.2', null),
    privateIp: fc.constantFrom('10.0.0.5', '10.0.1.5', '', null),
    netmask: fc.constantFrom('255.255.255.0', '255.255.0.0', null),
    gateway: fc.constantFrom('10.0.0.1', '10.0.1.1', '', null),
  });
  fc.assert(
    fc.property(fc.array(some, { minLength: 2, maxLength: 12 }), (rows) => {
      const devices = rows.map((row, index) => device(index + 1, row));
      const [asleep] = devices as [WakeDevice];
      const rank = ({ link }: WakeDevice) => ['wired', null, 'wireless'].indexOf(link);
      const find = createSenderFinder(devices, never);
      const found = find(asleep);
      for (const count of [0, 1, 3]) expect(find(asleep, count)).toEqual(found.slice(0, count));
      for (const sender of found) {
        expect([1, 2, 3]).toContain(sender.osId);
        expect(sender.approval).toBe(1);
        expect(sender.pk).not.toBe(asleep.pk);
        expect(sender.publicIp).toBe(asleep.publicIp);
      }
      expect(found.map(rank)).toEqual(found.map(rank).toSorted((a, b) => a - b));
      expect(new Set(found).size).toBe(found.length);
    }),
  );
});
