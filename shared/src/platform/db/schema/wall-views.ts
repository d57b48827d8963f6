import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, serial, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import type { WallLayout, WallThresholds } from '../../../contract/http/wall-views.ts';
import type { GroupPk, UserPk, WallViewPk } from '../../../contract/ids.ts';
import { MAX_WALL_VIEW_NAME } from '../../../contract/limits.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';
import { users } from './users.ts';

/** What walls show, by name. They go with their owner. */
export const wallViews = pgTable(
  'wall_views',
  {
    pk: serial('pk').$type<WallViewPk>().primaryKey(),
    companyFk: companyFk(),
    userFk: integer('user_fk')
      .$type<UserPk>()
      .notNull()
      .references(() => users.pk, { onDelete: 'cascade' }),
    name: varchar('name', { length: MAX_WALL_VIEW_NAME }).notNull(),
    /** Null is all devices. A view of groups that were deleted shows none. */
    groupPks: integer('group_pks').array().$type<GroupPk[]>(),
    layout: jsonb('layout').$type<WallLayout>().notNull(),
    thresholds: jsonb('thresholds').$type<WallThresholds>().notNull(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('wall_views_name').on(t.userFk, sql`lower(${t.name})`),
    index('wall_views_company').on(t.companyFk),
  ],
);
