import { bigint, index, integer, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core';
import { paymentMethods, paymentStates, soldLicenceTypes } from '../../../contract/http/payments.ts';
import type { LicencePk, PaymentId, UserPk } from '../../../contract/ids.ts';
import { MAX_PAYMENT_REMARKS } from '../../../contract/limits.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';
import { users } from './users.ts';

/** Orders of licences and what became of them. Amounts are whole WON as they were when it was ordered. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').$type<PaymentId>().primaryKey(),
    companyFk: companyFk(),
    userFk: integer('user_fk')
      .$type<UserPk>()
      .references(() => users.pk, { onDelete: 'set null' }),
    state: varchar('state', { length: 10, enum: paymentStates }).notNull(),
    provider: varchar('provider', { length: 20 }).notNull(),
    method: varchar('method', { length: 6, enum: paymentMethods }),
    type: varchar('type', { length: 20, enum: soldLicenceTypes }).notNull(),
    deviceVolume: integer('device_volume').notNull(),
    months: integer('months').notNull(),
    /** The licence that it renews. */
    parentFk: integer('parent_fk').$type<LicencePk>(),
    unitPrice: integer('unit_price').notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
    /** Of the licence, as it was drafted; once it is paid, as it was bought. */
    startsAt: timestampColumn('starts_at').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
    remarks: varchar('remarks', { length: MAX_PAYMENT_REMARKS }).notNull().default(''),
    createdAt: timestampColumn('created_at').notNull(),
    paidAt: timestampColumn('paid_at'),
  },
  (t) => [index('payments_company').on(t.companyFk, t.createdAt), index('payments_state').on(t.state, t.createdAt)],
);

/** Call-backs of providers that were handled, so that a repeated one changes nothing. */
export const paymentNotifications = pgTable(
  'payment_notifications',
  {
    provider: varchar('provider', { length: 20 }).notNull(),
    id: varchar('id', { length: 100 }).notNull(),
    companyFk: companyFk(),
    paymentFk: uuid('payment_fk')
      .$type<PaymentId>()
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    /** SHA-256 of its content. */
    hash: varchar('hash', { length: 64 }).notNull(),
    receivedAt: timestampColumn('received_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.id] }), index('payment_notifications_payment').on(t.paymentFk)],
);
