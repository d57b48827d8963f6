import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { PaymentMethod } from '@vigil/shared/contract/http/payments';
import { licenceEnd } from '@vigil/shared/domain/licence-periods';
import { defaultNonAdminLimit } from '@vigil/shared/domain/licences';
import { paymentText } from '@vigil/shared/domain/payments';
import { writeAudits, type AuditActor } from '@vigil/shared/platform/audits';
import { announceOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { readCompanyTimeZone } from '@vigil/shared/platform/company-time-zone';
import type { Tx } from '@vigil/shared/platform/db/client';
import { insertLicence, selectLicences, updatePayment, type LicenceRow, type PaymentRow } from './queries.ts';
import { startOf } from './quote.ts';

type PaymentAction = 'paymentOrdered' | 'paymentPaid' | 'paymentEnded' | 'paymentWithdrawn' | 'paymentRefused';

/** Writes what a payment is for, and beside it what became of it, where that is more than the action says. */
export const writePaymentAudit = (
  tx: Tx,
  actor: AuditActor,
  { action, payment, value }: { action: PaymentAction; payment: PaymentRow; value?: string },
) => {
  const text = paymentText(payment);
  const values = value === undefined ? { newValue: text } : { oldValue: text, newValue: value };
  return writeAudits(tx, actor, [{ code: auditCode[action], type: auditTypeIds.action, subject: null, ...values }]);
};

/** Entries of the audit about what a payment provider reports, which no user does. */
export const providerActor = ({ companyFk, provider }: PaymentRow): AuditActor => ({
  company: companyFk,
  user: null,
  name: `payment provider (${provider})`,
  mgrid: '',
});

/** The last renewal of a licence, or itself: two payments for one renewal buy one period after the other. */
function lastRenewal(all: readonly LicenceRow[], pk: PaymentRow['parentFk']): LicenceRow | null {
  let last = all.find((one) => one.pk === pk) ?? null;
  for (let steps = all.length; last !== null && steps > 0; steps -= 1) {
    const { pk: parent }: LicenceRow = last;
    const following = all.find((one) => one.parentFk === parent && one.withdrawnAt === null);
    if (!following) break;
    last = following;
  }
  return last;
}

interface Receipt {
  readonly method: PaymentMethod;
  readonly at: Date;
  readonly actor: AuditActor;
  readonly remarks?: string;
}

/**
 * Marks a payment as paid and adds its licence, in one transaction. The caller holds its row, and the lock of the
 * company's access policy, which a licence is part of, so that no two purchases follow the same licence.
 */
export async function recordPaid(
  tx: ChangeTx,
  payment: PaymentRow,
  { method, at, actor, remarks = payment.remarks }: Receipt,
): Promise<PaymentRow> {
  const parent = lastRenewal(await selectLicences(tx), payment.parentFk);
  const startsAt = startOf(parent, at);
  const expiresAt = licenceEnd(startsAt, payment.months, await readCompanyTimeZone(tx, payment.companyFk));
  await insertLicence(tx, {
    companyFk: payment.companyFk,
    type: payment.type,
    deviceVolume: payment.deviceVolume,
    nonAdminLimit: defaultNonAdminLimit(payment.type, payment.deviceVolume),
    parentFk: parent?.pk ?? null,
    startsAt,
    expiresAt,
    paymentFk: payment.id,
  });
  const paid = await updatePayment(tx, payment.id, { state: 'paid', method, remarks, startsAt, expiresAt, paidAt: at });
  await writePaymentAudit(tx, actor, { action: 'paymentPaid', payment: paid });
  announceOnCommit(tx, { kind: 'payment' });
  return paid;
}

/** Ends a payment that has bought nothing. */
export async function recordEnded(
  tx: ChangeTx,
  payment: PaymentRow,
  { state, actor }: { state: 'failed' | 'cancelled'; actor: AuditActor },
): Promise<PaymentRow> {
  const ended = await updatePayment(tx, payment.id, { state, method: payment.method });
  await writePaymentAudit(tx, actor, { action: 'paymentEnded', payment: ended, value: state });
  announceOnCommit(tx, { kind: 'payment' });
  return ended;
}
