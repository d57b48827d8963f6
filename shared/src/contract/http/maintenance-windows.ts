import * as z from 'zod';
import { Bit } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { DevicePk, GroupPk, MaintenanceWindowPk, pkInPath } from '../ids.ts';
import { MAX_MAINTENANCE_DAYS, MAX_MAINTENANCE_DEVICES, MAX_MAINTENANCE_REASON } from '../limits.ts';
import { cleanName, isVisibleText } from '../patterns.ts';
import { WeekDays } from '../quiet-hours.ts';
import * as alerts from '../routes/alerts.ts';
import { isTag, MAX_TAGS } from '../tag-rules.ts';
import { TIME_ZONE_COUNT } from '../user-defaults.ts';

export const MaintenanceRepeat = z.strictObject({ week_days: WeekDays });

/** Which devices are in maintenance. A group is meant with all below it; a device has one of the tags. */
export const MaintenanceTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({
    kind: z.literal('group'),
    group_pk: GroupPk,
    /** Empty for a group that the caller does not see, above groups that he sees. */
    name: z.string(),
    /** The groups in sight that belong to it. */
    covered_pks: z.array(GroupPk),
  }),
  z.object({ kind: z.literal('tags'), tags: z.array(z.string()) }),
  /** Those in sight. */
  z.object({ kind: z.literal('devices'), devices: z.array(z.object({ pk: DevicePk, alias: z.string() })) }),
]);
export type MaintenanceTarget = z.infer<typeof MaintenanceTarget>;

/** One time that a window is open. Times are ISO 8601 UTC. */
const Occurrence = z.object({ start_time: z.iso.datetime(), end_time: z.iso.datetime() });

/**
 * A maintenance window that is running or coming. While it runs, alerts of its devices are recorded, and told to
 * nobody; what is still wrong five minutes after its end is told as one incident.
 */
export const MaintenanceWindow = z.object({
  pk: MaintenanceWindowPk,
  reason: z.string(),
  target: MaintenanceTarget,
  /** Of the first time; a window that repeats keeps to the clock of its zone, also through summer time. */
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
  /** Null for once. */
  repeat: MaintenanceRepeat.nullable(),
  /** One of the time zones of users. */
  time_zone: z.int(),
  current: Occurrence.nullable(),
  next: Occurrence.nullable(),
  /** Its devices in sight. */
  device_count: z.int(),
  created_by: z.string(),
  /** 1: the caller may change, end and delete it. */
  editable: Bit,
});
export type MaintenanceWindow = z.infer<typeof MaintenanceWindow>;

const Reason = z
  .string()
  .max(1_000)
  .overwrite(cleanName)
  .refine((text) => text === '' || isVisibleText(text, MAX_MAINTENANCE_REASON), 'too long')
  .default('');

/** ISO 8601, or `YYYY-MM-DD HH:mm` on the clock of the window's zone. */
const Moment = z.string().min(10).max(40);

/** From a time to another, or for some minutes from now on: the clock of the client may be wrong. */
const times = {
  start_time: Moment.optional(),
  end_time: Moment.optional(),
  minutes: z
    .int()
    .min(1)
    .max(MAX_MAINTENANCE_DAYS * 1_440)
    .optional(),
  repeat: MaintenanceRepeat.nullable().default(null),
  /** The caller's own zone by default. */
  time_zone: z.int().min(1).max(TIME_ZONE_COUNT).optional(),
};

/** One of them. */
const target = {
  device_pks: z.array(DevicePk).min(1).max(MAX_MAINTENANCE_DEVICES).optional(),
  group_pk: GroupPk.optional(),
  tags: z.array(z.string().refine(isTag, 'not a tag')).min(1).max(MAX_TAGS).optional(),
  all: z.literal(true).optional(),
};

const body = z
  .object({ reason: Reason, ...target, ...times })
  .refine(
    ({ device_pks, group_pk, tags, all }) =>
      [device_pks, group_pk, tags, all].filter((part) => part !== undefined).length === 1,
    'names one of device_pks, group_pk, tags and all',
  )
  .refine(
    ({ start_time, end_time, minutes, repeat }) =>
      minutes === undefined
        ? start_time !== undefined && end_time !== undefined
        : start_time === undefined && end_time === undefined && repeat === null,
    'names start_time and end_time, or minutes',
  );

const params = z.object({ pk: pkInPath(MaintenanceWindowPk) });

export const listMaintenanceWindows = endpoint(alerts.listMaintenanceWindows, {
  summary: 'List the maintenance windows, running or coming, of devices that the caller may see',
  objects: z.array(MaintenanceWindow),
});

/**
 * Whoever may act on devices may silence them meanwhile; all devices and tags, which nobody sees the end of, are for
 * administrators.
 * @throws Problem `not_found` for a device or group out of sight; `not_allowed` for tags or all devices by others than
 * administrators; `date_validate_error`; `maintenance_window_length`; `maintenance_window_over` for a time that has
 * passed; `maintenance_window_limit`
 */
export const createMaintenanceWindow = endpoint(alerts.createMaintenanceWindow, {
  audits: ['maintenanceWindow'],
  summary: 'Create a maintenance window, in which alerts are recorded and told to nobody',
  body,
  objects: z.array(MaintenanceWindow),
});

/** By an administrator or by who made it. @throws Problem as `createMaintenanceWindow`; `not_found` */
export const updateMaintenanceWindow = endpoint(alerts.updateMaintenanceWindow, {
  audits: ['maintenanceWindow'],
  summary: 'Replace a maintenance window',
  params,
  body,
  objects: z.array(MaintenanceWindow),
});

/** A window that repeats opens again at its next time. @throws Problem `maintenance_window_over`; `not_found` */
export const endMaintenanceWindow = endpoint(alerts.endMaintenanceWindow, {
  audits: ['maintenanceEnded'],
  summary: 'End a running maintenance window early',
  params,
  objects: z.array(MaintenanceWindowPk),
});

/** A running one ends. @throws Problem `not_found` */
export const deleteMaintenanceWindow = endpoint(alerts.deleteMaintenanceWindow, {
  audits: ['maintenanceWindow'],
  summary: 'Delete a maintenance window',
  params,
  objects: z.array(MaintenanceWindowPk),
});
