import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { backOffDelay } from '@vigil/shared/contract/back-off';
import type { ChannelPk, DeliveryPk } from '@vigil/shared/contract/ids';
import { MAX_KEPT_DELIVERIES } from '@vigil/shared/contract/limits';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import type { Posted } from './http-poster.ts';

/** Longer than an attempt takes. A claim lapses after it: its worker died. */
const CLAIM_MS = 60_000;
const RETRY = { firstMs: 10_000, maxMs: 3_600_000, jitter: 0.2 };
const GIVEN_UP_AFTER_MS = 24 * 3_600_000;

type StoredDelivery = typeof channelDeliveries.$inferSelect;

const isDue = (now: number) =>
  and(
    eq(channelDeliveries.state, 'waiting'),
    lte(channelDeliveries.nextTryAt, new Date(now)),
    or(isNull(channelDeliveries.claimedAt), lt(channelDeliveries.claimedAt, new Date(now - CLAIM_MS))),
  );

export const findDueDeliveries = (tx: ReadTx, now: number, limit: number) =>
  tx
    .select({ pk: channelDeliveries.pk, tries: channelDeliveries.tries })
    .from(channelDeliveries)
    .where(isDue(now))
    .orderBy(asc(channelDeliveries.nextTryAt))
    .limit(limit);

/** @returns undefined when it is not due, or another worker claimed it */
export async function claimDelivery(tx: Tx, pk: DeliveryPk, now: number) {
  const [delivery] = await tx
    .update(channelDeliveries)
    .set({ claimedAt: new Date(now), tries: sql`${channelDeliveries.tries} + 1` })
    .where(and(eq(channelDeliveries.pk, pk), isDue(now)))
    .returning();
  if (!delivery) return undefined;
  const [channel] = await tx.select().from(channels).where(eq(channels.pk, delivery.channelFk));
  return channel && { delivery, channel };
}

interface Attempt extends Posted {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Tried again with exponential back-off for a day, and then given up. */
export async function recordAttempt(
  tx: Tx,
  { pk, channelFk, tries, createdAt }: StoredDelivery,
  { status, error, startedAt, endedAt }: Attempt,
): Promise<void> {
  const nextTryAt = endedAt + backOffDelay(RETRY, tries);
  const isGivenUp = nextTryAt - createdAt.getTime() > GIVEN_UP_AFTER_MS;
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
    .where(eq(channelDeliveries.pk, pk));
  await deleteOldDeliveries(tx, channelFk);
}

/** What an incident was told is kept until its end is told as well: without it, the end would not be told, or the beginning again. */
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
