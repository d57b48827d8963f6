import * as z from 'zod';
import { Bit } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import {
  MAX_ANTIVIRUS_NAME,
  remoteConsents,
  type FunctionSettingName,
  type FunctionSettings,
} from '../function-settings-rules.ts';
import { CompanyPk, pkInPath } from '../ids.ts';
import * as company from '../routes/company.ts';
import { PasswordMax } from '../sign-in-fields.ts';

const bits = {
  file_transfer: Bit,
  capture: Bit,
  display_power_save: Bit,
  system_power_save: Bit,
  security_agreement: Bit,
  self_unlock: Bit,
};

const whole = z.int();

/** The policies as they are in force (spec 2 §3, decision 82). */
export const FunctionPolicies = z.object({
  ...bits,
  block_num: whole,
  password_change_limit: whole,
  idle_time: whole,
  min_os_major: whole,
  min_os_minor: whole,
  session_time: whole,
  vaccine: z.string(),
  password_level: whole,
  agent_restart_time: whole.nullable(),
  statistics_delete_period: whole,
  remote_consent: z.literal(remoteConsents),
  password_max: PasswordMax,
  otp_required: Bit,
  pictures: Bit,
  picture_retention: whole,
  picture_budget: whole.nullable(),
}) satisfies z.ZodType<FunctionSettings>;

/** Whose change of a field was the last one, and when. */
const FieldChange = z.object({ name: z.string(), at: z.iso.datetime() });
export type FunctionSettingLastChange = z.infer<typeof FieldChange>;

/** The policies that apply to all users of a company ("function settings" in the console), with their version. */
export const VersionedFunctionSettings = FunctionPolicies.extend({
  /** Grows with every change; a save names the one that it started from. */
  version: z.int(),
  /** Of the fields that were ever changed. */
  changes: z.record(z.string(), FieldChange),
});
export type VersionedFunctionSettings = z.infer<typeof VersionedFunctionSettings>;

/** A number or its digits; what else is sent has the message of its field, not of the request. */
const typedOrAbsent = z.union([z.number(), z.string().max(20), z.null()]).optional();
const typed = typedOrAbsent.default(null);

const wanted = z.object({
  ...bits,
  block_num: typed,
  password_change_limit: typed,
  idle_time: typed,
  min_os_major: typed,
  min_os_minor: typed,
  session_time: typed,
  vaccine: z.string().trim().max(MAX_ANTIVIRUS_NAME),
  password_level: typed,
  agent_restart_time: typed,
  statistics_delete_period: typed,
  // Programs that do not know them leave them as they are.
  remote_consent: z.literal(remoteConsents).optional(),
  password_max: PasswordMax.optional(),
  otp_required: Bit.optional(),
  pictures: Bit.optional(),
  picture_retention: typedOrAbsent,
  picture_budget: typedOrAbsent,
} satisfies { readonly [F in FunctionSettingName]: z.ZodType });

export const readFunctionSettings = endpoint(company.readFunctionSettings, {
  summary: 'Read the function settings of the company',
  objects: z.array(VersionedFunctionSettings),
});

/**
 * The fields are checked in the order of spec 2 §5; the first that is wrong refuses the save with its own message.
 * @throws Problem `conflict` if the settings were changed since `version`; `detail` names the fields, separated by
 *   commas
 * @throws Problem `confirm_required` of the field `confirm` if sessions would end at once; `detail` is their number, to
 * be sent as `confirm`. Of `confirm_rows` if the history is kept for a shorter time: `detail` is the number of entries
 * that the next night deletes, also when there is none
 */
export const writeFunctionSettings = endpoint(company.writeFunctionSettings, {
  audits: ['policyChange'],
  summary: 'Change the function settings of the company',
  body: wanted.extend({ version: z.int(), confirm: z.int().optional(), confirm_rows: z.int().optional() }),
  objects: z.array(VersionedFunctionSettings),
});

const count = z.int();

/** What settings would do, counted now. Users are active ones; sessions those of the console that are open. */
export const FunctionSettingsEffects = z.object({
  users: count,
  /** Who would have to change their password at the next sign-in because of its age, or must do so already. */
  must_change: count,
  /** Whose passwords follow the company's level: only a sign-in shows whether one meets it. */
  follow_level: count,
  locked: count,
  /** Who has as many wrong attempts already as would lock the account, and is not locked. */
  near_lock: count,
  sessions: count,
  /** The sessions that would end at once, and whether the caller's is one of them. */
  ended_sessions: count,
  ends_own: z.boolean(),
  devices: count,
  remote_sessions: count,
  file_transfers: count,
  windows: count,
  /** Devices that would be refused for their version of Windows, and those whose version is not known. */
  os_unmet: count,
  os_unknown: count,
  vaccine_unmet: count,
  vaccine_unknown: count,
  /** Devices that said that they cannot be kept awake. */
  cannot_stay_awake: count,
  /** Alerts, incidents, remote sessions and files that the next night deletes. */
  old_entries: count,
  /** Online devices whose agent is not of the newest version. */
  outdated: count,
});
export type FunctionSettingsEffects = z.infer<typeof FunctionSettingsEffects>;

/** Takes the fields of a save, checks them like one, and changes nothing. */
export const previewFunctionSettings = endpoint(company.previewFunctionSettings, {
  audits: { none: 'changes nothing' },
  summary: 'Count what function settings would do',
  body: wanted,
  objects: FunctionSettingsEffects,
});

/**
 * Updates every online agent that is not of the newest version, as one bulk of the ledger (decision 47).
 * @throws Problem `confirm_required` beyond the company's `bulk_confirm_over`; `already_newest` without such an agent
 */
export const updateOnlineAgents = endpoint(company.updateOnlineAgents, {
  audits: ['agentUpdate'],
  summary: 'Update all online agents of the company',
  params: z.object({ company_fk: pkInPath(CompanyPk) }),
  body: z.object({ type: z.literal('batch_update'), confirm: z.int().optional(), bulk_id: z.uuid().optional() }),
  objects: z.object({ bulk_id: z.uuid(), count: z.int() }),
});
