import { index, pgTable, serial, text, varchar } from 'drizzle-orm/pg-core';
import type { NoticePk } from '../../../contract/ids.ts';
import type { Language } from '../../../contract/languages.ts';
import { timestampColumn } from './columns.ts';

/**
 * Notices that the operator publishes to all companies; the content is HTML that was sanitised before it was stored.
 */
export const notices = pgTable(
  'notices',
  {
    pk: serial('pk').$type<NoticePk>().primaryKey(),
    /** Language code. */
    type: varchar('type', { length: 2 }).$type<Language>().notNull().default('ko'),
    title: varchar('notice_title', { length: 200 }).notNull(),
    content: text('notice_content').notNull(),
    /** Until when it pops up. */
    noticeDate: timestampColumn('notice_date').notNull(),
    createdAt: timestampColumn('create_time').notNull().defaultNow(),
  },
  (t) => [index('notices_type').on(t.type, t.noticeDate)],
);
