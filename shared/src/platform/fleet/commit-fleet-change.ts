import type { CompanyPk } from '../../contract/ids.ts';
import type { CompanyDatabase, Tx } from '../db/client.ts';
import type { Log } from '../log.ts';
import type { Redis } from '../redis/redis.ts';
import type { Change } from './change.ts';
import { enqueueOutbox, publishOutbox } from './outbox.ts';

export interface FleetStores {
  readonly database: CompanyDatabase;
  readonly redis: Redis;
  readonly log: Log;
}

/**
 * The only path for a fleet change: `work` changes rows and returns the changes; rows, fleet version and outbox are
 * committed together; then fleet index and browsers are updated. If the process ends after the commit, or cannot reach
 * Redis, a worker publishes the changes (`publishAbandoned`) and the call succeeds.
 */
export async function commitFleetChange<T>(
  { database, redis, log }: FleetStores,
  company: CompanyPk,
  work: (tx: Tx) => Promise<{ value: T; changes: readonly Change[] }>,
): Promise<T> {
  const { value, version } = await database.inCompany(company, async (tx) => {
    const { value: result, changes } = await work(tx);
    return { value: result, version: changes.length === 0 ? null : await enqueueOutbox(tx, company, changes) };
  });
  if (version !== null) {
    await publishOutbox({ database, redis, log }, company, version).catch((cause: unknown) =>
      log.warn({ err: cause, company, version }, 'fleet change not published yet'),
    );
  }
  return value;
}
