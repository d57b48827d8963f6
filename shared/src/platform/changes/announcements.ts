import { asc, inArray, lt } from 'drizzle-orm';
import { announcements } from '../../contract/announcements.ts';
import type { CompanyPk, UserPk } from '../../contract/ids.ts';
import { channels } from '../bus/channels.ts';
import type { CompanyDatabase, Database, Tx } from '../db/client.ts';
import { insertInChunks } from '../db/in-chunks.ts';
import { announcementRows } from '../db/schema/announcements.ts';
import { keys } from '../redis/keys.ts';
import type { Redis } from '../redis/redis.ts';
import { script } from '../redis/script.ts';
import type { Announcement } from './announcement.ts';

export interface StoredAnnouncement {
  readonly pk: number;
  /** Whose browsers are told; null for those of every company. */
  readonly company: CompanyPk | null;
  readonly payload: Announcement;
}

const EVERYONE = 'all';

/** The counters that an announcement raises: those of its recipients, of whom each browser reads its own. */
const countersOf = (announcement: Announcement): string[] =>
  'to' in announcement ? announcement.to.map((user) => `u${user}`) : [EVERYONE];

const counterKey = (company: CompanyPk | null) => (company === null ? keys.announcedToAll : keys.announced(company));

const publishCounted = script(new URL('publish-announcement.lua', import.meta.url), {
  keys: ['announced'],
  args: ['since', 'publish', 'channel', 'message'],
});

/** Tells browsers. An announcement that belongs to a transaction is made in it (`announce` of a change). */
export async function publishAnnouncement(
  redis: Redis,
  company: CompanyPk | null,
  announcement: Announcement,
): Promise<void> {
  const { kind, ...rest } = announcement;
  const message = { t: announcements[kind].event, ...rest };
  if ('to' in announcement && announcement.to.length === 0) return;
  await redis.run(publishCounted, {
    keys: { announced: counterKey(company) },
    args: {
      // In microseconds.
      since: Date.now() * 1_000,
      publish: redis.publishCommand,
      channel: company === null ? channels.everyone : channels.company(company),
      message: JSON.stringify(message),
    },
    more: [...new Set(countersOf(announcement))],
  });
}

/** How many announcements were made to a user: a browser that received fewer has missed one (SEQ-12). */
export async function readAnnounced(redis: Redis, company: CompanyPk, user: UserPk): Promise<number> {
  const counters = await Promise.all([
    redis.commands.hmGet(keys.announced(company), ['since', EVERYONE, `u${user}`]),
    redis.commands.hmGet(keys.announcedToAll, ['since', EVERYONE]),
  ]);
  return counters.flat().reduce((sum, counter) => sum + Number(counter ?? 0), 0);
}

/** Writes announcements in the transaction of what they announce; null for browsers of all companies. A worker publishes them within a second. */
export async function storeAnnouncements(
  tx: Tx,
  company: CompanyPk | null,
  payloads: readonly Announcement[],
): Promise<StoredAnnouncement[]> {
  const rows = payloads.map((payload) => ({ companyFk: company, payload }));
  const stored = await insertInChunks(rows, (chunk) => tx.insert(announcementRows).values(chunk).returning());
  return stored.map(({ pk, payload }) => ({ pk, company, payload }));
}

const forget = (tx: Tx, pks: number[]) => tx.delete(announcementRows).where(inArray(announcementRows.pk, pks));

/** Publishes what a transaction stored. */
export async function publishStored(
  { database, redis }: { database: CompanyDatabase; redis: Redis },
  company: CompanyPk,
  rows: readonly StoredAnnouncement[],
): Promise<void> {
  for (const { payload } of rows) await publishAnnouncement(redis, company, payload);
  await database.inCompany(company, (tx) =>
    forget(
      tx,
      rows.map(({ pk }) => pk),
    ),
  );
}

/** Longer than a publication takes. */
const ABANDONED_MS = 400;
const BATCH = 500;

/** Publishes what a process left that ended after its commit, or could not reach Redis. */
export async function publishAbandonedAnnouncements(stores: { database: Database; redis: Redis }): Promise<number> {
  const before = new Date(Date.now() - ABANDONED_MS);
  const rows = await stores.database.asSystem((tx) =>
    tx
      .select({ pk: announcementRows.pk, company: announcementRows.companyFk, payload: announcementRows.payload })
      .from(announcementRows)
      .where(lt(announcementRows.createdAt, before))
      .orderBy(asc(announcementRows.pk))
      .limit(BATCH),
  );
  for (const { company, payload } of rows) await publishAnnouncement(stores.redis, company, payload);
  if (rows.length > 0)
    await stores.database.asSystem((tx) =>
      forget(
        tx,
        rows.map(({ pk }) => pk),
      ),
    );
  return rows.length;
}
