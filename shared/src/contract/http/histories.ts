import * as z from 'zod';
import { allowTokensInGroups, reportReaders } from '../access.ts';
import { AlertCode } from '../alert.ts';
import { Bit, OsId } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import {
  AccessRecordPk,
  AlertPk,
  DevicePk,
  IncidentPk,
  RemoteFilePk,
  RemoteSessionId,
  UserPk,
  numberInQuery,
} from '../ids.ts';
import { HistoryMeta, dateRangeParams, searchBy, pageQuery, cursorParams } from '../list-query.ts';
import { loginOrigins, remoteSessionEndReasons, remoteSessionTypes } from '../names.ts';
import * as reports from '../routes/reports.ts';

const numberInCursor = <T extends z.ZodType<number, number>>(pk: T) => z.coerce.number<string>().pipe(pk);

/** The rows of one device or one user: what a row of the statistics leads to. */
const ofDevice = { device_pk: numberInQuery(DevicePk).optional() };
const ofUser = { user_pk: numberInQuery(UserPk).optional() };

const page = () => pageQuery({ by: ['create_time'], order: 'desc' });

/**
 * What all histories have in common (spec 2 §7): they are for reports, keep to the groups of the caller, and count
 * exactly.
 */
const history = {
  method: 'GET',
  access: reportReaders,
  tokens: allowTokensInGroups('read'),
  guests: true,
  meta: HistoryMeta,
} as const;

/** Names are those of the time of the session; keys stay after the device or the user is gone. */
export const RemoteHistoryRow = z.object({
  pk: RemoteSessionId,
  type: z.enum(remoteSessionTypes),
  user_pk: UserPk.nullable(),
  reg_mail: z.string(),
  name: z.string(),
  device_pk: DevicePk.nullable(),
  /** 0: the device was deleted. */
  device_exists: Bit,
  alias: z.string(),
  host_public_ip: z.string().nullable(),
  host_private_ip: z.string().nullable(),
  host_os_id: OsId,
  viewer_public_ip: z.string().nullable(),
  viewer_private_ip: z.string().nullable(),
  viewer_os_id: OsId.nullable(),
  start_time: z.iso.datetime(),
  /** Null for a session that is open. */
  end_time: z.iso.datetime().nullable(),
  end_reason: z.enum(remoteSessionEndReasons).nullable(),
  security: Bit,
});
export type RemoteHistoryRow = z.infer<typeof RemoteHistoryRow>;

const sessionKinds = ['screen', 'file'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** `create_time` and the range are those of the start; a session that never began is not in the history. */
export const remoteHistoryFilter = {
  ...searchBy(['alias', 'email']),
  ...dateRangeParams,
  ...ofDevice,
  ...ofUser,
  /** Only those that are under way. */
  open: z.literal('1').optional(),
  /** `screen`: remote control and remote view. */
  kind: z.enum(sessionKinds).optional(),
  session: RemoteSessionId.optional(),
};

export const listRemoteHistory = endpoint(reports.listRemoteHistory, {
  ...history,
  summary: 'List the remote sessions, newest first',
  query: page().extend({
    ...remoteHistoryFilter,
    ...cursorParams(RemoteSessionId),
  }),
  objects: z.array(RemoteHistoryRow),
});

export const FileHistoryRow = z.object({
  pk: RemoteFilePk,
  session: RemoteSessionId,
  user_pk: UserPk.nullable(),
  mgrid: z.string(),
  device_pk: DevicePk.nullable(),
  device_exists: Bit,
  alias: z.string(),
  device_os_id: OsId,
  file_name: z.string(),
  /** 1: from the user to the device; 2: from the device to the user. */
  action_type: z.union([z.literal(1), z.literal(2)]),
  /** Bytes. */
  file_size: z.int(),
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
});
export type FileHistoryRow = z.infer<typeof FileHistoryRow>;

export const fileHistoryFilter = {
  ...searchBy(['mgrid', 'file_name']),
  ...dateRangeParams,
  ...ofDevice,
  ...ofUser,
  session: RemoteSessionId.optional(),
};

export const listFileHistory = endpoint(reports.listFileHistory, {
  ...history,
  summary: 'List the files that were transferred, newest first',
  query: page().extend({
    ...fileHistoryFilter,
    ...cursorParams(numberInCursor(RemoteFilePk)),
  }),
  objects: z.array(FileHistoryRow),
});

export const AlertHistoryRow = z.object({
  pk: AlertPk,
  device_pk: DevicePk,
  device_exists: Bit,
  device: z.string(),
  device_os_id: OsId,
  generate: z.iso.datetime(),
  /** Null for an alert that is open. */
  ended_at: z.iso.datetime().nullable(),
  alert_code: AlertCode,
  alert_value: z.number().nullable(),
  incident_pk: IncidentPk.nullable(),
});
export type AlertHistoryRow = z.infer<typeof AlertHistoryRow>;

/**
 * `alias` contains a text; `type` (OS, 1–5) and `code` (kind of the alert, 1–7, or a whole code) are equal to it (spec
 * 2 §2).
 */
export const alertHistoryFilter = {
  ...searchBy(['alias', 'type', 'code']),
  ...dateRangeParams,
  ...ofDevice,
  incident_pk: numberInQuery(IncidentPk).optional(),
  /** Only those that are open. */
  open: z.literal('1').optional(),
};

export const listAlertHistory = endpoint(reports.listAlertHistory, {
  ...history,
  summary: 'List the alerts, newest first',
  query: page().extend({
    ...alertHistoryFilter,
    ...cursorParams(numberInCursor(AlertPk)),
  }),
  objects: z.array(AlertHistoryRow),
});

export const AccessHistoryRow = z.object({
  pk: AccessRecordPk,
  user_pk: UserPk,
  mgrid: z.string(),
  name: z.string(),
  mgr_pub_ip: z.string(),
  /** Null unless an app or a viewer has sent it (decision 117). */
  mgr_pri_ip: z.string().nullable(),
  /** Empty for the desktop manager ("CS"). */
  browser: z.string(),
  dev_os_id: z.int(),
  login_time: z.iso.datetime(),
  login_from: z.enum(loginOrigins),
});
export type AccessHistoryRow = z.infer<typeof AccessHistoryRow>;

/** `CS` as a browser finds the sign-ins of the desktop manager. */
export const accessHistoryFilter = { ...searchBy(['email', 'browser']), ...dateRangeParams, ...ofUser };

/** The sign-ins of the company for an administrator, of others their own (decision 55). */
export const listAccessHistory = endpoint(reports.listAccessHistory, {
  ...history,
  summary: 'List the sign-ins, newest first',
  query: page().extend({
    ...accessHistoryFilter,
    ...cursorParams(numberInCursor(AccessRecordPk)),
  }),
  objects: z.array(AccessHistoryRow),
});
