import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { auditCode, auditTypeIds } from '../../contract/audit-codes.ts';
import { Problem } from '../../contract/problems.ts';
import { deletionTimeFrom } from '../../domain/company-deletion.ts';
import { writeAudits, type AuditActor } from '../audits.ts';
import { announceOnCommit, type ChangeTx } from '../changes/commit-change.ts';
import { companies } from '../db/schema/companies.ts';
import type { EnqueueMail } from '../mail/outgoing.ts';
import { mailDeletionNews } from './deletion-mails.ts';

interface DeletionStep {
  readonly by: AuditActor;
  readonly queueMail: EnqueueMail;
  readonly publicUrl: string;
}

/** The row of a company that is not closed, locked. @throws Problem `not_found` */
export async function lockOpenCompany(tx: ChangeTx, { company }: Pick<AuditActor, 'company'>) {
  const { name, timeZoneId, deleteAt } = companies;
  const [row] = await tx
    .select({ name, timeZoneId, deleteAt })
    .from(companies)
    .where(and(eq(companies.pk, company), isNull(companies.closedAt)))
    .for('update');
  if (!row) throw new Problem('not_found');
  return row;
}

/** Sets a company to be deleted, with audit and mails. One that is set already stays as it is. @returns when */
export async function scheduleCompanyDeletion(tx: ChangeTx, step: DeletionStep, at: Date): Promise<Date> {
  const { by } = step;
  const { name: companyName, deleteAt: before } = await lockOpenCompany(tx, by);
  if (before !== null) return before;
  const deleteAt = deletionTimeFrom(at);
  await tx.update(companies).set({ deleteAt, deleteRemindedDays: null }).where(eq(companies.pk, by.company));
  const entry = { code: auditCode.companyDeletion, type: auditTypeIds.deletion, subject: null };
  await writeAudits(tx, by, [{ ...entry, newValue: deleteAt.toISOString() }]);
  await mailDeletionNews(tx, step, { company: by.company, companyName, news: 'asked', by: by.mgrid, deleteAt });
  // The profile of every user says it to administrators.
  announceOnCommit(tx, { kind: 'policy' });
  return deleteAt;
}

/**
 * Keeps a company that is set to be deleted, with audit and mails.
 * @throws Problem `not_found` when it is not, or is closed by now
 */
export async function keepScheduledCompany(tx: ChangeTx, step: DeletionStep): Promise<void> {
  const { by } = step;
  const { name: companyName, deleteAt } = await lockOpenCompany(tx, by);
  if (deleteAt === null) throw new Problem('not_found');
  await tx
    .update(companies)
    .set({ deleteAt: null, deleteRemindedDays: null })
    .where(and(eq(companies.pk, by.company), isNotNull(companies.deleteAt)));
  const entry = { code: auditCode.companyKept, type: auditTypeIds.action, subject: null };
  await writeAudits(tx, by, [{ ...entry, oldValue: deleteAt.toISOString() }]);
  const news = { company: by.company, companyName, news: 'kept', by: by.mgrid || by.name, deleteAt } as const;
  await mailDeletionNews(tx, step, news);
  announceOnCommit(tx, { kind: 'policy' });
}
