import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import { PAYMENT_WAIT_MS, paymentText } from '@vigil/shared/domain/payments';
import { writeAudits } from '@vigil/shared/platform/audits';
import { announceOnCommit, commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { payments } from '@vigil/shared/platform/db/schema/payments';
import { runForEachCompany } from '@vigil/shared/platform/each-company';
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

/** The rest is handled a run later. */
const AT_ONCE = 100;

const isOverdue = (at: Date) =>
  and(inArray(payments.state, ['draft', 'waiting']), lte(payments.createdAt, new Date(at.getTime() - PAYMENT_WAIT_MS)));

/** @returns how many, 0 when another process has done so, or the payment was paid meanwhile */
async function lapse(tx: ChangeTx, at: Date): Promise<number> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(isOverdue(at))
    .orderBy(asc(payments.createdAt))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!payment) return 0;
  await tx.update(payments).set({ state: 'lapsed' }).where(eq(payments.id, payment.id));
  const actor = { company: payment.companyFk, user: null, name: 'system', mgrid: '' };
  await writeAudits(tx, actor, [
    {
      code: auditCode.paymentEnded,
      type: auditTypeIds.action,
      subject: null,
      oldValue: paymentText(payment),
      newValue: 'lapsed',
    },
  ]);
  announceOnCommit(tx, { kind: 'payment' });
  return 1;
}

/** Payments that nobody has paid within a week (decision 50). @returns how many */
export async function lapseUnpaidPayments(deps: Deps): Promise<number> {
  const at = new Date(deps.now());
  const overdue = await deps.database.readAll((tx) =>
    tx
      .select({ company: payments.companyFk })
      .from(payments)
      .where(isOverdue(at))
      .orderBy(asc(payments.createdAt))
      .limit(AT_ONCE),
  );
  return runForEachCompany(deps.log, overdue, ({ company }) => commitChange(deps, company, (tx) => lapse(tx, at)));
}
