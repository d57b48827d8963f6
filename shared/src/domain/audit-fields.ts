import type { RemoteSessionEndReason, RemoteSessionType, TicketTransitionName } from '../contract/names.ts';
import { auditTexts, type Names } from '../texts/audit-texts.ts';

/** What the values of a field are; a field without a kind has texts and numbers that are shown as they are. */
export type AuditValueKind =
  | 'switch'
  | 'role'
  | 'seconds'
  | 'minutes'
  | 'days'
  | 'zone'
  | 'date'
  | 'listed'
  | 'session'
  | 'sessionEnd';

export interface AuditField {
  readonly names: Names;
  readonly kind?: AuditValueKind;
}

const fieldNames = auditTexts('fields');
type FieldName = keyof typeof fieldNames;

/** The fields whose values are of a kind. */
const fieldsOfKind: { readonly [K in AuditValueKind]: readonly FieldName[] } = {
  zone: ['time_zone_id'],
  date: ['date_fmt_id'],
  switch: [
    'flag_recept_mail',
    'flag_refresh',
    'flag_img_refresh',
    'use_approval',
    'use_approval_function',
    'flag_active',
    'flag_use_otp',
    'locked',
    'active',
    'deviceMonitor',
    'CSRemoteControl',
    'CSRemoteView',
    'CSFileManager',
    'fileTransfer',
    'useFunction',
    'viewReport',
    'modifyInformation',
    'CSDeviceManagement',
    'CSUpdate',
    'CSThumbnailView',
    'CSRestart',
    'remote_control',
    'file_manager',
    'forbid_files',
    'flag_confirm',
    'disable_filetransfer',
    'otp_required',
    'self_unlock',
    'file_transfer',
    'capture',
    'display_power_save',
    'system_power_save',
    'security_agreement',
    'pictures',
    'external_access',
    'external',
    'policy_use',
    'ip_policy',
    'common_policy',
    'is_enabled',
    'flag_install',
  ],
  seconds: ['refresh_interval', 'img_refresh_interval'],
  role: ['user_type'],
  days: ['password_change_limit'],
  minutes: ['idle_time', 'session_time', 'picture_retention', 'after_minutes'],
  session: ['session_type'],
  sessionEnd: ['end_reason'],
  listed: ['block'],
};

const kindOfField = new Map<string, AuditValueKind>(
  (Object.keys(fieldsOfKind) as AuditValueKind[]).flatMap((kind) => fieldsOfKind[kind].map((field) => [field, kind])),
);

/**
 * The fields that entries of the audit name, by their names in the contracts, the operator's commands and the tables.
 * Screens and spreadsheets show these names; they are those of the pages on which the fields are changed.
 */
export const auditFieldLabels: Readonly<Record<string, AuditField>> = Object.fromEntries(
  Object.entries(fieldNames).map(([field, names]) => {
    const kind = kindOfField.get(field);
    return [field, kind ? { names, kind } : { names }];
  }),
);

export const auditRoleNames: Readonly<Record<string, Names>> = auditTexts('roles');
export const auditSwitchNames: Readonly<Record<string, Names>> = auditTexts('switches');

/** What the list of IP rules means. */
export const ipListModeNames: Readonly<Record<string, Names>> = auditTexts('ipLists');

/** Of a remote session. */
export const remoteSessionTypeNames: { readonly [T in RemoteSessionType]: Names } = auditTexts('sessionTypes');
export const remoteSessionEndNames: { readonly [R in RemoteSessionEndReason]: Names } = auditTexts('sessionEnds');

export const dateFormatNames: readonly string[] = ['YYYY/MM/DD', 'MM/DD/YYYY', 'DD/MM/YYYY'];

/** Behind a number. */
export const auditUnitNames = auditTexts('units') satisfies Partial<Record<AuditValueKind, Names>>;

/**
 * Single words that are a whole value; `deviceTable` is in entries from before that export had the name of its list.
 */
export const auditKeywordNames: Readonly<Record<string, Names>> = auditTexts('words');

/** What was done with an access ticket. */
export const ticketTransitionTexts: { readonly [M in TicketTransitionName | 'request']: Names } =
  auditTexts('ticketTransitions');

/** What a threshold measures, by its kind. */
export const thresholdNames: Readonly<Record<string, Names>> = auditTexts('thresholds');

/** Of an approver: no user was chosen. */
export const noApproverName: Names = auditTexts('approvers').none;
