import type { Bit } from '@vigil/shared/contract/device';
import {
  functionSettingsProblem,
  numericFunctionSettings,
  type CheckedFunctionSetting,
  type FunctionSettings,
  type OmittableFunctionSetting,
  type FunctionSettingsInput,
} from '@vigil/shared/contract/function-settings-rules';
import type { VersionedFunctionSettings } from '@vigil/shared/contract/http/function-settings';
import { Problem } from '@vigil/shared/contract/problems';
import type { CompanyPolicies, readVersionedPolicies } from '@vigil/shared/platform/policies';

type Stored = Awaited<ReturnType<typeof readVersionedPolicies>>;

const settingsOf = (row: CompanyPolicies): FunctionSettings => ({
  file_transfer: row.fileTransfer,
  block_num: row.blockNum,
  password_change_limit: row.passwordChangeLimit,
  idle_time: row.idleTime,
  min_os_major: row.minOsMajor,
  min_os_minor: row.minOsMinor,
  session_time: row.sessionTime,
  vaccine: row.vaccine,
  capture: row.capture,
  display_power_save: row.displayPowerSave,
  system_power_save: row.systemPowerSave,
  security_agreement: row.securityAgreement,
  remote_consent: row.remoteConsent,
  password_level: row.passwordLevel,
  password_max: row.passwordMax,
  otp_required: row.otpRequired,
  self_unlock: row.selfUnlock,
  agent_restart_time: row.agentRestartTime,
  statistics_delete_period: row.statisticsDeletePeriod,
  pictures: row.pictures,
  picture_retention: row.pictureRetention,
  picture_budget: row.pictureBudget,
});

/** As `GET /company_function` answers; what the operator alone changes is not part of it. */
export function wireFunctionSettings(row: Stored): VersionedFunctionSettings {
  const settings = settingsOf(row);
  const changes = Object.entries(row.changes)
    .filter(([field]) => Object.hasOwn(settings, field))
    .map(([field, { name, at }]) => [field, { name, at }] as const);
  return { ...settings, version: row.version, changes: Object.fromEntries(changes) };
}

/** The fields that were changed after a version, as a list for people and programs. */
export const listFieldsChangedSince = (row: Stored, version: number): string =>
  Object.entries(row.changes)
    .filter(([, change]) => change.version > version)
    .map(([field]) => field)
    .join(',');

type UncheckedOmittableSetting = 'remote_consent' | 'password_max' | 'otp_required' | 'pictures';
type Wanted = FunctionSettingsInput & {
  readonly [
    F in Exclude<
      keyof FunctionSettings,
      CheckedFunctionSetting | OmittableFunctionSetting | 'vaccine' | UncheckedOmittableSetting
    >
  ]: Bit;
} & { readonly vaccine: string } & {
  readonly [F in UncheckedOmittableSetting]?: FunctionSettings[F] | undefined;
};

/** Programs that do not know them leave them as they are. */
type OmittablePolicy =
  | 'remoteConsent'
  | 'passwordMax'
  | 'otpRequired'
  | 'pictures'
  | 'pictureRetention'
  | 'pictureBudget';
export type WantedPolicies = Omit<CompanyPolicies, 'externalAccess' | OmittablePolicy> &
  Partial<Pick<CompanyPolicies, OmittablePolicy>>;

/** @throws Problem the first that a check of spec 2 §5 finds, with its field */
export function policiesOfCheckedSettings(wanted: Wanted): WantedPolicies {
  const problem = functionSettingsProblem(wanted);
  if (problem) throw new Problem(problem.code, { field: `body.${problem.field}` });
  const numbers = numericFunctionSettings(wanted);
  const { pictures, remote_consent: remoteConsent, password_max: passwordMax, otp_required: otpRequired } = wanted;
  const { picture_retention: pictureRetention, picture_budget: pictureBudget } = numbers;
  return {
    fileTransfer: wanted.file_transfer,
    blockNum: numbers.block_num,
    passwordChangeLimit: numbers.password_change_limit,
    idleTime: numbers.idle_time,
    sessionTime: numbers.session_time,
    minOsMajor: numbers.min_os_major,
    minOsMinor: numbers.min_os_minor,
    vaccine: wanted.vaccine,
    capture: wanted.capture,
    displayPowerSave: wanted.display_power_save,
    systemPowerSave: wanted.system_power_save,
    securityAgreement: wanted.security_agreement,
    passwordLevel: numbers.password_level,
    selfUnlock: wanted.self_unlock,
    agentRestartTime: numbers.agent_restart_time,
    statisticsDeletePeriod: numbers.statistics_delete_period,
    ...(remoteConsent === undefined ? {} : { remoteConsent }),
    ...(passwordMax === undefined ? {} : { passwordMax }),
    ...(otpRequired === undefined ? {} : { otpRequired }),
    ...(pictures === undefined ? {} : { pictures }),
    ...(pictureRetention === undefined ? {} : { pictureRetention }),
    ...(pictureBudget === undefined ? {} : { pictureBudget }),
  };
}
