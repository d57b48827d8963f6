import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import { writeAudits } from '@vigil/shared/platform/audits';
import type { Tx } from '@vigil/shared/platform/db/client';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { sumOfDeleted, type DeletedRows, type History } from '@vigil/shared/platform/old-history';
import { and, eq, gte } from 'drizzle-orm';

/** A night lasts until the next one, and clocks differ. */
const ENTRY_AGE_MS = 36 * 3_600_000;

export const nothing: DeletedRows = { alerts: 0, incidents: 0, sessions: 0, files: 0, sign_ins: 0, usage: 0 };

const sum = (a: DeletedRows, b: DeletedRows): DeletedRows => ({
  alerts: a.alerts + b.alerts,
  incidents: a.incidents + b.incidents,
  sessions: a.sessions + b.sessions,
  files: a.files + b.files,
  sign_ins: a.sign_ins + b.sign_ins,
  usage: a.usage + b.usage,
});

/**
 * Records in the audit what a night deletes, in the transaction of the deletion, so that its counts are right also when
 * the process ends in between. Each batch adds to the entry of its night: what a company keeps begins at another moment
 * each night, which tells them apart.
 */
export async function recordDeletions(
  tx: Tx,
  { company, start }: History,
  { deleted, at }: { readonly deleted: DeletedRows; readonly at: Date },
): Promise<void> {
  if (sumOfDeleted(deleted) === 0) return;
  const oldValue = JSON.stringify({ before: start.toISOString() });
  const [entry] = await tx
    .select({ pk: audits.pk, newValue: audits.newValue })
    .from(audits)
    .where(
      and(
        eq(audits.companyFk, company),
        gte(audits.actTime, new Date(at.getTime() - ENTRY_AGE_MS)),
        eq(audits.actNameId, auditCode.historyDeleted),
        eq(audits.oldValue, oldValue),
      ),
    )
    .for('update');
  if (entry) {
    const before = JSON.parse(entry.newValue ?? '{}') as Partial<DeletedRows>;
    const newValue = JSON.stringify(sum({ ...nothing, ...before }, deleted));
    await tx.update(audits).set({ newValue }).where(eq(audits.pk, entry.pk));
    return;
  }
  await writeAudits(tx, { company, user: null, name: 'system', mgrid: '' }, [
    {
      code: auditCode.historyDeleted,
      type: auditTypeIds.action,
      subject: 'policy',
      oldValue,
      newValue: JSON.stringify(deleted),
    },
  ]);
}
