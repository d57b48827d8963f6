import { index, pgTable, serial, text, varchar } from 'drizzle-orm/pg-core';
import type { Language } from '../../../contract/languages.ts';
import { timestampColumn } from './columns.ts';

/** Applications to become a partner; the operator decides within 7 days (spec 1 §5). */
export const partnerApplications = pgTable(
  'partner_applications',
  {
    pk: serial('pk').primaryKey(),
    mgrid: varchar('mgrid', { length: 38 }).notNull(),
    passwordHash: text('password_hash').notNull(),
    name: varchar('name', { length: 200 }).notNull(),
    email: varchar('email', { length: 200 }).notNull(),
    phone: varchar('phone', { length: 40 }).notNull(),
    companyName: varchar('company_name', { length: 200 }).notNull(),
    langCode: varchar('lang_code', { length: 2 }).$type<Language>().notNull().default('ko'),
    state: varchar('state', { length: 10, enum: ['open', 'approved', 'rejected'] })
      .notNull()
      .default('open'),
    reason: text('reason').notNull().default(''),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    decideBy: timestampColumn('decide_by').notNull(),
    decidedAt: timestampColumn('decided_at'),
  },
  (t) => [index('partner_applications_mgrid').on(t.mgrid), index('partner_applications_state').on(t.state, t.decideBy)],
);
