import type { PaymentMethod, PaymentState } from '../contract/http/payments.ts';

// The life of a payment: draft → waiting → paid | failed | cancelled | lapsed; paid → withdrawn (decision 50).

const next: { readonly [S in PaymentState]: readonly PaymentState[] } = {
  // The provider may call back before the answer about its window is stored.
  draft: ['waiting', 'paid', 'failed', 'cancelled', 'lapsed'],
  // Again: opened anew, or the buyer has chosen a bank transfer.
  waiting: ['waiting', 'paid', 'failed', 'cancelled', 'lapsed'],
  paid: ['withdrawn'],
  failed: [],
  cancelled: [],
  lapsed: [],
  withdrawn: [],
};

export const canPaymentBecome = (state: PaymentState, wanted: PaymentState): boolean => next[state].includes(wanted);

/** Whether it still waits for its buyer. */
export const isPaymentOpen = (state: PaymentState): boolean => state === 'draft' || state === 'waiting';

/** The method of which the money comes in later, and is confirmed by the operator. */
export const BANK_TRANSFER = 'SC0030' satisfies PaymentMethod;

const DAY_MS = 86_400_000;

/** A bank transfer is waited for a week, and no other payment longer (spec 3 §9). */
export const PAYMENT_WAIT_MS = 7 * DAY_MS;
export const lapsesAt = (createdAt: Date): Date => new Date(createdAt.getTime() + PAYMENT_WAIT_MS);

/** A purchase can be withdrawn within seven days (spec 3 §5). */
const WITHDRAWAL_MS = 7 * DAY_MS;
export const withdrawableUntil = (paidAt: Date): Date => new Date(paidAt.getTime() + WITHDRAWAL_MS);

export const isWithdrawable = (
  { state, paidAt }: { readonly state: PaymentState; readonly paidAt: Date | null },
  at: Date,
): boolean => state === 'paid' && paidAt !== null && at <= withdrawableUntil(paidAt);

interface PaymentFacts {
  readonly id: string;
  readonly type: string;
  readonly deviceVolume: number;
  readonly months: number;
  readonly total: number;
}

/** What a payment is for, as the audit writes it, with as much of its ID as finds it again. */
export const paymentText = ({ id, type, deviceVolume, months, total }: PaymentFacts): string =>
  `${type}, ${deviceVolume} devices, ${months} months, ${total} WON (${id.slice(0, 8)})`;
