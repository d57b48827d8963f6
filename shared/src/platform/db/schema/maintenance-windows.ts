import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, serial, smallint, text, varchar } from 'drizzle-orm/pg-core';
import type { DevicePk, GroupPk, MaintenanceWindowPk, UserPk } from '../../../contract/ids.ts';
import { MAX_MAINTENANCE_REASON } from '../../../contract/limits.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';
import { users } from './users.ts';

/**
 * When alerts of devices are told to nobody. The devices are all, those of a group and all below it, those with one of
 * the tags, or some.
 */
export const maintenanceWindows = pgTable(
  'maintenance_windows',
  {
    pk: serial('pk').$type<MaintenanceWindowPk>().primaryKey(),
    companyFk: companyFk(),
    reason: varchar('reason', { length: MAX_MAINTENANCE_REASON }).notNull().default(''),
    isForAll: boolean('is_for_all').notNull().default(false),
    groupFk: integer('group_fk').$type<GroupPk>(),
    tags: text('tags').array(),
    devicePks: integer('device_pks').array().$type<DevicePk[]>(),
    startAt: timestampColumn('start_at').notNull(),
    endAt: timestampColumn('end_at').notNull(),
    /** Days of the week on which it repeats at the same times of day, 1 for Monday; null for once. */
    weekDays: smallint('week_days').array(),
    timeZoneId: integer('time_zone_id').notNull(),
    /** When it was ended early: what had begun by then is over. */
    endedAt: timestampColumn('ended_at'),
    /** When it was deleted. The row stays for the minutes in which its end is not told yet. */
    removedAt: timestampColumn('removed_at'),
    createdBy: integer('created_by')
      .$type<UserPk>()
      .references(() => users.pk, { onDelete: 'set null' }),
    createdName: text('created_name').notNull().default(''),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('maintenance_windows_company').on(t.companyFk),
    check(
      'maintenance_windows_one_target',
      sql`is_for_all::int + (group_fk is not null)::int + (tags is not null)::int + (device_pks is not null)::int = 1`,
    ),
  ],
);
