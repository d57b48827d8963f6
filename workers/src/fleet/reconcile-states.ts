import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { deviceConnections, devices } from '@vigil/shared/platform/db/schema/devices';
import { runForEachCompany } from '@vigil/shared/platform/each-company';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { ensureSeq } from '@vigil/shared/platform/redis/seq';
import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { publishConnectionTimes } from '../stream/publish-device-times.ts';

/** A statement takes a limited number of parameters. */
const DEVICES_AT_ONCE = 1_000;

/** After a restart of Redis, gateways need this long to announce their agents. */
const MIN_REDIS_UPTIME_S = 20;

async function uptime(redis: Redis): Promise<number> {
  const info = await redis.commands.info('server');
  return Number(/uptime_in_seconds:(\d+)/.exec(info)?.[1] ?? 0);
}

/**
 * Marks devices offline that are online in the database but have no presence. They would stay online for ever when they
 * disconnected while Redis was emptied.
 * @returns the number of corrected devices
 */
export async function reconcileDeviceStates(deps: Deps): Promise<number> {
  if ((await uptime(deps.redis)) < MIN_REDIS_UPTIME_S) return 0;
  const all = await deps.database.readAll((tx) => tx.select({ company: companies.pk }).from(companies));
  return runForEachCompany(deps.log, all, ({ company }) => reconcileCompany(deps, company));
}

async function reconcileCompany(deps: Deps, company: CompanyPk): Promise<number> {
  const { redis, now } = deps;
  // Before presence is read: what a device does from then on has a higher number, and outlasts the correction.
  const seq = await ensureSeq(redis, company);
  const online = await onlineDevices(redis, company);
  const at = now();
  const corrected = await commitChange(deps, company, async (tx) => {
    const recorded = await tx.select({ pk: devices.pk }).from(devices).where(eq(devices.alive, 1));
    const stale = recorded.map(({ pk }) => pk).filter((pk) => !online.has(pk));
    const updated: DevicePk[] = [];
    for (let i = 0; i < stale.length; i += DEVICES_AT_ONCE) {
      const some = stale.slice(i, i + DEVICES_AT_ONCE);
      updated.push(...(await takeOffline(tx, some, { seq, at: new Date(at) })));
    }
    return updated;
  });
  // Not announced by the change, as times of devices are not: what is lost is seen in the next list that is read.
  await publishConnectionTimes(
    { redis },
    company,
    corrected.map((pk) => [pk, null, at]),
  );
  return corrected.length;
}

/** All other companies would wait for a row that another transaction holds. */
const skipLocked = { skipLocked: true } as const;

/**
 * Devices that another transaction holds, or an open connection of which it holds, are left for the next time.
 * @returns those that were taken offline
 */
async function takeOffline(
  tx: Tx,
  stale: readonly DevicePk[],
  { seq, at }: { seq: number; at: Date },
): Promise<DevicePk[]> {
  // Another state, or the time of the same one, may have been stored since the rows were read.
  const isStale = and(inArray(devices.pk, [...stale]), eq(devices.alive, 1), lte(devices.stateSeq, seq));
  const rows = await tx.select({ pk: devices.pk }).from(devices).where(isStale).for('update', skipLocked);
  const pks = rows.map(({ pk }) => pk);
  const isOpenOf = (of: DevicePk[]) =>
    and(inArray(deviceConnections.deviceFk, of), isNull(deviceConnections.disconnectedAt));
  const openOf = () =>
    tx
      .select({ id: deviceConnections.id, device: deviceConnections.deviceFk })
      .from(deviceConnections)
      .where(isOpenOf(pks));
  const own = new Set((await openOf().for('update', skipLocked)).map(({ id }) => id));
  const held = new Set((await openOf()).filter(({ id }) => !own.has(id)).map(({ device }) => device));
  const taken = pks.filter((pk) => !held.has(pk));
  const offline = { alive: 0, lastDisconnectedAt: at, stateSeq: seq } as const;
  await tx.update(devices).set(offline).where(inArray(devices.pk, taken));
  await tx.update(deviceConnections).set({ disconnectedAt: at }).where(isOpenOf(taken));
  return taken;
}
