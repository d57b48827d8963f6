import type { ReadTx } from '@vigil/shared/platform/db/client';
import { serverAbsences, serverHeartbeat } from '@vigil/shared/platform/db/schema/server-absences';
import { hasLiveGateway } from '@vigil/shared/platform/redis/leases';
import { desc, gt, lt, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { MISSED_HEARTBEAT_MS, type Absence } from './server-absences.ts';

export const HEARTBEAT_INTERVAL_MS = 10_000;
/** The longest time of Disconnected is a week. */
const KEPT_MS = 8 * 24 * 3_600_000;
const ROW = 1;

/**
 * Notes that workers run, that Redis answers and that a gateway is alive. When the last note is older than a few
 * intervals, the time since then is an absence. Several workers may do it at once.
 */
export async function writeHeartbeat({ redis, database, now }: Deps): Promise<void> {
  if (!(await hasLiveGateway(redis))) return;
  const at = new Date(now());
  await database.asSystem(async (tx) => {
    await tx.insert(serverHeartbeat).values({ pk: ROW, at }).onConflictDoNothing();
    const [last] = await tx.select({ at: serverHeartbeat.at }).from(serverHeartbeat).for('update');
    if (!last || at.getTime() <= last.at.getTime()) return;
    if (at.getTime() - last.at.getTime() > MISSED_HEARTBEAT_MS)
      await tx.insert(serverAbsences).values({ from: last.at, until: at });
    await tx.update(serverHeartbeat).set({ at });
    await tx
      .delete(serverAbsences)
      .where(lt(serverAbsences.until, sql`${new Date(at.getTime() - KEPT_MS).toISOString()}::timestamptz`));
  });
}

/** The absences that a threshold can reach, and the one that goes on. */
export async function readAbsences(tx: ReadTx, now: number): Promise<Absence[]> {
  const ended = await tx
    .select()
    .from(serverAbsences)
    .where(gt(serverAbsences.until, new Date(now - KEPT_MS)))
    .orderBy(desc(serverAbsences.until));
  const [last] = await tx.select({ at: serverHeartbeat.at }).from(serverHeartbeat);
  const isAway = last !== undefined && now - last.at.getTime() > MISSED_HEARTBEAT_MS;
  return [
    ...ended.map(({ from, until }): Absence => [from.getTime(), until.getTime()]),
    ...(isAway ? [[last.at.getTime(), now] as const] : []),
  ];
}
