/** The rules of the function settings without schemas, for the client (spec 2 §§5, 9; decisions 10, 40). */

import type { PasswordMax } from './password-maxima.ts';

type Bit = 0 | 1;

/**
 * 0: nobody is asked; otherwise the person at the device, and whoever is not answered is let in with 1, refused with 2.
 */
export const remoteConsents = [0, 1, 2] as const;
export type RemoteConsent = (typeof remoteConsents)[number];

/**
 * The sixteen policies of a company for sign-in, devices and remote sessions (spec 2 §3), and those for frames of
 * screens (decision 82).
 */
export interface FunctionSettings {
  file_transfer: Bit;
  /** Wrong passwords or codes in a row after which an account is locked; 0 = never. */
  block_num: number;
  /** Days after which a password has to be changed; 0 = never. */
  password_change_limit: number;
  /** Minutes without use after which a session ends; 0 = only the three hours of every session. */
  idle_time: number;
  min_os_major: number;
  min_os_minor: number;
  /** Minutes after sign-in at which a session ends; 0 = unlimited. */
  session_time: number;
  /** Name of a process or service that has to run on a device; empty = none. */
  vaccine: string;
  capture: Bit;
  display_power_save: Bit;
  system_power_save: Bit;
  security_agreement: Bit;
  remote_consent: RemoteConsent;
  /** 0 to 3 (spec 1 §5). */
  password_level: number;
  /** The most characters of a password (decision 132). */
  password_max: PasswordMax;
  /** 1: whoever has no authenticator sets one up at the next sign-in (decision 136). */
  otp_required: Bit;
  self_unlock: Bit;
  /** Hour of the device's own day; null = never. */
  agent_restart_time: number | null;
  /** 1, 2, 3: 30, 60, 90 days; 6, 12, 36: calendar months (decision 44). */
  statistics_delete_period: number;
  /** 0: no screen of the company is captured, and no frame sent, stored or shown. */
  pictures: Bit;
  /** Minutes for which the last frame of a device is stored, one of `frameRetentionMinutes` (decision 73). */
  picture_retention: number;
  /** What frames may take, in kB a second; null = what the server allows each company. */
  picture_budget: number | null;
}
export type FunctionSettingName = keyof FunctionSettings;

export const MAX_ANTIVIRUS_NAME = 200;
export const statisticsRetentionPeriods = [1, 2, 3, 6, 12, 36] as const;
export const frameRetentionMinutes = [0, 10, 1_440] as const;

/** The least and the greatest value: minutes, tries, days, the version of Windows, level, hour, kB a second. */
export const functionSettingLimits = {
  idle_time: [0, 1_440],
  session_time: [0, 1_440],
  block_num: [0, 99],
  password_change_limit: [0, 365],
  min_os_major: [0, 99],
  min_os_minor: [0, 99],
  password_level: [0, 3],
  agent_restart_time: [0, 23],
  // Less than one tile of a wall each second would show nothing that is live.
  picture_budget: [50, 100_000],
} as const satisfies { readonly [F in FunctionSettingName]?: readonly [least: number, most: number] };

/** The versions of Windows that can be demanded, the newest first (spec 2 §9). */
export const windowsVersions = [
  { major: 10, minor: 0, name: 'Windows 10, Server 2016, Server 2019' },
  { major: 6, minor: 3, name: 'Windows 8.1, Server 2012 R2' },
  { major: 6, minor: 2, name: 'Windows 8, Server 2012' },
  { major: 6, minor: 1, name: 'Windows 7, Server 2008 R2' },
  { major: 6, minor: 0, name: 'Windows Vista, Server 2008' },
  { major: 5, minor: 2, name: 'Windows Server 2003, XP x64' },
  { major: 5, minor: 1, name: 'Windows XP' },
  { major: 5, minor: 0, name: 'Windows 2000' },
] as const;

/**
 * The checks of a save in their order; the first that fails stops it. A bad statistics period has the message of the
 * restart (spec 2 §5).
 */
const checks = [
  ['idle_time', 'invalid_idle_time'],
  ['session_time', 'invalid_session_time'],
  ['block_num', 'invalid_block_num'],
  ['password_change_limit', 'invalid_password_change_limit'],
  ['min_os_major', 'invalid_min_os_major'],
  ['min_os_minor', 'invalid_min_os_minor'],
  ['password_level', 'invalid_password_level'],
  ['agent_restart_time', 'invalid_agent_restart_time'],
  ['statistics_delete_period', 'invalid_agent_restart_time'],
  ['picture_retention', 'invalid_picture_retention'],
  ['picture_budget', 'invalid_picture_budget'],
] as const satisfies readonly (readonly [FunctionSettingName, string])[];
export type CheckedFunctionSetting = (typeof checks)[number][0];

/** A value as it is typed or sent: a number, or its digits. */
export type TypedNumber = number | string | null;
/** The fields that a save may leave out, which leaves them as they are. */
export type OmittableFunctionSetting = 'pictures' | 'picture_retention' | 'picture_budget';
export type FunctionSettingsInput = {
  readonly [F in Exclude<CheckedFunctionSetting, OmittableFunctionSetting>]: TypedNumber;
} & {
  readonly [F in Extract<CheckedFunctionSetting, OmittableFunctionSetting>]?: TypedNumber | undefined;
};

/** The number that digits stand for; undefined for anything else, a sign, a fraction or a space among them. */
const numberOf = (typed: TypedNumber): number | undefined =>
  /^\d{1,9}$/u.test(String(typed ?? '')) ? Number(typed) : undefined;

const isNever = (typed: TypedNumber): boolean => typed === null || typed === '';

function isAdmitted(field: CheckedFunctionSetting, typed: TypedNumber | undefined): boolean {
  if (typed === undefined) return true;
  if ((field === 'agent_restart_time' || field === 'picture_budget') && isNever(typed)) return true;
  const value = numberOf(typed);
  if (value === undefined) return false;
  if (field === 'statistics_delete_period') return (statisticsRetentionPeriods as readonly number[]).includes(value);
  if (field === 'picture_retention') return (frameRetentionMinutes as readonly number[]).includes(value);
  const [least, most] = functionSettingLimits[field];
  return value >= least && value <= most;
}

export interface FunctionSettingProblem {
  readonly field: CheckedFunctionSetting;
  readonly code: (typeof checks)[number][1];
}

/** The first check that fails, or null. */
export function functionSettingsProblem(typed: FunctionSettingsInput): FunctionSettingProblem | null {
  const failed = checks.find(([field]) => !isAdmitted(field, typed[field]));
  return failed ? { field: failed[0], code: failed[1] } : null;
}

/** The numbers of what is typed, once `functionSettingsProblem` finds nothing. */
export function numericFunctionSettings(
  typed: FunctionSettingsInput,
): Pick<FunctionSettings, Exclude<CheckedFunctionSetting, OmittableFunctionSetting>> &
  Partial<Pick<FunctionSettings, OmittableFunctionSetting>> {
  const number = (field: CheckedFunctionSetting) => numberOf(typed[field] ?? null) ?? 0;
  const { picture_retention: retention, picture_budget: budget } = typed;
  return {
    idle_time: number('idle_time'),
    session_time: number('session_time'),
    block_num: number('block_num'),
    password_change_limit: number('password_change_limit'),
    min_os_major: number('min_os_major'),
    min_os_minor: number('min_os_minor'),
    password_level: number('password_level'),
    agent_restart_time: isNever(typed.agent_restart_time) ? null : number('agent_restart_time'),
    statistics_delete_period: number('statistics_delete_period'),
    ...(retention === undefined ? {} : { picture_retention: number('picture_retention') }),
    ...(budget === undefined ? {} : { picture_budget: isNever(budget) ? null : number('picture_budget') }),
  };
}
