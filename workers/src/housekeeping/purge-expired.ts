import { UNFINISHED_UPLOAD_MS } from '@vigil/shared/contract/application-rules';
import { linkTokens } from '@vigil/shared/platform/db/schema/accounts';
import { unknownAgents } from '@vigil/shared/platform/db/schema/agent-identities';
import { unpublishedAnnouncements } from '@vigil/shared/platform/db/schema/announcements';
import { applications } from '@vigil/shared/platform/db/schema/applications';
import { bulkJobs } from '@vigil/shared/platform/db/schema/bulk-jobs';
import { imports } from '@vigil/shared/platform/db/schema/imports';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { maintenanceWindows } from '@vigil/shared/platform/db/schema/maintenance-windows';
import { sessions } from '@vigil/shared/platform/db/schema/users';
import { eq, isNotNull, isNull, lt, and, or } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

const DAY_MS = 24 * 3_600_000;
/** Long enough for support to look up whether a mail was sent, or what a bulk change has left out. */
const RETENTION_DAYS = 30;

/**
 * Deletes expired links, expired sessions, the rows of sent mails, finished bulk jobs, imports, maintenance windows and
 * agents that nobody knows, 30 days after, and unfinished uploads after a day.
 */
export async function purgeExpiredRows({ database, now }: Deps): Promise<void> {
  const before = new Date(now() - RETENTION_DAYS * DAY_MS);
  await database.asSystem(async (tx) => {
    await tx.delete(linkTokens).where(lt(linkTokens.expiresAt, before));
    await tx.delete(sessions).where(lt(sessions.expiresAt, before));
    await tx.delete(mails).where(and(isNotNull(mails.sentAt), lt(mails.sentAt, before)));
    const abandoned = lt(applications.createdAt, new Date(now() - UNFINISHED_UPLOAD_MS));
    await tx.delete(applications).where(and(eq(applications.state, 'uploading'), abandoned));
    await tx.delete(bulkJobs).where(lt(bulkJobs.finishedAt, before));
    await tx.delete(imports).where(lt(imports.createdAt, before));
    const isOver = and(isNull(maintenanceWindows.weekDays), lt(maintenanceWindows.endAt, before));
    await tx.delete(maintenanceWindows).where(or(isOver, lt(maintenanceWindows.removedAt, before)));
    await tx.delete(unknownAgents).where(lt(unknownAgents.lastSeen, before));
    // Left by a server version that was rolled back: a running one publishes its announcements within seconds.
    await tx.delete(unpublishedAnnouncements).where(lt(unpublishedAnnouncements.createdAt, new Date(now() - DAY_MS)));
  });
}
