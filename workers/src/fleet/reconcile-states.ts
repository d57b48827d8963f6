import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { connections, devices } from '@vigil/shared/platform/db/schema/devices';
import { sumOverCompanies } from '@vigil/shared/platform/each-company';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { establishedSeq } from '@vigil/shared/platform/redis/seq';
import type { Deps } from '../deps.ts';
import { announceTimes } from '../stream/announce-times.ts';

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
export async function reconcileStates(deps: Deps): Promise<number> {
  if ((await uptime(deps.redis)) < MIN_REDIS_UPTIME_S) return 0;
  const all = await deps.database.readAll((tx) => tx.select({ company: companies.pk }).from(companies));
  return sumOverCompanies(deps.log, all, ({ company }) => reconcileCompany(deps, company));
}

async function reconcileCompany(deps: Deps, company: CompanyPk): Promise<number> {
  const { redis, now } = deps;
  // Before presence is read: what a device does from then on has a higher number, and outlasts the correction.
  const seq = await establishedSeq(redis, company);
  const online = await onlineDevices(redis, company);
  const at = now();
  const corrected = await commitChange(deps, company, async (tx) => {
    const recorded = await tx.select({ pk: devices.pk }).from(devices).where(eq(devices.alive, 1));
    const stale = recorded.filter((row) => !online.has(row.pk));
    const updated: DevicePk[] = [];
    for (const { pk: device } of stale) {
      const rows = await tx
        .update(devices)
        .set({ alive: 0, lastDisconnectedAt: new Date(at), stateSeq: seq })
        // Another state, or the time of the same one, may have been stored since the row was read.
        .where(and(eq(devices.pk, device), eq(devices.alive, 1), lte(devices.stateSeq, seq)))
        .returning({ pk: devices.pk });
      updated.push(...rows.map((row) => row.pk));
    }
    await tx
      .update(connections)
      .set({ disconnectedAt: new Date(at) })
      .where(and(inArray(connections.deviceFk, updated), isNull(connections.disconnectedAt)));
    return updated;
  });
  // Not announced by the change, as times of devices are not: what is lost is seen in the next list that is read.
  await announceTimes(
    { redis },
    company,
    corrected.map((pk) => [pk, null, at]),
  );
  return corrected.length;
}
