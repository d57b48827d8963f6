import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, integer, pgTable, smallint, text, varchar } from 'drizzle-orm/pg-core';
import type { DevicePk, GroupPk, IncidentPk, UserPk } from '../../../contract/ids.ts';
import type { IncidentCauseKind, IncidentState } from '../../../contract/names.ts';
import type { AlertKind } from '../../../domain/thresholds.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';

/**
 * Alerts that began together. The cause is `address` for a site, `groupFk` and `alertKind` for a group, `deviceFk` for
 * a device. Names are copied, so that an incident reads the same after a group or device is gone.
 */
export const incidents = pgTable(
  'incidents',
  {
    pk: bigserial('pk', { mode: 'number' }).$type<IncidentPk>().primaryKey(),
    companyFk: companyFk(),
    cause: varchar('cause', { length: 6 }).$type<IncidentCauseKind>().notNull(),
    address: text('address'),
    groupFk: integer('group_fk').$type<GroupPk>(),
    alertKind: smallint('alert_kind').$type<AlertKind>(),
    deviceFk: integer('device_fk').$type<DevicePk>(),
    /** Of the group or device of the cause. */
    name: text('name').notNull().default(''),
    /** The devices of its alerts. */
    deviceCount: integer('device_count').notNull(),
    /** Of a site: the same, with those that were still connected there when its cause was fixed. */
    siteCount: integer('site_count'),
    /** Its cause never changes: its alerts are together because of when they were found, not because of where. */
    isCauseFixed: boolean('is_cause_fixed').notNull().default(false),
    state: smallint('state').$type<IncidentState>().notNull().default(0),
    firstAt: timestampColumn('first_at').notNull(),
    openedAt: timestampColumn('opened_at').notNull(),
    acknowledgedAt: timestampColumn('acknowledged_at'),
    acknowledgedBy: integer('acknowledged_by').$type<UserPk>(),
    acknowledgedName: text('acknowledged_name').notNull().default(''),
    note: text('note').notNull().default(''),
    resolvedAt: timestampColumn('resolved_at'),
    /** When its opening was told by mail, and its end. */
    openingToldAt: timestampColumn('opening_told_at'),
    endToldAt: timestampColumn('end_told_at'),
    /** The groups of its devices by then: whose readers were told of its opening, and will be of its end. */
    openingToldGroups: integer('opening_told_groups').array().$type<GroupPk[]>().notNull().default([]),
    /** A device of another group has joined since, and its readers were not told. */
    hasUntoldGroups: boolean('has_untold_groups').notNull().default(false),
  },
  (t) => [
    index('incidents_company').on(t.companyFk, t.openedAt),
    index('incidents_unresolved')
      .on(t.companyFk)
      .where(sql`resolved_at is null`),
    index('incidents_resolved').on(t.companyFk, t.resolvedAt),
    index('incidents_end_untold')
      .on(t.companyFk)
      .where(sql`resolved_at is not null and opening_told_at is not null and end_told_at is null`),
  ],
);
