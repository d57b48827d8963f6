import { index, inet, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import type { RemoteConsent } from '../../../contract/function-settings-rules.ts';
import type { IpRulePk } from '../../../contract/ids.ts';
import type { PasswordMax } from '../../../contract/password-maxima.ts';
import { bitColumn } from './columns.ts';
import { companyFk } from './companies.ts';

const whole = (name: string, fallback: number) => integer(name).notNull().default(fallback);

/** `at` in ISO 8601. */
export type LastPolicyChanges = Readonly<
  Record<string, { readonly version: number; readonly at: string; readonly name: string }>
>;

/** What a company demands (spec 3 §3). A company without a row has the defaults. */
export const policies = pgTable('policies', {
  companyFk: companyFk().primaryKey(),
  fileTransfer: bitColumn('file_transfer', 1),
  /** Wrong passwords or codes in a row after which the account is locked; 0 = never. */
  blockNum: whole('block_num', 5),
  /** Days after which a password has to be changed, up to 365; 0 = never. */
  passwordChangeLimit: whole('password_change_limit', 0),
  /** Minutes without use after which a session ends; 0 = only the three hours of every session. */
  idleTime: whole('idle_time', 0),
  /** Minutes after sign-in at which a session ends; 0 = unlimited. */
  sessionTime: whole('session_time', 0),
  minOsMajor: whole('min_os_major', 0),
  minOsMinor: whole('min_os_minor', 0),
  /** Name of a process or service that has to run on a device. */
  vaccine: text('vaccine').notNull().default(''),
  capture: bitColumn('capture', 1),
  displayPowerSave: bitColumn('display_power_save', 0),
  systemPowerSave: bitColumn('system_power_save', 0),
  securityAgreement: bitColumn('security_agreement', 0),
  /** Whether the person at a device is asked before a browser sees its screen (`remoteConsents`). */
  remoteConsent: integer('remote_consent').$type<RemoteConsent>().notNull().default(0),
  /** 0 to 3 (spec 1 §5). */
  passwordLevel: whole('password_level', 3),
  /** The most characters of a password. */
  passwordMax: integer('password_max').$type<PasswordMax>().notNull().default(12),
  /** 1: whoever has no authenticator sets one up at the next sign-in. */
  otpRequired: bitColumn('otp_required', 0),
  selfUnlock: bitColumn('self_unlock', 1),
  /** Hour of the day, 0 to 23; null = never. */
  agentRestartTime: integer('agent_restart_time'),
  /** Months: 1, 2, 3, 6, 12 or 36. */
  statisticsDeletePeriod: whole('statistics_delete_period', 12),
  /** 0: no screen is captured, and no frame sent, stored or shown (decision 82). */
  pictures: bitColumn('pictures', 1),
  /** Minutes: 0, 10 or 1,440. */
  pictureRetention: whole('picture_retention', 10),
  /** kB a second; null = the limit of the server. */
  pictureBudget: integer('picture_budget'),
  /** 0: access from private addresses only. */
  externalAccess: bitColumn('external_access', 1),
  /** Grows with every change of the others. */
  version: whole('version', 0),
  /** By field, as the wire names it: which version changed it last, when and by whom. */
  changes: jsonb('changes').$type<LastPolicyChanges>().notNull().default({}),
});

/** Whether the address rules are in force; `block` 1: the rules are a block list, 0: an allow list. */
export const ipPolicies = pgTable('ip_policies', {
  companyFk: companyFk().primaryKey(),
  policyUse: bitColumn('policy_use', 0),
  block: bitColumn('block', 1),
  /** Grows with every change of the company's network policy: this row, its rules, and external access. */
  version: whole('version', 0),
});

/** A single address, a subnet (`start` with a prefix, no `end`) or a range. */
export const ipRules = pgTable(
  'ip_rules',
  {
    pk: serial('pk').$type<IpRulePk>().primaryKey(),
    companyFk: companyFk(),
    start: inet('start_ip_address').notNull(),
    end: inet('end_ip_address'),
    reason: text('reason').notNull().default(''),
    timeAdded: timestamp('time_added', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('ip_rules_company').on(t.companyFk)],
);
