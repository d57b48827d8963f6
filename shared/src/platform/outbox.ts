import { asc, inArray, lt } from 'drizzle-orm';
import type { DeviceRow } from '../contract/device.ts';
import type { CompanyPk, GroupPk } from '../contract/ids.ts';
import type { browserDown } from '../contract/events/browser-down.ts';
import type { PayloadOf } from '../contract/event.ts';
import type { Database, Tx } from './db/client.ts';
import { insertInChunks } from './db/in-chunks.ts';
import { outbox } from './db/schema/commands.ts';
import { emitChange } from './redis/seq.ts';
import type { Redis } from './redis/redis.ts';

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
type Payload<N extends keyof typeof browserDown> = Without<PayloadOf<(typeof browserDown)[N]>, 'seq'>;

/** A change that watchers must learn of, under the company's next sequence number. */
export type Change =
  | ({ t: 'device_changed' } & Payload<'deviceChanged'>)
  | ({ t: 'device_added' } & Payload<'deviceAdded'>)
  | ({ t: 'device_removed' } & Payload<'deviceRemoved'>)
  /** Some may see both groups, some only one: the gateway tells each watcher what it is to them. */
  | { t: 'device_moved'; device: DeviceRow; from: GroupPk }
  | { t: 'group_changed' };

/** Writes what is owed in the same transaction as the change; answers the receipts for `settle`. */
export async function owe(tx: Tx, company: CompanyPk, changes: readonly Change[]): Promise<number[]> {
  const owed = changes.map((payload) => ({ companyFk: company, topic: 'live' as const, payload }));
  const rows = await insertInChunks(owed, (chunk) => tx.insert(outbox).values(chunk).returning({ pk: outbox.pk }));
  return rows.map((row) => row.pk);
}

/** Publishes and forgets; at least once, in order. Called right after the commit, and by a worker for what is left. */
async function settleRows(
  database: Database,
  redis: Redis,
  rows: readonly (typeof outbox.$inferSelect)[],
): Promise<void> {
  // One connection keeps the order in which it is spoken to, so there is no need to wait for each answer.
  await Promise.all(rows.map((row) => emitChange(redis, row.companyFk as CompanyPk, row.payload as Change)));
  if (rows.length === 0) return;
  const pks = rows.map((row) => row.pk);
  await database.asSystem((tx) => tx.delete(outbox).where(inArray(outbox.pk, pks)));
}

export async function settle(database: Database, redis: Redis, receipts: readonly number[]): Promise<void> {
  if (receipts.length === 0) return;
  const rows = await database.asSystem((tx) =>
    tx
      .select()
      .from(outbox)
      .where(inArray(outbox.pk, [...receipts]))
      .orderBy(asc(outbox.pk)),
  );
  await settleRows(database, redis, rows);
}

const LEFT_BEHIND_MS = 2_000;
const SETTLE_BATCH = 500;

/** What a process that died between commit and publication still owes. */
export async function settleLeftBehind(database: Database, redis: Redis): Promise<number> {
  const before = new Date(Date.now() - LEFT_BEHIND_MS);
  const rows = await database.asSystem((tx) =>
    tx.select().from(outbox).where(lt(outbox.createdAt, before)).orderBy(asc(outbox.pk)).limit(SETTLE_BATCH),
  );
  await settleRows(database, redis, rows);
  return rows.length;
}
