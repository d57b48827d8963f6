import { and, eq, sql } from 'drizzle-orm';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { keys } from '@vigil/shared/platform/redis/keys';
import type { Deps } from '../deps.ts';

/**
 * Puts right what the database believes of a device against where its socket is: an emptied Redis forgets who was
 * online, and those that never came back would stay online for ever. It waits until Redis has been up for a while,
 * so that gateways have had time to announce everybody.
 */
const SETTLED_AFTER_S = 20;

async function uptime(redis: Redis): Promise<number> {
  const info = await redis.commands.info('server');
  return Number(/uptime_in_seconds:(\d+)/.exec(info)?.[1] ?? 0);
}

export async function reconcileStates({ database, redis, now }: Deps): Promise<number> {
  if ((await uptime(redis)) < SETTLED_AFTER_S) return 0;
  const all = await database.asSystem((tx) => tx.select({ pk: companies.pk }).from(companies));
  let healed = 0;
  for (const { pk: company } of all) {
    healed += await database.inCompany(company, async (tx) => {
      const believed = await tx.select({ pk: devices.pk }).from(devices).where(eq(devices.alive, 1));
      const online = await onlineDevices(redis, company);
      const gone = believed.filter((row) => !online.has(row.pk));
      const seq = Number((await redis.commands.get(keys.seq(company))) ?? 0);
      for (const { pk: device } of gone) {
        await tx
          .update(devices)
          .set({ alive: 0, lastDisconnectedAt: new Date(now()), stateSeq: seq })
          .where(and(eq(devices.pk, device), sql`${devices.stateSeq} <= ${seq}`));
        await tx.execute(
          sql`update connections set disconnected_at = now() where device_fk = ${device} and disconnected_at is null`,
        );
      }
      return gone.length;
    });
  }
  return healed;
}
