import type { ProblemDefinition } from './problem-definition.ts';

/** Prices, payments and the call-backs of payment providers. */
export const paymentProblems = {
  /** `detail` is the price that is valid now. */
  price_changed: { status: 409, retry: 'fresh' },
  /** The payment is in a state that does not allow this; `detail` names the state. */
  payment_state: { status: 409, retry: 'fresh' },
  /** `detail` is the number of payments that may wait. */
  payment_limit: { status: 409 },
  /** A payment is refunded within seven days. */
  withdrawal_period_over: { status: 409 },
  /** The caller has no confirmed address, or was sent too many mails within the hour. */
  receipt_not_mailed: { status: 409 },
  /** Licences are sold nowhere but in the service of the operator. */
  licences_not_sold: { status: 403 },
  /** The licence already has a renewal; that one can be renewed. */
  licence_renewed: { status: 409, retry: 'fresh' },
  /** The provider cannot be reached, or has refused the payment. The payment is kept and can be continued. */
  payment_provider_unavailable: { status: 503, retry: 'later' },
  /** A call-back that the provider has not signed. */
  payment_signature_invalid: { status: 403 },
  /** A call-back whose time is too far from ours. */
  payment_notification_late: { status: 403 },
  /** A call-back with the number of another one and other content. */
  payment_notification_replayed: { status: 409 },
  /** The provider reports another amount than the price; `detail` is the price. */
  payment_amount_differs: { status: 409 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
