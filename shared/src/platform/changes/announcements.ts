import { and, asc, gt, inArray, lt } from 'drizzle-orm';
import { announcements } from '../../contract/announcements.ts';
import type { CompanyPk, UserPk } from '../../contract/ids.ts';
import { publish } from '../bus/bus.ts';
import { busChannels } from '../bus/channels.ts';
import { isBusKind } from '../bus/messages.ts';
import type { SystemDatabase, Tx } from '../db/client.ts';
import { insertInChunks } from '../db/in-chunks.ts';
import { unpublishedAnnouncements } from '../db/schema/announcements.ts';
import { warnOfRepeatedFailure } from '../log-repeated.ts';
import type { Log } from '../log.ts';
import { redisKeys } from '../redis/keys.ts';
import type { Redis } from '../redis/redis.ts';
import { loadLuaScript } from '../redis/script.ts';
import type { Announcement, CompanyMessage, StoredPayload } from './announcement.ts';

export interface UnpublishedAnnouncement {
  readonly pk: number;
  /** Whose browsers are told; null for those of every company. */
  readonly company: CompanyPk | null;
  readonly payload: StoredPayload;
}

/** A message, and whose browsers and agents receive it. */
export interface AddressedMessage {
  readonly company: CompanyPk;
  readonly message: CompanyMessage;
}

const EVERYONE = 'all';

/** The counters that an announcement raises: those of its recipients, of whom each browser reads its own. */
const countersOf = (announcement: Announcement): string[] =>
  'to' in announcement ? announcement.to.map((user) => `u${user}`) : [EVERYONE];

const counterKey = (company: CompanyPk | null) =>
  company === null ? redisKeys.announcedToAll : redisKeys.announced(company);

const publishCounted = loadLuaScript(new URL('publish-announcement.lua', import.meta.url), {
  keys: ['announced'],
  args: ['since', 'publish', 'channel', 'message'],
});

/** Tells browsers. An announcement that belongs to a transaction is added to it by `announceOnCommit`. */
export async function publishCountedAnnouncement(
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
      channel: company === null ? busChannels.everyone : busChannels.company(company),
      message: JSON.stringify(message),
    },
    more: [...new Set(countersOf(announcement))],
  });
}

/** How many announcements were made to a user: a browser that received fewer has missed one (SEQ-12). */
export async function readAnnouncementCount(redis: Redis, company: CompanyPk, user: UserPk): Promise<number> {
  const counters = await Promise.all([
    redis.commands.hmGet(redisKeys.announced(company), ['since', EVERYONE, `u${user}`]),
    redis.commands.hmGet(redisKeys.announcedToAll, ['since', EVERYONE]),
  ]);
  return counters.flat().reduce((sum, counter) => sum + Number(counter ?? 0), 0);
}

/**
 * Writes announcements and messages in the transaction of what they tell; `company` is null for announcements to all
 * companies. A worker publishes them within a second.
 */
export async function storeAnnouncements(
  tx: Tx,
  company: CompanyPk | null,
  { announced, messages }: { announced: readonly Announcement[]; messages: readonly AddressedMessage[] },
): Promise<UnpublishedAnnouncement[]> {
  const rows: { companyFk: CompanyPk | null; payload: StoredPayload }[] = [
    ...announced.map((payload) => ({ companyFk: company, payload })),
    ...messages.map((one) => ({ companyFk: one.company, payload: { kind: 'message' as const, message: one.message } })),
  ];
  const stored = await insertInChunks(rows, (chunk) => tx.insert(unpublishedAnnouncements).values(chunk).returning());
  return stored.map(({ pk, companyFk, payload }) => ({ pk, company: companyFk, payload }));
}

const isKnown = (payload: { readonly kind: string; readonly message?: { readonly t: string } }): boolean =>
  payload.kind === 'message' ? isBusKind(payload.message?.t) : Object.hasOwn(announcements, payload.kind);

const publishPayload = async (redis: Redis, { company, payload }: UnpublishedAnnouncement): Promise<void> => {
  if (payload.kind !== 'message') return publishCountedAnnouncement(redis, company, payload);
  if (company !== null) await publish(redis, busChannels.company(company), payload.message);
};

/** Publishes rows one by one. @returns those that were, and the first failure */
async function publishRows(redis: Redis, rows: readonly UnpublishedAnnouncement[]) {
  const outcomes = await Promise.allSettled(rows.map((row) => publishPayload(redis, row)));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  return { failure, published: rows.filter((_, i) => outcomes[i]?.status === 'fulfilled').map(({ pk }) => pk) };
}

/** Rows that another process has locked are left to it: waiting for one would delay all others. */
const skipLocked = { skipLocked: true } as const;

const forget = (tx: Tx, pks: readonly number[]) => {
  const own = tx
    .select({ pk: unpublishedAnnouncements.pk })
    .from(unpublishedAnnouncements)
    .where(inArray(unpublishedAnnouncements.pk, [...pks]));
  return tx.delete(unpublishedAnnouncements).where(inArray(unpublishedAnnouncements.pk, own.for('update', skipLocked)));
};

/**
 * Publishes what a transaction stored.
 * @param within the scope that sees its rows
 * @throws the first failure, after the others were published
 */
export async function publishStoredAnnouncements(
  { redis }: { redis: Redis },
  rows: readonly UnpublishedAnnouncement[],
  within: (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const { published, failure } = await publishRows(redis, rows);
  if (published.length > 0) await within((tx) => forget(tx, published));
  if (failure) throw failure.reason;
}

/** Longer than a publication takes. */
const ABANDONED_MS = 400;
const BATCH = 500;

/**
 * Publishes what a process left that ended after its commit, or could not reach Redis. A kind of a later version waits
 * for a process that knows it. A company whose announcements fail stops none of the others: its turn comes again with
 * the next run.
 * @returns how many
 */
export async function publishAbandonedAnnouncements({
  database,
  redis,
  log,
}: {
  database: SystemDatabase;
  redis: Redis;
  log: Log;
}): Promise<number> {
  const before = new Date(Date.now() - ABANDONED_MS);
  const failing = new Set<CompanyPk | null>();
  let sum = 0;
  for (let after = 0; ;) {
    // Not held during the publication; a row that is held now would be published again and again, because it cannot be
    // forgotten.
    const rows = await database.asSystem((tx) =>
      tx
        .select({
          pk: unpublishedAnnouncements.pk,
          company: unpublishedAnnouncements.companyFk,
          payload: unpublishedAnnouncements.payload,
        })
        .from(unpublishedAnnouncements)
        .where(and(gt(unpublishedAnnouncements.pk, after), lt(unpublishedAnnouncements.createdAt, before)))
        .orderBy(asc(unpublishedAnnouncements.pk))
        .limit(BATCH)
        .for('update', skipLocked),
    );
    const known = rows.filter(({ payload, company }) => isKnown(payload) && !failing.has(company));
    for (const [company, own] of Map.groupBy(known, (row) => row.company)) {
      const { published, failure } = await publishRows(redis, own);
      if (published.length > 0) await database.asSystem((tx) => forget(tx, published));
      sum += published.length;
      if (!failure) continue;
      failing.add(company);
      warnOfRepeatedFailure(log, { cause: failure.reason as unknown, company }, 'announcements not published yet');
    }
    if (rows.length < BATCH) return sum;
    after = rows.at(-1)?.pk ?? after;
  }
}
