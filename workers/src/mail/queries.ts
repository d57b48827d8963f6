import { backOffDelay } from '@vigil/shared/contract/back-off';
import { cutText } from '@vigil/shared/contract/cut-text';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';

/** A claim lapses after this long: its worker died. */
const CLAIM_MS = 180_000;
const MAX_ATTEMPTS = 10;
const RETRY = { firstMs: 15_000, maxMs: 3_600_000 };

const isDue = (now: number) =>
  and(
    isNull(mails.sentAt),
    lt(mails.tries, MAX_ATTEMPTS),
    lte(mails.nextTryAt, new Date(now)),
    or(isNull(mails.claimedAt), lt(mails.claimedAt, new Date(now - CLAIM_MS))),
  );

export const findDueMails = (tx: ReadTx, now: number, limit: number) =>
  tx
    .select({ pk: mails.pk, tries: mails.tries })
    .from(mails)
    .where(isDue(now))
    .orderBy(asc(mails.nextTryAt))
    .limit(limit);

/** Claims a due mail for one worker. @returns undefined when it is not due or another worker claimed it */
export async function claimMail(tx: Tx, pk: number, now: number) {
  const [mail] = await tx
    .update(mails)
    .set({ claimedAt: new Date(now), tries: sql`${mails.tries} + 1` })
    .where(and(eq(mails.pk, pk), isDue(now)))
    .returning();
  return mail;
}

const noContent = { text: '', html: '' };

/** Deletes the content of a sent mail, because a link in it would open an account to a reader of the database. */
export const markMailSent = (tx: Tx, pk: number, now: number) =>
  tx
    .update(mails)
    .set({ ...noContent, sentAt: new Date(now), claimedAt: null, failedReason: null })
    .where(eq(mails.pk, pk));

/** Schedules the next attempt with exponential back-off. After the last attempt the content is deleted, too. */
export const recordMailFailure = (
  tx: Tx,
  { pk, tries }: { pk: number; tries: number },
  failure: { reason: string; now: number },
) =>
  tx
    .update(mails)
    .set({
      ...(tries >= MAX_ATTEMPTS ? noContent : {}),
      claimedAt: null,
      failedReason: cutText(failure.reason, 500),
      nextTryAt: new Date(failure.now + backOffDelay(RETRY, tries)),
    })
    .where(eq(mails.pk, pk));
