import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { LicencePk, PaymentId, pkInPath } from '../ids.ts';
import { MAX_LICENCE_DEVICES, MAX_LICENCE_MONTHS } from '../limits.ts';
import { ListMeta, pageQuery } from '../list-query.ts';
import * as company from '../routes/company.ts';

/** The types of licences that are sold (spec 3 §2). */
export const soldLicenceTypes = ['Basic', 'Corporate'] as const;
export type SoldLicenceType = (typeof soldLicenceTypes)[number];

/** SC0010 card, SC0030 bank transfer, SC0060 mobile payment (spec 3 §9). */
export const paymentMethods = ['SC0010', 'SC0030', 'SC0060'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * The states of a payment (decision 50). A `draft` is not known to the provider yet, `waiting` waits for the buyer or
 * for a bank transfer, `lapsed` was not paid within a week, `withdrawn` was paid and taken back.
 */
export const paymentStates = ['draft', 'waiting', 'paid', 'failed', 'cancelled', 'lapsed', 'withdrawn'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Whole WON, VAT included. */
const Won = z.int();

/** One row of the explanation of a price. Amounts of discounts are negative; the amounts add up to the total. */
export const PriceLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('licence'), volume: z.int(), months: z.int(), unit_price: Won, amount: Won }),
  z.object({
    kind: z.literal('discount'),
    /** Full years, and the months that are free for them. */
    years: z.int(),
    free_months: z.int(),
    volume: z.int(),
    unit_price: Won,
    amount: Won,
  }),
]);
export type PriceLine = z.infer<typeof PriceLine>;

/** What is bought, as it is drafted in the panel (spec 3 §4). */
export const PaymentItem = z.object({
  /** The licence that is renewed; null to register another one. */
  ref: LicencePk.nullable(),
  start_date: z.iso.datetime(),
  /** The instant of the end; screens show the day before in the company's zone. */
  expire_date: z.iso.datetime(),
  type: z.enum(soldLicenceTypes),
  vol: z.int(),
  /** Months. */
  period: z.int(),
  /** Whether it is the first licence that the company pays for. */
  first: z.boolean(),
});
export type PaymentItem = z.infer<typeof PaymentItem>;

const Volume = z.int().min(1).max(MAX_LICENCE_DEVICES);
const Months = z.int().min(1).max(MAX_LICENCE_MONTHS);
const inQuery = <T extends z.ZodType<number, number>>(schema: T) =>
  z
    .string()
    .regex(/^\d{1,9}$/u)
    .transform(Number)
    .pipe(schema);

export const Quote = z.object({
  items: z.array(PaymentItem).length(1),
  /** For one device and month. */
  unit_price: Won,
  /** Name of the price that was agreed with the company; empty for the list price. */
  price_name: z.string(),
  lines: z.array(PriceLine),
  fullPay: Won,
  discount: Won,
  total: Won,
  expire_date: z.iso.datetime(),
  /** How many users besides administrators the licence admits (decision 108). */
  manager_limit: z.int(),
  /** IANA name of the company's time zone, for the dates. */
  time_zone: z.string(),
  /**
   * Devices that all licences admit together once this one runs, and those of the company: fewer are allowed, with a
   * warning.
   */
  volume_after: z.int(),
  devices: z.int(),
});
export type Quote = z.infer<typeof Quote>;

/**
 * Prices a licence. Without parameters it answers the draft of a registration, with `ref` alone that of a renewal.
 * @throws Problem `not_found` for a licence of another company, `licence_renewed`, `licences_not_sold`
 */
export const readQuote = endpoint(company.readQuote, {
  whileGated: true,
  summary: 'Price a licence',
  query: z.object({
    type: z.enum(soldLicenceTypes).optional(),
    vol: inQuery(Volume).optional(),
    period: inQuery(Months).optional(),
    ref: pkInPath(LicencePk).optional(),
  }),
  objects: Quote,
});

export const Payment = z.object({
  id: PaymentId,
  state: z.enum(paymentStates),
  create_time: z.iso.datetime(),
  paid_time: z.iso.datetime().nullable(),
  type: z.enum(soldLicenceTypes),
  device_count: z.int(),
  /** Months. */
  period: z.int(),
  /** Of the licence: as drafted, and as bought once it is paid. */
  start_date: z.iso.datetime(),
  expire_date: z.iso.datetime(),
  fullPay: Won,
  discount: Won,
  price: Won,
  /** Null until the buyer has chosen one. */
  payment_method: z.enum(paymentMethods).nullable(),
  remarks: z.string(),
  /** The licence that it renews. */
  ref: LicencePk.nullable(),
  /** The licence that was bought. */
  pay_pk: LicencePk.nullable(),
  /** Until when it is waited for; null unless it waits. */
  lapses_at: z.iso.datetime().nullable(),
  /** Until when it can be withdrawn; null unless it is paid and that time has not passed. */
  withdrawable_until: z.iso.datetime().nullable(),
  /** Who has ordered it; empty once that user is deleted. */
  ordered_by: z.string(),
});
export type Payment = z.infer<typeof Payment>;

const ByPaymentId = z.object({ id: PaymentId });

/** The page of the provider, for a window of 1024 × 726. It needs no session. */
const PaymentWindow = z.object({ id: PaymentId, window_url: z.string() });

/**
 * Orders a licence and opens the payment with the provider. The server computes the price; `total` only tells whether
 * the buyer has seen the same one.
 * @throws Problem `price_changed` with the total as detail, `payment_limit`, `licence_renewed`, `licences_not_sold`,
 *   `not_found`; `payment_provider_unavailable`: the order is kept as a draft
 */
export const createPayment = endpoint(company.createPayment, {
  audits: ['paymentOrdered'],
  whileGated: true,
  summary: 'Order a licence',
  body: z.object({
    items: z
      .array(
        z.object({
          ref: LicencePk.nullable().default(null),
          type: z.enum(soldLicenceTypes),
          vol: Volume,
          period: Months,
        }),
      )
      .length(1),
    /** Only a suggestion to the provider's page. */
    method: z.enum(paymentMethods).optional(),
    total: Won.nonnegative(),
  }),
  objects: PaymentWindow,
});

/** @throws Problem `not_found` */
export const readPayment = endpoint(company.readPayment, {
  whileGated: true,
  summary: 'Read a payment, also for its receipt',
  params: ByPaymentId,
  objects: Payment.extend({
    company_name: z.string(),
    time_zone: z.string(),
    unit_price: Won,
    lines: z.array(PriceLine),
  }),
});

/**
 * The window of a draft or a waiting payment again.
 * @throws Problem `not_found`, `payment_state`, `payment_provider_unavailable`
 */
export const continuePayment = endpoint(company.continuePayment, {
  audits: { none: 'the order is recorded' },
  whileGated: true,
  summary: 'Continue a payment that waits',
  params: ByPaymentId,
  objects: PaymentWindow,
});

/** @throws Problem `not_found`, `payment_state` */
export const cancelPayment = endpoint(company.cancelPayment, {
  audits: ['paymentEnded'],
  whileGated: true,
  summary: 'Cancel a payment that waits',
  params: ByPaymentId,
  objects: Payment,
});

/**
 * Takes a purchase back within seven days: its licence ends now. No device is deleted.
 * @throws Problem `not_found`, `payment_state`, `withdrawal_period_over`, `licence_renewed` while a paid renewal
 *   follows
 */
export const withdrawPayment = endpoint(company.withdrawPayment, {
  audits: ['paymentWithdrawn'],
  whileGated: true,
  summary: 'Withdraw a payment within 7 days',
  params: ByPaymentId,
  objects: Payment,
});

/**
 * Mails the receipt of a paid or withdrawn payment to the caller.
 * @throws Problem `not_found`, `payment_state`, `receipt_not_mailed`
 */
export const mailReceipt = endpoint(company.mailReceipt, {
  audits: { none: 'it is mailed to the caller' },
  whileGated: true,
  summary: 'Mail a receipt to your own address',
  params: ByPaymentId,
  objects: z.object({ email: z.string() }),
});

/** `user_pk` of the specification is accepted and says nothing: the history is that of the caller's company. */
export const listPayments = endpoint(company.listPayments, {
  whileGated: true,
  summary: 'List the payments of the company',
  query: pageQuery({ by: ['start_date', 'create_time', 'price'], order: 'desc' }).extend({
    user_pk: z.string().max(20).optional(),
  }),
  objects: z.array(Payment),
  meta: ListMeta,
});
