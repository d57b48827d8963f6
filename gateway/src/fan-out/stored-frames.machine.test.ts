import type { PayloadOf } from '@vigil/shared/contract/event';
import type { storedFrameFormatsChanged } from '@vigil/shared/contract/events/browser-down/frames';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Sight } from '@vigil/shared/domain/sight';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { gatewayTest } from '../testing/fixture.ts';
import { ELSEWHERE, HOME, ROOM, type TestGateways } from '../testing/test-gateway.ts';

const test = gatewayTest();
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

async function openWatching(sight: Sight): Promise<TestSocket> {
  const browser = await gateways.browser((await gateways.session({ sight })).token);
  await browser.ask('watch_fleet', { group_pk: 'all', usage: false });
  return browser;
}

type Rows = PayloadOf<typeof storedFrameFormatsChanged>['rows'];
const rowsOf = (browser: TestSocket) => browser.received('frame_formats').flatMap(({ rows }) => rows as Rows);

test('browsers learn which of their devices have a stored frame, and which none any more', async () => {
  const [here, there] = [await gateways.addDevice(ROOM), await gateways.addDevice(HOME)];
  const waiting = await gateways.addDevice(ROOM);
  await gateways.change({ t: 'device_changed', device_pk: waiting.pk, patch: { approval: 0 } });
  const [all, room, elsewhere] = [
    await openWatching('all'),
    await openWatching({ groups: [ROOM] }),
    await openWatching({ groups: [ELSEWHERE] }),
  ];
  const announce = (device: typeof here, ext: 'jpg' | 'webp' | null) =>
    publish(gateways.redis, busChannels.company(gateways.company), { t: 'frame_format', device: device.pk, ext });
  await announce(here, 'jpg');
  await announce(waiting, 'jpg');
  await announce(there, 'webp');
  const formats = new Map<DevicePk, string>([
    [here.pk, 'jpg'],
    [there.pk, 'webp'],
  ]);
  await eventually(() => expect(new Map(rowsOf(all))).toEqual(formats));
  await eventually(() => expect(rowsOf(room)).toEqual([[here.pk, 'jpg']]));
  await announce(here, null);
  await eventually(() => expect(rowsOf(room).at(-1)).toEqual([here.pk, null]));
  expect(rowsOf(elsewhere)).toEqual([]);
});
