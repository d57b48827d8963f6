import { dueDeletionReminder, reminderHorizon } from '@vigil/shared/domain/company-deletion';
import { commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { mailDeletionNews } from '@vigil/shared/platform/companies/deletion-mails';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { runForEachCompany } from '@vigil/shared/platform/each-company';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

/** Companies whose deletion is near, but whose day has not come. */
const isNearDeletion = (at: Date) =>
  and(isNull(companies.closedAt), gt(companies.deleteAt, at), lte(companies.deleteAt, reminderHorizon(at)));

/** @returns how many mails were written: the row that says so is changed with them, so that none is sent twice */
async function remind(tx: ChangeTx, { redis, log, publicUrl }: Deps, at: Date): Promise<number> {
  const [company] = await tx.select().from(companies).where(isNearDeletion(at)).for('update', { skipLocked: true });
  if (!company?.deleteAt) return 0;
  const { pk, name, deleteAt, deleteRemindedDays: remindedDays } = company;
  const days = dueDeletionReminder({ deleteAt, remindedDays }, at);
  if (days === null) return 0;
  await tx.update(companies).set({ deleteRemindedDays: days }).where(eq(companies.pk, pk));
  const mails = { queueMail: createMailQueue({ redis, log }), publicUrl };
  return mailDeletionNews(tx, mails, { company: pk, companyName: name, news: 'near', by: '', deleteAt });
}

/** Mails administrators 7 days and 1 day before the deletion of their account, once each. @returns how many mails */
export async function remindOfCompanyDeletions(deps: Deps): Promise<number> {
  const at = new Date(deps.now());
  const isOpen = or(isNull(companies.deleteRemindedDays), gt(companies.deleteRemindedDays, 1));
  const near = await deps.database.readAll((tx) =>
    tx
      .select({ company: companies.pk })
      .from(companies)
      .where(and(isNearDeletion(at), isOpen)),
  );
  return runForEachCompany(deps.log, near, ({ company }) => commitChange(deps, company, (tx) => remind(tx, deps, at)));
}
