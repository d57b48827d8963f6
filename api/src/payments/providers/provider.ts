import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentMethod, SoldLicenceType } from '@vigil/shared/contract/http/payments';
import type { PaymentId } from '@vigil/shared/contract/ids';
import type { FastifyInstance } from 'fastify';

/** What a provider has to know of an order. */
export interface PaymentOrder {
  readonly id: PaymentId;
  /** Whole WON, VAT included. */
  readonly amount: number;
  readonly type: SoldLicenceType;
  readonly devices: number;
  readonly months: number;
  /** What the buyer would like to pay with. */
  readonly method: PaymentMethod | null;
}

/** `pending`: the buyer has chosen a bank transfer, which arrives later or never. */
export const notifiedOutcomes = ['paid', 'pending', 'failed', 'cancelled'] as const;
export type NotifiedOutcome = (typeof notifiedOutcomes)[number];

/** What a provider reports of a payment. */
export interface PaymentNotification {
  /** Of this notification, the same when it is sent again. */
  readonly id: string;
  readonly payment: PaymentId;
  readonly outcome: NotifiedOutcome;
  readonly method: PaymentMethod;
  /** What was charged, in whole WON. */
  readonly amount: number;
}

/** A call-back as it arrived; a signature is that of its bytes. */
export interface RawNotification {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One file each, listed in `providers.ts`; docs/payment-providers.md says what it must promise. */
export interface PaymentProvider {
  /** A part of the address of its call-backs. */
  readonly name: string;
  /**
   * Begins a payment, or opens one again, and answers the address of the page on which the buyer pays.
   * Anything that is thrown is answered as `payment_provider_unavailable`; the order stays a draft.
   */
  open(order: PaymentOrder): Promise<{ readonly windowUrl: string }>;
  /** @throws Problem `payment_signature_invalid`, `payment_notification_late`, `malformed` */
  readNotification(raw: RawNotification): PaymentNotification;
  /** Pages of its own, which only the sandbox has. */
  registerPages?(app: FastifyInstance): void;
}
