import { sql } from 'drizzle-orm';
import { bigserial, index, integer, pgTable, text, varchar } from 'drizzle-orm/pg-core';
import type { CompanyPk } from '../../../contract/ids.ts';
import { timestampColumn } from './columns.ts';
import { companies } from './companies.ts';

/** Outgoing mail, written with what causes it. The body is emptied once it was sent: it may hold a link. */
export const mails = pgTable(
  'mails',
  {
    pk: bigserial('pk', { mode: 'number' }).primaryKey(),
    /** Null for a mail that is sent before the company exists. */
    companyFk: integer('company_fk')
      .$type<CompanyPk>()
      .references(() => companies.pk, { onDelete: 'cascade' }),
    to: varchar('to', { length: 200 }).notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    tries: integer('tries').notNull().default(0),
    nextTryAt: timestampColumn('next_try_at').notNull().defaultNow(),
    /** Set while a worker is sending the mail, so that no other worker sends it too. */
    claimedAt: timestampColumn('claimed_at'),
    sentAt: timestampColumn('sent_at'),
    failedReason: text('failed_reason'),
  },
  (t) => [
    index('mails_unsent')
      .on(t.nextTryAt)
      .where(sql`sent_at is null`),
  ],
);
