import type { Payment } from '@vigil/shared/contract/http/payments';
import type { LicencePk } from '@vigil/shared/contract/ids';
import { isPaymentOpen, isWithdrawable, lapsesAt, withdrawableUntil } from '@vigil/shared/domain/payments';
import { priceOf } from '@vigil/shared/domain/prices';
import type { PaymentRow } from './queries.ts';

interface PaymentParts {
  /** The licence that it has bought. */
  readonly licence: LicencePk | null;
  /** Who has ordered it. */
  readonly buyer: string;
  readonly at: Date;
}

export const priceOfPayment = ({ unitPrice, deviceVolume, months }: PaymentRow) =>
  priceOf({ unit: unitPrice, volume: deviceVolume, months });

/** A payment as the console shows it. */
export function wirePayment(row: PaymentRow, { licence, buyer, at }: PaymentParts): Payment {
  const { fullPay, discount } = priceOfPayment(row);
  return {
    id: row.id,
    state: row.state,
    create_time: row.createdAt.toISOString(),
    paid_time: row.paidAt?.toISOString() ?? null,
    type: row.type,
    device_count: row.deviceVolume,
    period: row.months,
    start_date: row.startsAt.toISOString(),
    expire_date: row.expiresAt.toISOString(),
    fullPay,
    discount,
    price: row.total,
    payment_method: row.method,
    remarks: row.remarks,
    ref: row.parentFk,
    pay_pk: licence,
    lapses_at: isPaymentOpen(row.state) ? lapsesAt(row.createdAt).toISOString() : null,
    withdrawable_until: row.paidAt && isWithdrawable(row, at) ? withdrawableUntil(row.paidAt).toISOString() : null,
    ordered_by: buyer,
  };
}
