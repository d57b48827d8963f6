import type { CompanyPk } from '../../contract/ids.ts';
import type { Database, Tx } from '../db/client.ts';
import type { Log } from '../log.ts';
import type { Redis } from '../redis/redis.ts';
import type { Change } from './change.ts';
import { enqueueOutbox, publishOutbox } from './outbox.ts';

export interface FleetStores {
  readonly database: Database;
  readonly redis: Redis;
  readonly log: Log;
}

/**
 * The one path for a change of the fleet that watchers must see: `work` changes rows and returns what changed; the rows,
 * the fleet version and the outbox are committed together; then index and browsers follow. A process that ends after the
 * commit, or that cannot reach Redis, leaves the rest to a worker (`publishAbandoned`): the call succeeds all the same.
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
    await publishOutbox({ database, redis }, company, version).catch((cause: unknown) =>
      log.warn({ err: cause, company, version }, 'fleet change left to the workers to publish'),
    );
  }
  return value;
}
