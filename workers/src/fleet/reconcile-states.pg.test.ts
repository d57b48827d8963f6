import { randomUUID } from 'node:crypto';
import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { deviceConnections, devices } from '@vigil/shared/platform/db/schema/devices';
import { recordSocketTransitions } from '@vigil/shared/platform/redis/presence';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { currentSeq } from '@vigil/shared/platform/redis/seq';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { within } from '../../../tests/support/within.ts';
import type { Deps } from '../deps.ts';
import { persistConnectionStates } from '../stream/persist-connection-states.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { reconcileDeviceStates } from './reconcile-states.ts';

const test = workersTest();
let workers: WorkersTestContext;
test.beforeAll(({ workers: started }) => {
  workers = started;
});

/** Redis was emptied, and no device is stored as online. */
test.beforeEach(async () => {
  await workers.clearRedis();
  await system((tx) => tx.delete(devices));
});

const system = <T>(work: Parameters<typeof workers.deps.database.asSystem<T>>[0]) =>
  workers.deps.database.asSystem(work);

/** A Redis that has run for long enough. `meanwhile` runs once the online devices have been read. */
function settled(redis: Redis, meanwhile: () => Promise<void> = () => Promise.resolve()): Redis {
  const commands = new Proxy(redis.commands, {
    get(target, name) {
      if (name === 'info') return () => Promise.resolve('uptime_in_seconds:60');
      if (name !== 'hKeys') return Reflect.get(target, name, target) as unknown;
      return async (key: string) => {
        const fields = await target.hKeys(key);
        await meanwhile();
        return fields;
      };
    },
  });
  return { ...redis, commands };
}
const depsWith = (meanwhile?: () => Promise<void>): Deps => ({
  ...workers.deps,
  redis: settled(workers.deps.redis, meanwhile),
});

/** A device that is online in the database alone. */
async function addStale(stateSeq: number): Promise<DevicePk> {
  const device = await workers.addDevice();
  const connection = { id: randomUUID(), companyFk: workers.company, deviceFk: device, connectedAt: new Date() };
  await system(async (tx) => {
    await tx.update(devices).set({ alive: 1, stateSeq }).where(eq(devices.pk, device));
    await tx.insert(deviceConnections).values(connection);
  });
  return device;
}

async function storedOf(device: DevicePk) {
  const [row] = await system((tx) => tx.select().from(devices).where(eq(devices.pk, device)));
  const open = await system((tx) => tx.select().from(deviceConnections).where(eq(deviceConnections.deviceFk, device)));
  return { alive: row?.alive, open: open.filter(({ disconnectedAt }) => disconnectedAt === null).length };
}

test('a device that disconnected while Redis was emptied is taken offline, also where nothing is connected', async () => {
  const { redis, company } = { ...workers, redis: workers.deps.redis };
  expect(await currentSeq(redis, company)).toBe(0);
  const device = await addStale(5);
  expect(await reconcileDeviceStates(depsWith())).toBe(1);
  expect(await storedOf(device)).toEqual({ alive: 0, open: 0 });
  expect(await reconcileDeviceStates(depsWith())).toBe(0);
});

test('a device that reconnects while states are compared stays online', async () => {
  const { deps, company } = workers;
  const device = await addStale(5);
  const connection = randomUUID();
  const reconnect = async () => {
    const transition = { device, online: true, connection, at: Date.now() };
    await recordSocketTransitions(deps.redis, { company, gateway: 'gateway-of-tests' }, [transition]);
  };
  await reconcileDeviceStates(depsWith(reconnect));
  const seq = await currentSeq(deps.redis, company);
  await persistConnectionStates(deps, [
    { id: '1-0', company, kind: 'state', seq, data: [[device, 1, Date.now(), connection]] },
  ]);
  expect(await storedOf(device)).toEqual({ alive: 1, open: 1 });
});

test('a device that is stored as offline while states are compared keeps the time of that', async () => {
  const device = await addStale(5);
  const lastDisconnectedAt = new Date(Date.now() - 60_000);
  const [stored, compared] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let storing: Promise<void> | undefined;
  const store = () =>
    system(async (tx) => {
      await tx.update(devices).set({ alive: 0, lastDisconnectedAt }).where(eq(devices.pk, device));
      stored.resolve();
      await compared.promise;
    });
  await reconcileDeviceStates(
    depsWith(async () => {
      storing ??= store();
      await stored.promise;
    }),
  ).finally(compared.resolve);
  await storing;
  const [row] = await system((tx) => tx.select().from(devices).where(eq(devices.pk, device)));
  expect(row).toMatchObject({ alive: 0, lastDisconnectedAt });
});

const held = {
  device: (tx: Tx, device: DevicePk) => tx.select().from(devices).where(eq(devices.pk, device)).for('update'),
  connection: (tx: Tx, device: DevicePk) =>
    tx.select().from(deviceConnections).where(eq(deviceConnections.deviceFk, device)).for('update'),
};

test.each(Object.entries(held))(
  'a %s that another transaction holds is left for the next comparison, the others are not',
  async (_, hold) => {
    const [one, other] = [await addStale(5), await addStale(5)];
    await system(async (tx) => {
      await hold(tx, one);
      expect(await within('states are compared', reconcileDeviceStates(depsWith()), { timeout: 10_000 })).toBe(1);
    });
    expect(await storedOf(one)).toEqual({ alive: 1, open: 1 });
    expect(await storedOf(other)).toEqual({ alive: 0, open: 0 });
    expect(await reconcileDeviceStates(depsWith())).toBe(1);
    expect(await storedOf(one)).toEqual({ alive: 0, open: 0 });
  },
);

test('the connection of a device whose newer state is stored stays open', async () => {
  const device = await addStale(Number.MAX_SAFE_INTEGER);
  expect(await reconcileDeviceStates(depsWith())).toBe(0);
  expect(await storedOf(device)).toEqual({ alive: 1, open: 1 });
});

test('a company whose states cannot be compared does not stop the others', async () => {
  const { database } = workers.deps;
  const [other] = await system((tx) => tx.insert(companies).values({ name: 'Other' }).returning());
  const reached: CompanyPk[] = [];
  const partly: typeof database = {
    ...database,
    inCompany(whose, work) {
      reached.push(whose);
      return whose === workers.company ? Promise.reject(new Error('no')) : database.inCompany(whose, work);
    },
  };
  expect(await reconcileDeviceStates({ ...depsWith(), database: partly })).toBe(0);
  expect(reached).toEqual([workers.company, other?.pk]);
});
