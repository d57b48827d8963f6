import { and, eq, sql } from 'drizzle-orm';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { keys } from '@vigil/shared/platform/redis/keys';
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
export async function reconcileStates({ database, redis, now }: Deps): Promise<number> {
  if ((await uptime(redis)) < MIN_REDIS_UPTIME_S) return 0;
  const all = await database.asSystem((tx) => tx.select({ pk: companies.pk }).from(companies));
  let corrected = 0;
  for (const { pk: company } of all) {
    const at = now();
    const result = await database.inCompany(company, async (tx) => {
      const recorded = await tx.select({ pk: devices.pk }).from(devices).where(eq(devices.alive, 1));
      const online = await onlineDevices(redis, company);
      const stale = recorded.filter((row) => !online.has(row.pk));
      const seq = Number((await redis.commands.get(keys.seq(company))) ?? 0);
      const updated: DevicePk[] = [];
      for (const { pk: device } of stale) {
        const rows = await tx
          .update(devices)
          .set({ alive: 0, lastDisconnectedAt: new Date(at), stateSeq: seq })
          .where(and(eq(devices.pk, device), sql`${devices.stateSeq} <= ${seq}`))
          .returning({ pk: devices.pk });
        updated.push(...rows.map((row) => row.pk));
        await tx.execute(
          sql`update connections set disconnected_at = now() where device_fk = ${device} and disconnected_at is null`,
        );
      }
      return { stale: stale.length, updated };
    });
    await announceTimes(
      { redis },
      company,
      result.updated.map((pk) => [pk, null, at]),
    );
    corrected += result.stale;
  }
  return corrected;
}
