import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { backOffDelay } from '@vigil/shared/contract/back-off';
import type { Tx } from '@vigil/shared/platform/db/client';
import { mails } from '@vigil/shared/platform/db/schema/mails';

/** Who claimed a mail this long ago died over it. */
const LEASE_MS = 180_000;
const MOST_TRIES = 10;
const RETRY = { firstMs: 15_000, maxMs: 3_600_000 };

const isDue = (now: number) =>
  and(
    isNull(mails.sentAt),
    lt(mails.tries, MOST_TRIES),
    lte(mails.nextTryAt, new Date(now)),
    or(isNull(mails.claimedAt), lt(mails.claimedAt, new Date(now - LEASE_MS))),
  );

export const findDueMails = (tx: Tx, now: number, most: number) =>
  tx
    .select({ pk: mails.pk, tries: mails.tries })
    .from(mails)
    .where(isDue(now))
    .orderBy(asc(mails.nextTryAt))
    .limit(most);

/** Takes a mail for oneself; of two that want it one goes away empty-handed. */
export async function claimMail(tx: Tx, pk: number, now: number) {
  const [mail] = await tx
    .update(mails)
    .set({ claimedAt: new Date(now), tries: sql`${mails.tries} + 1` })
    .where(and(eq(mails.pk, pk), isDue(now)))
    .returning();
  return mail;
}

const emptied = { text: '', html: '' };

/** What was sent is emptied: a link in it would open an account for whoever reads the database. */
export const markSent = (tx: Tx, pk: number, now: number) =>
  tx
    .update(mails)
    .set({ ...emptied, sentAt: new Date(now), claimedAt: null, failedReason: null })
    .where(eq(mails.pk, pk));

/** Each pause is twice the one before; after the last try the mail is given up, and emptied too. */
export const markFailed = (
  tx: Tx,
  { pk, tries }: { pk: number; tries: number },
  failure: { reason: string; now: number },
) =>
  tx
    .update(mails)
    .set({
      ...(tries >= MOST_TRIES ? emptied : {}),
      claimedAt: null,
      failedReason: failure.reason.slice(0, 500),
      nextTryAt: new Date(failure.now + backOffDelay(RETRY, tries)),
    })
    .where(eq(mails.pk, pk));
