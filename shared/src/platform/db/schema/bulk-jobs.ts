import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core';
import type { BulkDeviceChange, BulkOutcome } from '../../../contract/http/device-bulk.ts';
import type { BulkId, DevicePk, GroupPk, UserPk } from '../../../contract/ids.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';

/**
 * Changes of many devices, each written with its devices before the first of them is changed. A job is worked on by the
 * process that holds its lease, in the order of its rows. It outlives its user: what was done stays on record.
 */
export const bulkJobs = pgTable(
  'bulk_jobs',
  {
    id: uuid('id').$type<BulkId>().primaryKey(),
    companyFk: companyFk(),
    userFk: integer('user_fk').$type<UserPk>().notNull(),
    /** The limit of the API token that asked for it; null is none. */
    groupPks: integer('group_pks').array().$type<GroupPk[]>(),
    change: jsonb('change').$type<BulkDeviceChange>().notNull(),
    total: integer('total').notNull(),
    /** Of the first `done + refused` rows, how many were changed, and how many were not. */
    done: integer('done').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    finishedAt: timestampColumn('finished_at'),
    /** The process that works on it; one that was replaced by another cannot go on. */
    attempt: uuid('attempt').notNull(),
    leaseUntil: timestampColumn('lease_until').notNull(),
  },
  (t) => [
    index('bulk_jobs_user').on(t.userFk, t.createdAt),
    index('bulk_jobs_open')
      .on(t.leaseUntil)
      .where(sql`finished_at is null`),
  ],
);

export const bulkJobDevices = pgTable(
  'bulk_job_devices',
  {
    companyFk: companyFk(),
    jobFk: uuid('job_fk')
      .$type<BulkId>()
      .notNull()
      .references(() => bulkJobs.id, { onDelete: 'cascade' }),
    /** From 1, in the order of the request. */
    n: integer('n').notNull(),
    deviceFk: integer('device_fk').$type<DevicePk>().notNull(),
    /** Null if the user did not see the device. */
    deviceAlias: varchar('device_alias', { length: 64 }),
    /** Null until the device was handled. */
    outcome: varchar('outcome', { length: 40 }).$type<BulkOutcome>(),
  },
  (t) => [primaryKey({ columns: [t.jobFk, t.n] })],
);
