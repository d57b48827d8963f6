import { bigserial, index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import type { CompanyPk } from '../../../contract/ids.ts';
import type { StoredPayload } from '../../changes/announcement.ts';
import { timestampColumn } from './columns.ts';
import { companies } from './companies.ts';

/** What is committed and not announced yet; see platform/changes/commit-change.ts. */
export const unpublishedAnnouncements = pgTable(
  'announcements',
  {
    pk: bigserial('pk', { mode: 'number' }).primaryKey(),
    /** Null for what browsers of all companies are told. */
    companyFk: integer('company_fk')
      .$type<CompanyPk>()
      .references(() => companies.pk, { onDelete: 'cascade' }),
    payload: jsonb('payload').$type<StoredPayload>().notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [index('announcements_age').on(t.createdAt)],
);
