import { randomUUID } from 'node:crypto';
import type { DevicePk, RolloutPk, UserPk } from '@vigil/shared/contract/ids';
import type { CommandState } from '@vigil/shared/contract/names';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import {
  agentReleaseChunks,
  agentReleases,
  agentRolloutDevices,
  agentRollouts,
  releaseKeys,
} from '@vigil/shared/platform/db/schema/releases';
import { users } from '@vigil/shared/platform/db/schema/users';
import { insertReleases, packageRow, releaseRow } from '@vigil/shared/platform/releases.test-support';
import { eq, inArray, ne, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { advanceRollouts } from './advance-rollouts.ts';

const test = workersTest();
const VERSION = '2.0.0';
let workers: WorkersTestContext;
let own: DevicePk[];
let rollout: RolloutPk;
let issuedBy: UserPk;

const system = <T>(work: Parameters<typeof workers.deps.database.asSystem<T>>[0]) =>
  workers.deps.database.asSystem(work);

test.beforeAll(async ({ workers: started }) => {
  workers = started;
  const row = { companyFk: workers.company, mgrid: 'issuer', passwordHash: 'none', type: 'Manager' };
  const [issuer] = await system((tx) => tx.insert(users).values(row).returning({ pk: users.pk }));
  issuedBy = issuer!.pk;
  await system((tx) => insertReleases(tx, [releaseRow(VERSION)]));
});

test.beforeEach(async () => {
  own = [];
  for (let i = 0; i < 4; i += 1) own.push(await workers.addDevice());
  const companyFk = workers.company;
  await system(async (tx) => {
    await tx.delete(agentRollouts);
    await tx.delete(commands);
    await tx
      .update(devices)
      .set({ alive: 1, osId: 2, arch: 'x64', agentVersion: '1.0.0', timeZone: 'Asia/Seoul' })
      .where(inArray(devices.pk, own));
    const rules = { version: VERSION, percent: 100, failurePercent: 50, leastDecided: 2 };
    const [row] = await tx
      .insert(agentRollouts)
      .values({ companyFk, groupName: 'Group', issuedBy, issuerName: 'Admin', ...rules })
      .returning();
    rollout = row!.pk;
    await tx
      .insert(agentRolloutDevices)
      .values(
        own.map((deviceFk, i) => ({ rolloutFk: rollout, companyFk, n: i + 1, deviceFk, deviceAlias: `Device ${i}` })),
      );
  });
});

const advance = (laterMs = 0) => advanceRollouts({ ...workers.deps, now: () => Date.now() + laterMs });
const change = (pks: readonly DevicePk[], set: Partial<typeof devices.$inferInsert>) =>
  system((tx) =>
    tx
      .update(devices)
      .set(set)
      .where(inArray(devices.pk, [...pks])),
  );
const told = async () =>
  (
    await system((tx) =>
      tx.select({ pk: commands.deviceFk }).from(commands).orderBy(commands.createdAt, commands.deviceFk),
    )
  ).map(({ pk }) => pk);
const end = (pk: DevicePk, state: CommandState, message: string | null = null) =>
  system((tx) => tx.update(commands).set({ state, message }).where(eq(commands.deviceFk, pk)));
const now = async () => {
  const [row] = await system((tx) => tx.select().from(agentRollouts).where(eq(agentRollouts.pk, rollout)));
  return [row?.state, row?.reason];
};
const outcomes = async () =>
  (await system((tx) => tx.select().from(agentRolloutDevices).orderBy(agentRolloutDevices.n))).map(
    (row) => row.outcome,
  );

test('[UPD-6] several workers at once tell each device once, and no more than a decision needs', async () => {
  await Promise.all([advance(), advance(), advance(), advance()]);
  expect(await told()).toEqual(own.slice(0, 2));
  await end(own[0]!, 'done');
  await Promise.all([advance(), advance()]);
  expect(await told()).toEqual(own.slice(0, 3));
  for (const pk of own.slice(1, 3)) await end(pk, 'done');
  await advance();
  await end(own[3]!, 'done');
  await advance();
  expect(await outcomes()).toEqual(['done', 'done', 'done', 'done']);
  expect(await now()).toEqual(['done', null]);
  const rows = await system((tx) => tx.select().from(commands));
  expect(rows[0]).toMatchObject({ type: 'update', issuerName: 'Admin', args: { version: VERSION } });
  expect(rows.every(({ signature }) => signature !== null)).toBe(true);
});

test('[UPD-7] it stops when enough have failed, and tells no further device', async () => {
  await advance();
  await end(own[0]!, 'done');
  await end(own[1]!, 'failed', 'update_crashed');
  await advance();
  expect(await now()).toEqual(['stopped', 'failure_rate']);
  await advance();
  expect(await told()).toEqual(own.slice(0, 2));
});

test('[UPD-7] a share with fewer devices than a decision needs stops, too, once all of it are decided', async () => {
  await system((tx) => tx.update(agentRollouts).set({ leastDecided: 10, percent: 50 }));
  await advance();
  await end(own[0]!, 'done');
  await advance();
  expect(await now()).toEqual(['running', null]);
  await end(own[1]!, 'failed', 'update_not_connected');
  await advance();
  expect(await now()).toEqual(['stopped', 'failure_rate']);
});

test('[UPD-7] a configuration that forbids updates, a key or a lost download does not stop a rollout', async () => {
  await advance();
  await end(own[0]!, 'failed', 'command_disabled');
  await end(own[1]!, 'failed', 'download_failed');
  await advance();
  expect(await outcomes()).toEqual(['skipped', null, null, null]);
  expect(await now()).toEqual(['running', null]);
  const [row] = await system((tx) => tx.select().from(agentRolloutDevices).where(eq(agentRolloutDevices.n, 1)));
  expect(row?.reason).toBe('command_disabled');
  expect(await told()).toEqual(own);
});

test('[UPD-6] what is offline, in a remote session or was in use waits; what runs the version takes no part', async () => {
  await change(own.slice(0, 1), { alive: 0 });
  await change(own.slice(1, 2), { agentVersion: VERSION });
  await system((tx) =>
    tx.execute(sql`
      insert into remote_sessions (id, company_fk, type, mgrid, device_fk, device_alias, device_guid, host_os_id,
        secret_hash, issued_at, start_time)
      values (${randomUUID()}, ${workers.company}, 'rc', 'jun', ${own[2]}, 'Device', ${randomUUID()}, 2, '', now(), now())`),
  );
  await advance();
  await advance();
  expect(await told()).toEqual([own[3]]);
  expect(await outcomes()).toEqual([null, 'skipped', null, null]);
  // It refused: a session had begun meanwhile.
  await end(own[3]!, 'failed', 'device_in_use');
  await advance();
  expect(await told()).toEqual([own[3]]);
  await advance(61_000);
  expect(await told()).toEqual([own[3], own[3]]);
  await change(own.slice(0, 1), { alive: 1 });
  await system((tx) => tx.execute(sql`update remote_sessions set end_time = now()`));
  await advance();
  expect(new Set(await told())).toEqual(new Set([own[0], own[3]]));
});

test('[UPD-6] a device that never answers is told ever more rarely, and is left out in the end, with the reason', async () => {
  await system((tx) => tx.delete(agentRolloutDevices).where(ne(agentRolloutDevices.deviceFk, own[0]!)));
  const times = [0, 1, 3, 7, 15, 31, 63, 123, 183, 243];
  for (const [attempt, minute] of times.entries()) {
    if (minute > 0) await advance(minute * 60_000 - 10_000);
    expect(await told()).toHaveLength(attempt);
    await advance(minute * 60_000);
    expect(await told()).toHaveLength(attempt + 1);
    await end(own[0]!, 'failed', 'outcome_unknown');
    await advance(minute * 60_000);
  }
  await advance(1_000 * 60_000);
  expect(await told()).toHaveLength(times.length);
  const [row] = await system((tx) => tx.select().from(agentRolloutDevices));
  expect(row).toMatchObject({ outcome: 'skipped', reason: 'outcome_unknown' });
  expect(await now()).toEqual(['done', null]);
});

test('[UPD-6] devices are updated in the hour of their configuration, by their own clock', async () => {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(new Date()));
  const seoul = hourIn('Asia/Seoul');
  await change(own.slice(1, 2), { timeZone: 'Europe/Paris' });
  await change(own.slice(2, 3), { timeZone: 'Nowhere/At_All' });
  await system((tx) =>
    tx
      .insert(appConfigs)
      .values({ companyFk: workers.company, name: 'Default', isDefault: 1, config: { update_hour: seoul } }),
  );
  const [atEveryHour] = await system((tx) =>
    tx
      .insert(appConfigs)
      .values({ companyFk: workers.company, name: 'Every hour', config: { update_hour: null } })
      .returning({ pk: appConfigs.pk }),
  );
  await change(own.slice(3), { timeZone: 'Europe/Paris', appConfigFk: atEveryHour!.pk });
  await advance();
  expect(await told()).toEqual([own[0], own[3]]);
  await system((tx) => tx.delete(appConfigs));
});

test('a rollout whose release was withdrawn stops, and a paused one waits', async () => {
  await system((tx) => tx.update(agentRollouts).set({ state: 'paused' }));
  await advance();
  expect(await told()).toEqual([]);
  await system((tx) => tx.update(agentRollouts).set({ state: 'running' }));
  await system((tx) => tx.update(agentReleases).set({ withdrawnAt: new Date() }));
  await advance();
  expect(await now()).toEqual(['stopped', 'withdrawn']);
  await system((tx) => tx.update(agentReleases).set({ withdrawnAt: null }));
});

test('[UPD-1] a rollout of a release whose key was retired stops', async () => {
  const publicKey = `${'A'.repeat(43)}=`;
  const retiredAt = new Date();
  await system((tx) => tx.insert(releaseKeys).values({ keyId: releaseRow(VERSION).keyId, publicKey, retiredAt }));
  await advance();
  expect(await told()).toEqual([]);
  expect(await now()).toEqual(['stopped', 'withdrawn']);
  await system((tx) => tx.delete(releaseKeys));
});

test('[UPD-7] a rollout stops with its reason when the package for some of its devices was deleted', async () => {
  await change(own.slice(3), { arch: 'arm64' });
  await advance();
  await end(own[0]!, 'done');
  await end(own[1]!, 'failed', 'download_failed');
  await system((tx) => tx.delete(agentReleaseChunks));
  await advance();
  expect(await now()).toEqual(['stopped', 'packages_deleted']);
  expect(await told()).toEqual(own.slice(0, 2));
  await system((tx) => tx.insert(agentReleaseChunks).values(packageRow));
});

test('[UPD-7] a rollout whose devices are all decided is complete, although its packages were deleted since', async () => {
  for (let i = 0; i < 2; i += 1) {
    await advance();
    for (const pk of own) await end(pk, 'done');
  }
  await system((tx) => tx.delete(agentReleaseChunks));
  await advance();
  expect(await now()).toEqual(['done', null]);
  await system((tx) => tx.insert(agentReleaseChunks).values(packageRow));
});

test('a device that was deleted is left out', async () => {
  await system((tx) => tx.delete(devices).where(eq(devices.pk, own[0]!)));
  await advance();
  expect(await outcomes()).toEqual(['skipped', null, null, null]);
  expect(await told()).toEqual(own.slice(1, 3));
});

test('[UPD-7] a rollout pauses when the user who runs it is no administrator any more', async () => {
  const set = (columns: Partial<typeof users.$inferInsert>) =>
    system((tx) => tx.update(users).set(columns).where(eq(users.pk, issuedBy)));
  for (const columns of [{ active: false }, { type: 'Member' }]) {
    await set(columns);
    await advance();
    expect(await now()).toEqual(['paused', 'issuer_not_allowed']);
    expect(await told()).toEqual([]);
    await set({ active: true, type: 'Manager' });
    await system((tx) => tx.update(agentRollouts).set({ state: 'running', reason: null }));
  }
  await advance();
  expect(await told()).toHaveLength(2);
});
