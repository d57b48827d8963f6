import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { createPayment } from '@vigil/shared/contract/http/payments';
import { PaymentId } from '@vigil/shared/contract/ids';
import { MAX_OPEN_PAYMENTS } from '@vigil/shared/contract/limits';
import { Problem } from '@vigil/shared/contract/problems';
import { isRenewed } from '@vigil/shared/domain/licences';
import { isPaymentOpen, isWithdrawable } from '@vigil/shared/domain/payments';
import { announceOnCommit, commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { Log } from '@vigil/shared/platform/log';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import type { PaymentProvider } from '../../payments/providers/provider.ts';
import {
  countOpenPayments,
  endLicenceOfPayment,
  insertPayment,
  lockPayment,
  selectLicences,
  updatePayment,
  type PaymentRow,
} from '../../payments/queries.ts';
import { quoteLicence } from '../../payments/quote.ts';
import { recordEnded, writePaymentAudit } from '../../payments/record-payment.ts';

interface OrderContext {
  readonly provider: string;
  readonly at: Date;
  readonly log: Log;
}

/**
 * Stores an order at the price of the server.
 * @throws Problem `price_changed`, `payment_limit`, `licence_renewed`, `not_found`
 */
export async function orderLicence(
  tx: ChangeTx,
  caller: Caller,
  { items, method, total }: BodyOf<typeof createPayment>,
  { provider, at, log }: OrderContext,
): Promise<PaymentRow> {
  const [wanted] = items;
  if (!wanted) throw new Problem('malformed', { field: 'body.items' });
  const { company, user } = caller;
  const quote = await quoteLicence(tx, wanted, { company, at, log });
  if (quote.total !== total) throw new Problem('price_changed', { detail: quote.total });
  if ((await countOpenPayments(tx)) >= MAX_OPEN_PAYMENTS)
    throw new Problem('payment_limit', { detail: MAX_OPEN_PAYMENTS });
  const [item] = quote.items;
  const row: PaymentRow = {
    id: PaymentId.parse(randomUUID()),
    companyFk: company,
    userFk: user,
    state: 'draft',
    provider,
    method: method ?? null,
    type: wanted.type,
    deviceVolume: wanted.vol,
    months: wanted.period,
    parentFk: wanted.ref,
    unitPrice: quote.unit_price,
    total: quote.total,
    startsAt: new Date(item?.start_date ?? at),
    expiresAt: new Date(quote.expire_date),
    remarks: '',
    createdAt: at,
    paidAt: null,
  };
  await insertPayment(tx, row);
  await writePaymentAudit(tx, caller, { action: 'paymentOrdered', payment: row });
  announceOnCommit(tx, { kind: 'payment' });
  return row;
}

/** A buyer waits for the window no longer. */
const OPEN_MS = 15_000;

async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw signal.reason;
}

interface WindowRequest {
  readonly provider: PaymentProvider;
  readonly payment: PaymentRow;
  /** When the provider is waited for no longer. */
  readonly giveUp?: AbortSignal;
}

/**
 * Asks the provider for the window of a stored order. The order is kept when the provider cannot be reached, and can be
 * continued.
 * @throws Problem `payment_provider_unavailable`
 */
export async function openWindow(
  deps: Deps,
  { provider, payment, giveUp = AbortSignal.timeout(OPEN_MS) }: WindowRequest,
): Promise<string> {
  const { id, total: amount, type, deviceVolume: devices, months, method } = payment;
  const opening = provider.open({ id, amount, type, devices, months, method });
  const opened = await Promise.race([opening, rejectOnAbort(giveUp)]).catch((cause: unknown) => {
    deps.log.warn(
      { err: cause, payment: id, provider: provider.name },
      'the payment provider has not opened a payment',
    );
    throw new Problem('payment_provider_unavailable', { cause });
  });
  await commitChange(deps, payment.companyFk, async (tx) => {
    const current = await lockPayment(tx, id);
    // The provider may have called back already.
    if (current?.state !== 'draft') return;
    await updatePayment(tx, id, { state: 'waiting' });
    announceOnCommit(tx, { kind: 'payment' });
  });
  return opened.windowUrl;
}

/** @throws Problem `not_found`, `payment_state` */
export async function lockOpenPayment(tx: ChangeTx, id: PaymentId): Promise<PaymentRow> {
  const payment = await lockPayment(tx, id);
  if (!payment) throw new Problem('not_found');
  if (!isPaymentOpen(payment.state)) throw new Problem('payment_state', { detail: payment.state });
  return payment;
}

/** @throws Problem `not_found`, `payment_state` */
export async function cancelOrder(tx: ChangeTx, caller: Caller, id: PaymentId): Promise<void> {
  await recordEnded(tx, await lockOpenPayment(tx, id), { state: 'cancelled', actor: caller });
}

/**
 * Takes a purchase back: its licence ends now, and nothing else is deleted.
 * @throws Problem `not_found`, `payment_state`, `withdrawal_period_over`, `licence_renewed`
 */
export async function withdrawPurchase(
  tx: ChangeTx,
  caller: Caller,
  { id, at }: { id: PaymentId; at: Date },
): Promise<void> {
  const payment = await lockPayment(tx, id);
  if (!payment) throw new Problem('not_found');
  if (payment.state !== 'paid') throw new Problem('payment_state', { detail: payment.state });
  if (!isWithdrawable(payment, at)) throw new Problem('withdrawal_period_over');
  const all = await selectLicences(tx);
  const bought = all.find(({ paymentFk }) => paymentFk === id);
  if (bought && isRenewed(bought, all)) throw new Problem('licence_renewed');
  await endLicenceOfPayment(tx, id, at);
  await updatePayment(tx, id, { state: 'withdrawn' });
  await writePaymentAudit(tx, caller, { action: 'paymentWithdrawn', payment });
  announceOnCommit(tx, { kind: 'payment' });
}
