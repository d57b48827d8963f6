import { isNotNull, lt, and } from 'drizzle-orm';
import { linkTokens } from '@vigil/shared/platform/db/schema/accounts';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { sessions } from '@vigil/shared/platform/db/schema/users';
import type { Deps } from '../deps.ts';

const DAY_MS = 24 * 3_600_000;
/** Long enough for support to look up whether a mail was sent. */
const RETENTION_DAYS = 30;

/** Deletes expired links, expired sessions and the rows of sent mails, 30 days after. */
export async function purgeExpired({ database, now }: Deps): Promise<void> {
  const before = new Date(now() - RETENTION_DAYS * DAY_MS);
  await database.asSystem(async (tx) => {
    await tx.delete(linkTokens).where(lt(linkTokens.expiresAt, before));
    await tx.delete(sessions).where(lt(sessions.expiresAt, before));
    await tx.delete(mails).where(and(isNotNull(mails.sentAt), lt(mails.sentAt, before)));
  });
}
