import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { AlertCode } from '../../../contract/alert.ts';
import type { OsId } from '../../../contract/device.ts';
import type { AlertPk, AuditPk, CompanyPk, DevicePk, GroupPk, IncidentPk, UserPk } from '../../../contract/ids.ts';
import type { AlertEndReason, AuditSubjectKind } from '../../../contract/names.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';

/** Who did what (spec 2 §3). Names are copied so that the entry reads the same after a user or device is gone. */
export const audits = pgTable(
  'audits',
  {
    pk: bigserial('pk', { mode: 'number' }).$type<AuditPk>().primaryKey(),
    companyFk: companyFk(),
    actNameId: smallint('act_name_id').notNull(),
    actTypeId: smallint('act_type_id').notNull(),
    deviceFk: integer('device_pk').$type<DevicePk>(),
    /** The group from which a device was deleted: those who see the group read of it. */
    deviceGroupFk: integer('device_group_fk').$type<GroupPk>(),
    memberFk: integer('member_pk').$type<UserPk>(),
    /** What else than a device an action was done to; a subject of before subjects were recorded may lack its key. */
    subjectKind: varchar('subject_kind', { length: 6 }).$type<AuditSubjectKind>(),
    /** Of the user or group, also one that was deleted. */
    subjectPk: integer('subject_pk'),
    oldValue: text('old_value'),
    newValue: text('new_value'),
    name: text('name').notNull().default(''),
    regMail: text('reg_mail').notNull().default(''),
    actTime: timestampColumn('act_time').notNull().defaultNow(),
  },
  (t) => [
    index('audits_company').on(t.companyFk, t.actTime),
    index('audits_device').on(t.deviceFk, t.actTime),
    index('audits_subject')
      .on(t.companyFk, t.subjectKind, t.subjectPk, t.actTime)
      .where(sql`subject_kind is not null`),
    index('audits_deleted_devices')
      .on(t.companyFk, t.actTime, t.pk)
      .where(sql`act_name_id = 13`),
    check('audits_one_subject', sql`device_pk is null or subject_kind is null`),
  ],
);

/**
 * When to raise an alert in a group (spec 3 §3). The kind of an alert is 1 to 7: kind 1 has `minutes`, the others
 * `value`.
 */
export const alertThresholds = pgTable(
  'alert_thresholds',
  {
    pk: bigserial('pk', { mode: 'number' }).primaryKey(),
    companyFk: companyFk(),
    groupFk: integer('group_fk').$type<GroupPk>().notNull(),
    alertCode: varchar('alert_code', { length: 3 }).$type<AlertCode>().notNull(),
    minutes: integer('alert_time'),
    value: doublePrecision('alert_th_value'),
  },
  (t) => [uniqueIndex('alert_thresholds_code').on(t.groupFk, t.alertCode)],
);

/** Of an alert: from, until, in milliseconds since 1970. */
export type UnknownSpan = readonly [from: number, until: number];

export const alerts = pgTable(
  'alerts',
  {
    pk: bigserial('pk', { mode: 'number' }).$type<AlertPk>().primaryKey(),
    companyFk: companyFk(),
    deviceFk: integer('device_fk').$type<DevicePk>().notNull(),
    deviceAlias: varchar('device_alias', { length: 64 }).notNull(),
    osId: smallint('device_os_id').$type<OsId>().notNull(),
    alertCode: varchar('alert_code', { length: 3 }).$type<AlertCode>().notNull(),
    /** What raised it; null where it is that a connected device sends no values. */
    value: doublePrecision('alert_value'),
    /** The threshold of the last comparison, in minutes for Disconnected. */
    limit: doublePrecision('alert_limit'),
    /** Written with the first comparison after a minute, and when the value becomes unknown. */
    lastValue: doublePrecision('last_value'),
    lastValueAt: timestampColumn('last_value_at'),
    unknownSince: timestampColumn('unknown_since'),
    /**
     * The last spans in which its value was not known, and was again afterwards: from, until, in milliseconds since
     * 1970.
     */
    unknownSpans: jsonb('unknown_spans').$type<readonly UnknownSpan[]>().notNull().default([]),
    noData: boolean('no_data').notNull().default(false),
    /** The name of the sensor, where a device has several of a kind. */
    sensor: text('sensor').notNull().default(''),
    /** It began in a maintenance window. */
    isQuiet: boolean('is_quiet').notNull().default(false),
    raisedAt: timestampColumn('generate').notNull(),
    endedAt: timestampColumn('ended_at'),
    endReason: varchar('end_reason', { length: 9 }).$type<AlertEndReason>(),
    /** Null for alerts from before there were incidents, and of a maintenance window whose end was not told. */
    incidentFk: bigint('incident_fk', { mode: 'number' }).$type<IncidentPk>(),
  },
  (t) => [
    index('alerts_incident').on(t.incidentFk),
    index('alerts_page').on(t.companyFk, t.raisedAt, t.pk),
    index('alerts_device_page').on(t.deviceFk, t.raisedAt, t.pk),
    index('alerts_ended').on(t.companyFk, t.endedAt),
    // At most one open alert per device and code, also when two workers raise it at once.
    uniqueIndex('alerts_open')
      .on(t.deviceFk, t.alertCode)
      .where(sql`ended_at is null`),
  ],
);

/** One minute of one device. Partitioned by day, so that retention drops a table instead of deleting rows. */
export const usageMinutes = pgTable(
  'usage_minutes',
  {
    companyFk: integer('company_fk').$type<CompanyPk>().notNull(),
    deviceFk: integer('device_fk').$type<DevicePk>().notNull(),
    minute: timestampColumn('minute').notNull(),
    samples: integer('samples').notNull(),
    cpuMin: real('cpu_min'),
    cpuAvg: real('cpu_avg'),
    cpuMax: real('cpu_max'),
    memoryMin: real('memory_min'),
    memoryAvg: real('memory_avg'),
    memoryMax: real('memory_max'),
    hddLast: real('hdd_last'),
    cpuTempMax: real('cpu_temp_max'),
    hddTempMax: real('hdd_temp_max'),
    fanMin: real('fan_min'),
  },
  (t) => [primaryKey({ columns: [t.deviceFk, t.minute] })],
);
