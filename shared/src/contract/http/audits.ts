import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { AuditPk, DevicePk, MAX_INTEGER, UserPk, numberInQuery } from '../ids.ts';
import { HistoryMeta, cursorParams, dateRangeParams, pageQuery, searchBy } from '../list-query.ts';
import { auditSubjectKinds } from '../names.ts';
import * as reports from '../routes/reports.ts';

/** An action of a user (spec 2 §3); the codes of `act_name_id` are in audit-codes.ts. */
export const Audit = z.object({
  pk: AuditPk,
  act_name_id: z.int(),
  act_type_id: z.int(),
  device_pk: DevicePk.nullable(),
  /** Empty for a device that was deleted. */
  device_alias: z.string(),
  member_pk: UserPk.nullable(),
  /** What else than a device it concerns; null for a device, and for what concerns none of them. */
  subject_kind: z.enum(auditSubjectKinds).nullable(),
  /** Of the user or group; null for the policies, and where an old entry does not tell. */
  subject_pk: z.int().nullable(),
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  act_time: z.iso.datetime(),
  name: z.string(),
  reg_mail: z.string(),
});
export type Audit = z.infer<typeof Audit>;

/**
 * Which entries: of a user by name or ID, with a text in the value before or after, of one code, of a time, of one
 * subject or device. Keys of users, groups and policies are counted apart: `subject_pk` names one together with
 * `subject_kind`.
 */
export const auditFilter = {
  ...searchBy(['name', 'reg_mail', 'value']),
  ...dateRangeParams,
  q: z.coerce.number().int().min(0).max(MAX_INTEGER).optional(),
  subject_kind: z.enum(auditSubjectKinds).optional(),
  subject_pk: z.coerce.number().int().positive().max(MAX_INTEGER).optional(),
  device_pk: numberInQuery(DevicePk).optional(),
};

/**
 * Entries of devices and groups are read by those who see these, entries of users and policies by administrators only.
 * @throws Problem `not_found` for a device or group that the caller does not see, `not_allowed`; a device that is gone
 *   is read by administrators
 */
export const listAudits = endpoint(reports.listAudits, {
  summary: 'List audit entries, newest first; `q` filters by code (13 = deleted devices)',
  query: pageQuery({ by: ['create_time'], order: 'desc' }).extend({
    ...auditFilter,
    ...cursorParams(z.coerce.number<string>().pipe(AuditPk)),
  }),
  objects: z.array(Audit),
  meta: HistoryMeta,
});

/**
 * 1 (remote control) and 2 (file transfer) are recorded beside a remote session of the caller with the device, or soon
 * after it. 3, 4 and 13 succeed and write nothing, because the server records the command itself (decision 113):
 * `objects` is empty. Others are refused.
 */
export const postAudit = endpoint(reports.postAudit, {
  audits: ['remoteControl', 'fileManager'],
  summary: 'Record an action on a device',
  body: z.object({
    act_name_id: z.int().min(1).max(99),
    act_type_id: z.int().min(0).max(99),
    device_pk: DevicePk,
    member_pk: UserPk.optional(),
    old_value: z.string().max(200).nullable().optional(),
    new_value: z.string().max(200).nullable().optional(),
  }),
  objects: z.array(Audit),
});
