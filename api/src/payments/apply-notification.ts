import { createHash } from 'node:crypto';
import type { PaymentState } from '@vigil/shared/contract/http/payments';
import { Problem, type ProblemCode } from '@vigil/shared/contract/problems';
import { BANK_TRANSFER, canPaymentBecome, isPaymentOpen } from '@vigil/shared/domain/payments';
import { announceOnCommit, commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import type { Deps } from '../deps.ts';
import type { PaymentNotification } from './providers/provider.ts';
import { findPayment, lockPayment, storeNotification, updatePayment, type PaymentRow } from './queries.ts';
import { queueReceipt, type ReceiptStores } from './receipt-mail.ts';
import { providerActor, recordEnded, recordPaid, writePaymentAudit } from './record-payment.ts';
import { updateLicenceBlock } from './update-licence-block.ts';

interface Received {
  readonly provider: string;
  readonly notification: PaymentNotification;
  readonly at: Date;
  readonly stores: ReceiptStores;
}

/** Signed again, a notification has another time, and the same content. */
const hashOf = ({ payment, outcome, method, amount }: PaymentNotification): string =>
  createHash('sha256')
    .update(JSON.stringify([payment, outcome, method, amount]))
    .digest('hex');

const notificationRow = (
  { id, companyFk }: PaymentRow,
  { provider, notification, at }: Pick<Received, 'provider' | 'notification' | 'at'>,
) => ({ provider, id: notification.id, companyFk, paymentFk: id, hash: hashOf(notification), receivedAt: at });

/** @returns null where the notification changes nothing: it came after the end of the payment */
async function applyOutcome(
  tx: ChangeTx,
  payment: PaymentRow,
  { notification: { outcome, method, amount }, at, stores }: Received,
): Promise<PaymentRow | null> {
  const actor = providerActor(payment);
  if (outcome === 'paid') {
    // It was paid before, and may be withdrawn by now.
    if (payment.paidAt !== null) return null;
    // Money has come in for what nobody waits for any more: the operator has to see it.
    if (!canPaymentBecome(payment.state, 'paid')) throw new Problem('payment_state', { detail: payment.state });
    if (amount !== payment.total) throw new Problem('payment_amount_differs', { detail: payment.total });
    const paid = await recordPaid(tx, payment, { method, at, actor });
    await queueReceipt(tx, paid, stores);
    return paid;
  }
  if (!isPaymentOpen(payment.state)) return null;
  // A transfer that the buyer has chosen is waited for, whatever becomes of another try.
  if (outcome !== 'pending' && payment.method === BANK_TRANSFER && method !== BANK_TRANSFER) return null;
  if (outcome === 'pending') {
    announceOnCommit(tx, { kind: 'payment' });
    return updatePayment(tx, payment.id, { state: 'waiting', method });
  }
  return recordEnded(tx, { ...payment, method }, { state: outcome, actor });
}

/** Money that came in for what nobody waits for, or another sum than the price: the operator has to see it, once. */
const refusals: readonly ProblemCode[] = ['payment_state', 'payment_amount_differs'];

/**
 * Remembers a notification that bought nothing, so that its repetition is answered, and tells the operator and the
 * company of it.
 */
async function recordRefused(
  deps: Deps,
  payment: PaymentRow,
  { provider, notification, at, cause }: Pick<Received, 'provider' | 'notification' | 'at'> & { cause: Problem },
): Promise<void> {
  const { id, method, amount } = notification;
  const isFirst = await commitChange(deps, payment.companyFk, async (tx) => {
    const known = await storeNotification(tx, notificationRow(payment, { provider, notification, at }));
    if (known !== null) return false;
    const value = `${cause.code}: ${amount} WON, ${method}`;
    await writePaymentAudit(tx, providerActor(payment), { action: 'paymentRefused', payment, value });
    return true;
  });
  if (isFirst)
    deps.log.error(
      { code: cause.code, payment: payment.id, notification: id, amount, method },
      'a payment came in that buys nothing: its buyer has to be refunded',
    );
}

/**
 * Applies what a provider reports of a payment, once, however often and in whatever order it calls back. The licence
 * opens a closed gate as soon as it is committed; if this process ends before that, workers do.
 * @throws Problem `not_found`, `payment_notification_replayed`, `payment_state`, `payment_amount_differs`
 */
export async function applyNotification(deps: Deps, received: Omit<Received, 'at' | 'stores'>): Promise<PaymentState> {
  const { database, accessPolicies, config, now } = deps;
  const { provider, notification } = received;
  const found = await database.readOf(companyLookups.payment(notification.payment), (tx) =>
    findPayment(tx, notification.payment),
  );
  if (found?.provider !== provider) throw new Problem('not_found');
  const at = new Date(now());
  const stores = {
    redis: deps.redis,
    log: deps.log,
    publicUrl: config.PUBLIC_URL,
    mailLimitFactor: config.RATE_LIMIT_FACTOR,
  };
  const changing = accessPolicies.change(found.companyFk, async (tx) => {
    const payment = await lockPayment(tx, notification.payment);
    if (!payment) throw new Problem('not_found');
    const known = await storeNotification(tx, notificationRow(payment, { ...received, at }));
    if (known !== null && known !== hashOf(notification)) throw new Problem('payment_notification_replayed');
    const changed = known === null ? await applyOutcome(tx, payment, { ...received, at, stores }) : null;
    if (known === null && notification.outcome === 'paid' && payment.paidAt !== null)
      deps.log.error(
        { payment: payment.id, notification: notification.id, method: notification.method },
        'a payment that was paid before is reported as paid again: its buyer may have been charged twice',
      );
    const becamePaid = changed?.state === 'paid';
    return { value: { state: (changed ?? payment).state, isPaid: becamePaid }, done: becamePaid };
  });
  const { state, isPaid } = await changing.catch(async (cause: unknown) => {
    if (cause instanceof Problem && refusals.includes(cause.code))
      await recordRefused(deps, found, { ...received, at, cause });
    throw cause;
  });
  if (isPaid) await updateLicenceBlock(deps, found.companyFk);
  return state;
}
