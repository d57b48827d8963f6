import { isNotNull, lt, and } from 'drizzle-orm';
import { linkTokens } from '@vigil/shared/platform/db/schema/accounts';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { sessions } from '@vigil/shared/platform/db/schema/users';
import type { Deps } from '../deps.ts';

const DAY_MS = 24 * 3_600_000;
/** Long enough to answer somebody who asks what became of a mail. */
const KEPT_DAYS = 30;

/** Deletes what nobody can use any more: links that are over, sessions that are, and the envelopes of sent mail. */
export async function purgeExpired({ database, now }: Deps): Promise<void> {
  const before = new Date(now() - KEPT_DAYS * DAY_MS);
  await database.asSystem(async (tx) => {
    await tx.delete(linkTokens).where(lt(linkTokens.expiresAt, before));
    await tx.delete(sessions).where(lt(sessions.expiresAt, before));
    await tx.delete(mails).where(and(isNotNull(mails.sentAt), lt(mails.sentAt, before)));
  });
}
