import type { UpdateChannel } from '@vigil/shared/contract/app-config-rules';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { agentReleaseChunks, agentReleases } from '@vigil/shared/platform/db/schema/releases';
import { insertReleases, releaseRow } from '@vigil/shared/platform/releases.test-support';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { updateDeviceLatestVersions } from './update-latest-versions.ts';

const test = workersTest();
let workers: WorkersTestContext;
let device: DevicePk;
const patches: unknown[] = [];

test.beforeAll(async ({ workers: started, device: added }) => {
  [workers, device] = [started, added];
  await workers.deps.redis.subscribe(busChannels.company(workers.company), (text) => {
    const message = JSON.parse(text) as { t: string; patch?: unknown };
    if (message.t === 'device_changed') patches.push(message.patch);
  });
  await workers.deps.database.asSystem((tx) => tx.update(devices).set({ osId: 2, arch: 'x64' }));
});

const publish = (version: string, channel: UpdateChannel = 'stable') =>
  workers.deps.database.asSystem((tx) => insertReleases(tx, [releaseRow(version, { channel })]));

async function latest(): Promise<string | null | undefined> {
  await updateDeviceLatestVersions(workers.deps);
  const rows = await workers.deps.database.asSystem((tx) => tx.select().from(devices).where(eq(devices.pk, device)));
  return rows[0]?.latestVersion;
}

test('a device has the newest release of its channel for its system, and consoles are told', async () => {
  expect(await latest()).toBeNull();
  await publish('1.9.0');
  await publish('1.10.0');
  await publish('2.0.0', 'beta');
  expect(await latest()).toBe('1.10.0');
  await eventually(() => expect(patches).toEqual([{ latest_ver: '1.10.0' }]));
  await latest();
  expect(patches).toHaveLength(1);

  const { database } = workers.deps;
  await database.asSystem((tx) => tx.update(devices).set({ arch: 'arm64' }).where(eq(devices.pk, device)));
  expect(await latest()).toBeNull();
  await database.asSystem((tx) => tx.update(devices).set({ arch: 'x64' }).where(eq(devices.pk, device)));

  // The group above the device's has a configuration with the channel.
  await database.asSystem(async (tx) => {
    const [config] = await tx
      .insert(appConfigs)
      .values({ companyFk: workers.company, name: 'Beta', config: { update_channel: 'beta' } })
      .returning();
    const [above] = await tx
      .insert(deviceGroups)
      .values({ companyFk: workers.company, name: 'Above', appConfigFk: config!.pk })
      .returning();
    const [below] = await tx
      .insert(deviceGroups)
      .values({ companyFk: workers.company, name: 'Below', groupFk: above!.pk })
      .returning();
    await tx.update(devices).set({ groupFk: below!.pk }).where(eq(devices.pk, device));
  });
  expect(await latest()).toBe('2.0.0');

  await database.asSystem((tx) =>
    tx.update(agentReleases).set({ withdrawnAt: new Date() }).where(eq(agentReleases.version, '2.0.0')),
  );
  expect(await latest()).toBe('1.10.0');
  // A release whose package was deleted is offered to no device.
  await database.asSystem((tx) => tx.delete(agentReleaseChunks));
  expect(await latest()).toBeNull();
});
