import { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import type { FleetChange } from '@vigil/shared/platform/fleet/change';
import { publishFleetChangeOnce } from '@vigil/shared/platform/fleet/outbox';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { connectQueueRedis, openQueues } from '@vigil/shared/platform/queues';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { connectRedis, type Redis } from '@vigil/shared/platform/redis/redis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { startRedis } from '../../../tests/support/redis.ts';
import type { Deps } from '../deps.ts';
import { deviceRow, HOME, ROOM } from '../testing/test-gateway.ts';
import { createLiveFleets, type LiveFleets } from './fleets.ts';

const log = createLog('gateway', 'silent');
const device = DevicePk.parse(1);
const identity = { device, guid: deviceRow(device).guid };
const stack = new AsyncDisposableStack();
let deps: Deps;
let company = CompanyPk.parse(1);

beforeAll(async () => {
  const server = stack.use(await startRedis());
  const redis = stack.use(await connectRedis(server.urls.gateway, log));
  const connection = connectQueueRedis(server.urls.gateway, { cluster: false, log });
  const queues = stack.use(openQueues(connection, { names: ['fleet-index'] }));
  const metrics = createMetrics('gateway');
  deps = { redis, subscribe: createSubscriber({ redis, log, metrics }), queues, log, metrics, now: Date.now };
  other = stack.use(await connectRedis(server.url, log));
});
afterAll(() => stack.disposeAsync());

/** As the API has it. */
let other: Redis;
const publish = (version: number, payload: FleetChange) => publishFleetChangeOnce(other, company, { version, payload });
/** Redis with the device in HOME, of whose enrolment this gateway has not heard. */
beforeEach(async () => {
  company = CompanyPk.parse(company + 1);
  await other.commands.hSet(redisKeys.index(company), {
    version: '0',
    [`g${HOME}`]: '0|-|-',
    [`d${device}`]: `0|${HOME}|0|-|-`,
  });
});

/** Fleets for which something happens between the first read of a device and its answer. */
function fleetsWith(meanwhile: () => Promise<unknown>): LiveFleets {
  let isFirst = true;
  const commands = new Proxy(deps.redis.commands, {
    get(target, name) {
      if (name !== 'hGet') return Reflect.get(target, name, target) as unknown;
      return async (key: string, field: string) => {
        const value = await target.hGet(key, field);
        if (isFirst) await meanwhile();
        isFirst = false;
        return value;
      };
    },
  });
  const ignore = { onMessage: () => undefined, onApplied: () => undefined, onLoaded: () => undefined };
  return createLiveFleets({ ...deps, redis: { ...deps.redis, commands } }, ignore);
}

/** Loads the fleet as it was before the device was enrolled. */
async function load(fleets: LiveFleets) {
  const fleet = await fleets.of(company);
  fleet.index.devices.delete(device);
  return fleet;
}

test('a change of a device that is applied while the device is read is not overwritten', async () => {
  const row = deviceRow(device, { guid: identity.guid, device_group_fk: ROOM });
  const fleets = fleetsWith(async () => {
    await publish(1, { t: 'device_added', device: row });
    await eventually(() => expect(fleets.deviceOf(company, device)).toMatchObject({ group: ROOM }));
  });
  await load(fleets);
  expect(await fleets.has(company, identity)).toBe(true);
  expect(fleets.deviceOf(company, device)).toMatchObject({ group: ROOM, approval: 1 });
});

test('a device that is deleted while it is read does not come back', async () => {
  const fleets = fleetsWith(async () => {
    await publish(1, { t: 'device_removed', device_pk: device });
    await eventually(() => expect(fleets.known(company)?.index.version).toBe(1));
  });
  await load(fleets);
  expect(await fleets.has(company, identity)).toBe(false);
  expect(fleets.deviceOf(company, device)).toBeUndefined();
});

test('a device of whose enrolment a gateway has not heard is known once it was asked for', async () => {
  const fleets = fleetsWith(() => Promise.resolve());
  await load(fleets);
  expect(await fleets.has(company, identity)).toBe(true);
  expect(fleets.deviceOf(company, device)).toMatchObject({ group: HOME, approval: 0 });
});
