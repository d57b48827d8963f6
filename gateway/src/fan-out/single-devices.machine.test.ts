import { randomUUID } from 'node:crypto';
import { AlertCode } from '@vigil/shared/contract/alert';
import { raisedAlertFacts } from '@vigil/shared/contract/alert.test-support';
import { AlertPk, CommandId, type DevicePk } from '@vigil/shared/contract/ids';
import { usageColumns } from '@vigil/shared/contract/names';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { recordSocketTransitions } from '@vigil/shared/platform/redis/presence';
import fc from 'fast-check';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { runsOf } from '../../../tests/support/scope.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { gatewayTest } from '../testing/fixture.ts';
import { deviceRow, ELSEWHERE, HOME, ROOM, type TestDevice, type TestGateways } from '../testing/test-gateway.ts';

// A viewer whose sight is single devices, as the temporary account of a ticket has it: beside each device that is in
// sight there is another one in the same group.
const test = gatewayTest();
let gateways: TestGateways;
let [mine, beside, alsoMine, other]: TestDevice[] = [];

const places = [HOME, ROOM, ELSEWHERE] as const;
const groups = new Map<DevicePk, (typeof places)[number]>();

test.beforeAll(async ({ gateways: started }) => {
  gateways = started;
  const added = [];
  for (const group of [ROOM, ROOM, ELSEWHERE, ELSEWHERE]) {
    const device = await gateways.addDevice(group);
    groups.set(device.pk, group);
    added.push(device);
  }
  [mine, beside, alsoMine, other] = added;
});

const all = () => [mine, beside, alsoMine, other].flatMap((device) => device ?? []);
const ownPks = () => [mine, alsoMine].flatMap((device) => device?.pk ?? []);

const open = async () => {
  const opened = await gateways.browser((await gateways.session({ sight: { devices: ownPks() } })).token);
  await opened.ask('watch_fleet', { group_pk: 'all', usage: true });
  for (const { pk } of all()) await opened.ask('watch_device', { pk, processes: true });
  return opened;
};

let numbers = 0;
const next = () => (numbers += 1);

/** What may happen to a device, each with the number that identifies its event. */
const happenings: Readonly<Record<string, (device: TestDevice) => Promise<unknown>>> = {
  renamed: ({ pk }) => gateways.change({ t: 'device_changed', device_pk: pk, patch: { alias: `name ${next()}` } }),
  moved: ({ pk }) => {
    const from = groups.get(pk) ?? HOME;
    const to = places[(places.indexOf(from) + 1) % places.length] ?? HOME;
    groups.set(pk, to);
    return gateways.change({ t: 'devices_moved', pks: [pk], from, to, group_name: 'moved' });
  },
  connected: async ({ pk: device }) => {
    const place = { company: gateways.company, gateway: 'other' };
    const connection = randomUUID();
    for (const online of [true, false])
      await recordSocketTransitions(gateways.redis, place, [{ device, online, connection, at: next() }]);
  },
  alerted: ({ pk }) => {
    const alert = {
      device_pk: pk,
      alert_code: AlertCode.parse('IW2'),
      ...raisedAlertFacts,
      at: next(),
      ended_at: null,
    };
    const rows = [{ ...alert, pk: AlertPk.parse(next()) }];
    return publish(gateways.redis, busChannels.company(gateways.company), { t: 'alerts', rows });
  },
  commanded: ({ pk }) =>
    publish(gateways.redis, busChannels.company(gateways.company), {
      t: 'command_state',
      id: CommandId.parse(randomUUID()),
      device_pk: pk,
      type: 'reboot',
      state: 'done',
      at: next(),
      issuer: null,
    }),
  measured: ({ pk }) => {
    const group = groups.get(pk) ?? HOME;
    const rows = all()
      .filter((device) => groups.get(device.pk) === group)
      .map((device) => [device.pk, ...usageColumns.map(() => 1)]);
    return publish(gateways.redis, busChannels.usage(gateways.company, group), {
      t: 'system_usage',
      group,
      at: next(),
      cols: ['device_pk', ...usageColumns],
      rows,
    });
  },
};

/** The devices that an event names. */
const named: Readonly<Record<string, (event: Record<string, unknown>) => unknown[]>> = {
  alive: ({ rows }) => (rows as unknown[][]).map(([pk]) => pk),
  device_added: ({ device }) => [(device as { pk: unknown }).pk],
  device_changed: ({ device_pk }) => [device_pk],
  device_removed: ({ device_pk }) => [device_pk],
  devices_removed: ({ pks }) => pks as unknown[],
  devices_moved: ({ pks }) => pks as unknown[],
  system_usage: ({ rows }) => (rows as unknown[][]).map(([pk]) => pk),
  alert: ({ device_pk }) => [device_pk],
  alerts: ({ rows }) => (rows as { device_pk: unknown }[]).map(({ device_pk }) => device_pk),
  command_state: ({ device_pk }) => [device_pk],
  processes: ({ device_pk }) => [device_pk],
  thumbnail: ({ device_pk }) => [device_pk],
  thumbnail_same: ({ device_pk }) => [device_pk],
};
const namedBy = (socket: TestSocket, event: string) =>
  socket.received(event).flatMap((one) => named[event]?.(one) ?? []);

/** The event of each happening to a device in sight. */
const eventOf: Readonly<Record<string, string>> = {
  renamed: 'device_changed',
  moved: 'devices_moved',
  connected: 'alive',
  alerted: 'alerts',
  commanded: 'command_state',
  measured: 'system_usage',
};

test('a viewer of single devices receives all that happens to them, and nothing of the devices beside them', async () => {
  const kinds = fc.constantFrom(...Object.keys(happenings));
  const steps = fc.array(fc.record({ kind: kinds, device: fc.nat({ max: 3 }) }), { minLength: 4, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      using opened = await open();
      for (const { kind, device } of walk) {
        const target = all()[device];
        if (target) await happenings[kind]?.(target);
        if (!target || !ownPks().includes(target.pk) || kind === 'measured') continue;
        await eventually(() =>
          expect([kind, namedBy(opened, eventOf[kind] ?? '')]).toEqual([kind, expect.arrayContaining([target.pk])]),
        );
      }
      const seq = await gateways.change({ t: 'group_changed', changed: [], removed: [] });
      await eventually(() => expect(opened.received('group_changed').at(-1)).toEqual({ seq }));
      for (const event of Object.keys(named))
        for (const pk of namedBy(opened, event))
          expect([event, ownPks()]).toEqual([event, expect.arrayContaining([pk])]);
    }),
    // The walks share one fleet: a shorter one would not repeat what failed.
    { numRuns: runsOf({ usual: 6, all: 20 }), endOnFailure: true },
  );
});

test('samples of its devices reach such a viewer from whichever group they are in, without those beside them', async () => {
  using opened = await open();
  for (const pk of ownPks()) {
    const target = all().find((device) => device.pk === pk);
    if (!target) throw new Error('no device');
    for (const _ of places) {
      const before = opened.received('system_usage').length;
      await eventually(async () => {
        await happenings['measured']?.(target);
        expect(namedBy(opened, 'system_usage').slice(before)).toContain(pk);
      });
      await happenings['moved']?.(target);
    }
  }
  expect(ownPks()).toEqual(expect.arrayContaining(namedBy(opened, 'system_usage')));
});

test('frames, counts and watches of such a viewer are of its devices only', async () => {
  using opened = await open();
  const devices = all().map(({ pk }) => pk);
  const hidden = devices.filter((pk) => !ownPks().includes(pk));
  expect(await opened.ask('watch_thumbnails', { devices, width: 320, interval_ms: 1_000 })).toEqual({
    ok: true,
    refused: hidden,
  });
  for (const pk of hidden)
    expect(await opened.ask('watch_device', { pk })).toEqual({ ok: false, error: { code: 'not_found' } });
  await gateways.change({ t: 'device_added', device: deviceRow((await gateways.addDevice(ROOM)).pk) });
  await eventually(() => expect(opened.received('summary').at(-1)).toMatchObject({ total: ownPks().length }));
});
