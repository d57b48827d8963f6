import { backOffDelay } from '@vigil/shared/contract/back-off';
import type { ChannelPk, DeliveryPk } from '@vigil/shared/contract/ids';
import { MAX_KEPT_DELIVERIES } from '@vigil/shared/contract/limits';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import { and, asc, eq, getTableColumns, gte, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Posted } from './http-poster.ts';

/** Longer than an attempt takes. A claim lapses after it: its worker died. */
const CLAIM_MS = 60_000;
const RETRY = { firstMs: 10_000, maxMs: 3_600_000, jitter: 0.2 };
const GIVEN_UP_AFTER_MS = 24 * 3_600_000;

type StoredDelivery = typeof channelDeliveries.$inferSelect;
type StoredChannel = typeof channels.$inferSelect;

const isDue = (now: number) =>
  and(
    eq(channelDeliveries.state, 'waiting'),
    lte(channelDeliveries.nextTryAt, new Date(now)),
    or(isNull(channelDeliveries.claimedAt), lt(channelDeliveries.claimedAt, new Date(now - CLAIM_MS))),
  );

/**
 * The slots of a worker are for all companies: a receiver that is slow, or many of one company, must not hold them all.
 */
const MAX_IN_FLIGHT = { channel: 4, company: 12 };

/** Those that are due, of each channel the first few, so that none waits behind all of another. */
export async function findDueDeliveries(tx: ReadTx, now: number, limit: number) {
  const { pk, tries, nextTryAt, channelFk } = channelDeliveries;
  const place = sql<number>`row_number() over (partition by ${channelFk} order by ${nextTryAt}, ${pk})`.as('place');
  const due = tx.select({ pk, tries, nextTryAt, place }).from(channelDeliveries).where(isDue(now)).as('due');
  return tx
    .select({ pk: due.pk, tries: due.tries })
    .from(due)
    .where(lte(due.place, MAX_IN_FLIGHT.channel))
    .orderBy(asc(due.place), asc(due.nextTryAt))
    .limit(limit);
}

/** How many a channel, and its company, have in flight. */
async function countInFlight(tx: ReadTx, { pk, companyFk }: StoredChannel, now: number) {
  const [row] = await tx
    .select({
      channel: sql<number>`(count(*) filter (where ${channelDeliveries.channelFk} = ${pk}))::int`,
      company: sql<number>`count(*)::int`,
    })
    .from(channelDeliveries)
    .where(
      and(
        eq(channelDeliveries.companyFk, companyFk),
        eq(channelDeliveries.state, 'waiting'),
        gte(channelDeliveries.claimedAt, new Date(now - CLAIM_MS)),
      ),
    );
  return row ?? { channel: 0, company: 0 };
}

const CHANNEL_DISABLED = 'channel disabled';

/**
 * A disabled channel is told nothing but tests: what still waits has failed.
 * @returns undefined when it is not due, another worker claimed it, or too many of its channel or company are in
 *   flight: then it stays due
 */
export async function claimDelivery(tx: Tx, pk: DeliveryPk, now: number) {
  // In the order in which a channel is deleted; two claims at once would each count without the other.
  const [channel] = await tx
    .select(getTableColumns(channels))
    .from(channels)
    .innerJoin(channelDeliveries, eq(channelDeliveries.channelFk, channels.pk))
    .where(eq(channelDeliveries.pk, pk))
    .for('no key update', { of: channels });
  if (!channel) return undefined;
  const isOwn = and(eq(channelDeliveries.pk, pk), isDue(now));
  if (!channel.isEnabled) {
    const isTold = and(isOwn, ne(channelDeliveries.event, 'test'));
    const outcome = { state: 'failed', error: CHANNEL_DISABLED, status: null, triedAt: new Date(now) } as const;
    await tx.update(channelDeliveries).set(outcome).where(isTold);
  }
  const inFlight = await countInFlight(tx, channel, now);
  if (inFlight.channel >= MAX_IN_FLIGHT.channel || inFlight.company >= MAX_IN_FLIGHT.company) return undefined;
  const [delivery] = await tx
    .update(channelDeliveries)
    .set({ claimedAt: new Date(now), tries: sql`${channelDeliveries.tries} + 1` })
    .where(isOwn)
    .returning();
  return delivery && { delivery, channel };
}

interface Attempt extends Posted {
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * Tried again with exponential back-off for a day, and then given up; a test at once. Nothing is recorded of an attempt
 * whose claim has lapsed and is another worker's.
 */
export async function recordAttempt(
  tx: Tx,
  { pk, channelFk, event, tries, createdAt, claimedAt }: StoredDelivery,
  { status, error, startedAt, endedAt }: Attempt,
): Promise<void> {
  const nextTryAt = endedAt + backOffDelay(RETRY, tries);
  const isGivenUp = event === 'test' || nextTryAt - createdAt.getTime() > GIVEN_UP_AFTER_MS;
  await tx
    .update(channelDeliveries)
    .set({
      state: error === '' ? 'delivered' : isGivenUp ? 'failed' : 'waiting',
      status,
      error,
      durationMs: endedAt - startedAt,
      triedAt: new Date(endedAt),
      nextTryAt: new Date(nextTryAt),
      claimedAt: null,
    })
    .where(and(eq(channelDeliveries.pk, pk), eq(channelDeliveries.claimedAt, claimedAt ?? new Date(0))));
  await deleteOldDeliveries(tx, channelFk);
}

/**
 * What an incident was told is kept until its end is told as well: without it, the end would not be told, or the
 * beginning again.
 */
export const deleteOldDeliveries = (tx: Tx, channel: ChannelPk) =>
  tx.execute(sql`
    delete from channel_deliveries d where d.channel_fk = ${channel} and d.state <> 'waiting'
      and d.pk not in (
        select pk from channel_deliveries where channel_fk = ${channel} order by pk desc limit ${MAX_KEPT_DELIVERIES})
      and (
        not exists (select 1 from incidents i where i.pk = d.incident_fk)
        or exists (
          select 1 from channel_deliveries e
          where e.channel_fk = ${channel} and e.incident_fk = d.incident_fk
          group by e.incident_fk having bool_or(e.event = 'resolved') and bool_and(e.state <> 'waiting')))`);
