import { bigint, integer, pgTable, serial, text, uuid, varchar } from 'drizzle-orm/pg-core';
import type { CompanyPk, LicencePk, PaymentId } from '../../../contract/ids.ts';
import { MAX_AGREED_PRICE, MAX_REFERRAL_SOURCE } from '../../../contract/limits.ts';
import { accountPurposes } from '../../../contract/names.ts';
import { licenceTypes } from '../../../domain/licences.ts';
import { bitColumn, bytesColumn, timestampColumn } from './columns.ts';

export const companies = pgTable('companies', {
  pk: serial('pk').$type<CompanyPk>().primaryKey(),
  name: varchar('name', { length: 200 }).notNull(),
  website: text('website').notNull().default(''),
  /** How its administrator has signed up (decision 103); null for one that an operator made. */
  subscription: varchar('subscription', { length: MAX_REFERRAL_SOURCE }),
  useFor: varchar('use_for', { length: 10, enum: accountPurposes }),
  pcanyUser: varchar('pcany_user', { length: 3, enum: ['YES', 'NO'] }),
  /** A bulk command for more devices than this asks a person to confirm the number. */
  bulkConfirmOver: integer('bulk_confirm_over').notNull().default(10),
  /**
   * Whether the company has IP rules: they are in force, and its administrators have the page for them (decision 45).
   */
  ipPolicy: bitColumn('ip_policy', 1),
  /** Grows with every change of the fleet; the fleet index says up to which one it is complete. */
  fleetVersion: bigint('fleet_version', { mode: 'number' }).notNull().default(0),
  /** Agents that cannot check the signatures of commands get commands all the same (decision 92). */
  allowProtocol1: bitColumn('allow_protocol_1', 1),
  /** Whether the company's administrators have the function settings (decision 45). */
  commonPolicy: bitColumn('common_policy', 1),
  logo: bytesColumn('logo'),
  logoType: varchar('logo_type', { length: 20 }),
  /** Part of the logo's address, so that a new one is not hidden by a cache. */
  logoChangedAt: timestampColumn('logo_changed_at'),
  createdAt: timestampColumn('created_at').notNull().defaultNow(),
  /** Of its licences (decision 86); null: that of its first administrator. */
  timeZoneId: integer('time_zone_id'),
  /**
   * The price that was agreed with it, as `name|price` for one device and month; empty: the list price (decision 52).
   */
  price: varchar('price', { length: MAX_AGREED_PRICE }).notNull().default(''),
  /** When its account will be deleted; null: nobody asked for that. */
  deleteAt: timestampColumn('delete_at'),
  /** How many days before then administrators were mailed last; null: when it was asked for. */
  deleteRemindedDays: integer('delete_reminded_days'),
  /** When its users were deleted; a worker deletes the rest. */
  closedAt: timestampColumn('closed_at'),
  /** From when on only what the terms keep is left of it. */
  erasedAt: timestampColumn('erased_at'),
});

/** The company that a row belongs to; row-level security goes by it. */
export const companyFk = () =>
  integer('company_fk')
    .$type<CompanyPk>()
    .notNull()
    .references(() => companies.pk, { onDelete: 'cascade' });

export const licences = pgTable('licences', {
  pk: serial('pk').$type<LicencePk>().primaryKey(),
  companyFk: companyFk(),
  type: varchar('type', { length: 20, enum: licenceTypes }).notNull(),
  deviceVolume: integer('device_volume').notNull(),
  nonAdminLimit: integer('manager_limit').notNull(),
  /** The licence that it renews. */
  parentFk: integer('parent_fk').$type<LicencePk>(),
  startsAt: timestampColumn('starts_at').notNull().defaultNow(),
  expiresAt: timestampColumn('expires_at').notNull(),
  /** The payment that it was bought with: one licence each. */
  paymentFk: uuid('payment_fk').$type<PaymentId>().unique(),
  /** When its purchase was taken back: it renews nothing since. */
  withdrawnAt: timestampColumn('withdrawn_at'),
  /** How many days before its end administrators were mailed last (decision 51); null: not yet. */
  remindedDays: integer('reminded_days'),
});
