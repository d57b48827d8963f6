import { sql } from 'drizzle-orm';
import { integer, pgTable, serial, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import type { GroupPk, WallScreenPk, WallViewPk } from '../../../contract/ids.ts';
import { MAX_CONSOLE_VERSION_LENGTH, MAX_WALL_SCREEN_NAME } from '../../../contract/limits.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';
import { wallViews } from './wall-views.ts';

/**
 * Wall screens (decision 71). Each has a hidden user (`users.screen_fk`), whose session it uses. A revoked one has no
 * row; the audit tells of it.
 */
export const wallScreens = pgTable(
  'screens',
  {
    pk: serial('pk').$type<WallScreenPk>().primaryKey(),
    companyFk: companyFk(),
    name: varchar('name', { length: MAX_WALL_SCREEN_NAME }).notNull(),
    /** Null is no limit. A limit to groups that were deleted stays a limit, and shows nothing. */
    groupPks: integer('group_pks').array().$type<GroupPk[]>(),
    /** What it shows of them; null is all, as walls usually do. */
    viewFk: integer('view_fk')
      .$type<WallViewPk>()
      .references(() => wallViews.pk, { onDelete: 'set null' }),
    createdAt: timestampColumn('created_at').notNull(),
    lastSeenAt: timestampColumn('last_seen_at'),
    lastSeenIp: text('last_seen_ip'),
    version: varchar('version', { length: MAX_CONSOLE_VERSION_LENGTH }),
  },
  (t) => [uniqueIndex('screens_name').on(t.companyFk, sql`lower(${t.name})`)],
);
