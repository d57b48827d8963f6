import { whereWindowOpen } from '@vigil/shared/platform/approval-windows';
import { publishFleetOnCommit, commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { runForEachCompany } from '@vigil/shared/platform/each-company';
import type { FleetChange } from '@vigil/shared/platform/fleet/change';
import { and, eq, not, or, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

/** Windows that opened, closed, or were withdrawn since consoles were last told of them. */
const isDue = (at: Date) =>
  or(
    and(eq(approvals.announcedOpen, 0), whereWindowOpen(at)),
    and(eq(approvals.announcedOpen, 1), not(whereWindowOpen(at) ?? sql`true`)),
  );

/**
 * Marks the due windows of a company, and tells for each user and device whether one is open now: windows may overlap.
 */
async function announceDue(tx: Tx, at: Date): Promise<FleetChange[]> {
  const rows = await tx
    .update(approvals)
    .set({ announcedOpen: sql`1 - ${approvals.announcedOpen}` })
    .where(isDue(at))
    .returning({ user: approvals.requesterFk, device: approvals.deviceFk });
  const changes = new Map<string, FleetChange>();
  for (const { user, device } of rows) {
    if (device === null) continue;
    const own = and(eq(approvals.requesterFk, user), eq(approvals.deviceFk, device), whereWindowOpen(at));
    const open = (await tx.select({ pk: approvals.pk }).from(approvals).where(own).limit(1)).length > 0;
    changes.set(`${user}|${device}`, { t: 'approval_window', user, device_pk: device, open });
  }
  return [...changes.values()];
}

/** Tells consoles at the edges of approved windows (decision 63). Several processes may run it at once. */
export async function announceWindowEdges({ database, redis, log, now }: Deps): Promise<number> {
  const at = new Date(now());
  const due = await database.readAll((tx) =>
    tx.selectDistinct({ company: approvals.companyFk }).from(approvals).where(isDue(at)),
  );
  return runForEachCompany(log, due, ({ company }) =>
    commitChange({ database, redis, log }, company, async (tx) => {
      const changes = await announceDue(tx, at);
      publishFleetOnCommit(tx, changes);
      return changes.length;
    }),
  );
}
