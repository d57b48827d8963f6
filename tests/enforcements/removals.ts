/** One place where a function setting is enforced, and the same without it. */
export interface Removal {
  /** The test that notices it. */
  readonly noticedBy: string;
  /** From the root of the repository. */
  readonly file: string;
  /** A text that is there once. */
  readonly from: string;
  readonly to: string;
}

const inForce = (field: string) => `${field} is in force`;
const POLICIES = 'shared/src/platform/policies.ts';
const SESSIONS = 'api/src/features/remote-sessions/service.ts';
const ATTEMPTS = 'api/src/identity/sign-in/attempts.ts';
const SIGN_IN = 'api/src/identity/sign-in/sign-in-denial.ts';
const SIGN_IN_LIMITS = 'shared/src/domain/account-denials.ts';
const LIFE = 'shared/src/domain/session-life.ts';
const REQUIREMENTS = 'shared/src/domain/device-requirements.ts';

/** The enforcement of every field, on the servers and, where agents act, on the agent. */
export const removals: readonly Removal[] = [
  { noticedBy: inForce('file_transfer'), file: SESSIONS, from: 'policies.fileTransfer === 0 ||', to: '' },
  {
    noticedBy: inForce('capture'),
    file: POLICIES,
    from: 'file_transfer: all.fileTransfer,\n  capture: all.capture,',
    to: 'file_transfer: all.fileTransfer,\n  capture: 1,',
  },
  {
    noticedBy: inForce('display_power_save'),
    file: POLICIES,
    from: 'capture: all.capture,\n  display_power_save: all.displayPowerSave,\n  system_power_save: all.systemPowerSave,\n  vaccine',
    to: 'capture: all.capture,\n  display_power_save: 0,\n  system_power_save: all.systemPowerSave,\n  vaccine',
  },
  {
    noticedBy: inForce('system_power_save'),
    file: POLICIES,
    from: 'system_power_save: all.systemPowerSave,\n});',
    to: 'system_power_save: 0,\n});',
  },
  {
    noticedBy: inForce('block_num'),
    file: ATTEMPTS,
    from: 'attempt.locked || (attempt.limit > 0 && attempt.count >= attempt.limit)',
    to: 'false',
  },
  {
    noticedBy: inForce('self_unlock'),
    file: ATTEMPTS,
    from: 'const { blockNum: limit, selfUnlock } = policies;',
    to: 'const { blockNum: limit } = policies, selfUnlock = 1;',
  },
  {
    noticedBy: inForce('password_change_limit'),
    file: SIGN_IN_LIMITS,
    from: '(policies.passwordChangeLimit > 0 &&',
    to: '(false &&',
  },
  {
    noticedBy: inForce('password_level'),
    file: SIGN_IN,
    from: '!meetsPasswordRequirements(password, { ...passwordRuleOf(user.memberTypeId, policies), max: LONG_PASSWORD_MAX })',
    to: 'false',
  },
  {
    noticedBy: inForce('password_max'),
    file: 'shared/src/domain/password-rules.ts',
    from: 'passwordLevel, passwordMax }: PasswordPolicies): PasswordRule => ({',
    to: 'passwordLevel, passwordMax: _max }: PasswordPolicies, passwordMax = DEFAULT_PASSWORD_MAX): PasswordRule => ({',
  },
  {
    noticedBy: inForce('otp_required'),
    file: 'api/src/identity/sign-in/sign-in.ts',
    from: 'policies.otpRequired === 1 && ',
    to: 'policies.otpRequired === 2 && ',
  },
  { noticedBy: inForce('idle_time'), file: LIFE, from: 'idleTime > 0 ?', to: 'false ?' },
  { noticedBy: inForce('session_time'), file: LIFE, from: 'limits.sessionTime > 0 ?', to: 'false ?' },
  {
    noticedBy: inForce('min_os_major'),
    file: REQUIREMENTS,
    from: 'major > min_os_major ||',
    to: 'major !== min_os_major ||',
  },
  { noticedBy: inForce('min_os_minor'), file: REQUIREMENTS, from: '&& minor >= min_os_minor', to: '' },
  { noticedBy: inForce('vaccine'), file: REQUIREMENTS, from: "state.vaccine_running ? 'met' : 'unmet'", to: "'met'" },
  {
    noticedBy: inForce('remote_consent'),
    file: 'api/src/features/remote-sessions/desktop-access.ts',
    from: '...(consent !== undefined && { consent }),',
    to: '',
  },
  { noticedBy: inForce('security_agreement'), file: SESSIONS, from: 'policies.securityAgreement === 1 ||', to: '' },
  {
    noticedBy: inForce('pictures'),
    file: 'api/src/features/last-frames/read-last-frame.ts',
    from: 'pictures === 1 ? pictureRetention * MINUTE_MS : 0',
    to: 'pictureRetention * MINUTE_MS + pictures * 0',
  },
  {
    noticedBy: inForce('picture_retention'),
    file: POLICIES,
    from: 'picture_retention: all.pictureRetention,',
    to: 'picture_retention: 10,',
  },
  {
    noticedBy: inForce('picture_budget'),
    file: POLICIES,
    from: 'picture_budget: all.pictureBudget,',
    to: 'picture_budget: null,',
  },
  {
    noticedBy: inForce('agent_restart_time'),
    file: POLICIES,
    from: 'agent_restart_time: all.agentRestartTime,',
    to: 'agent_restart_time: null,',
  },
  {
    noticedBy: `${inForce('statistics_delete_period')}: each company keeps its own period, and the audit stays`,
    file: 'workers/src/housekeeping/delete-old-history.ts',
    from: 'start: retentionCutoff(period, night, timeZone)',
    to: 'start: retentionCutoff(36, night, timeZone)',
  },
  {
    noticedBy: 'display_power_save 1 lets the display sleep, system_power_save 1 the system, each alone',
    file: 'agent/src/sleep-inhibitor.ts',
    from: 'display: policies?.display_power_save !== 1,',
    to: 'display: true,',
  },
  {
    noticedBy: 'the demanded program is looked for each minute, and a change is reported',
    file: 'agent/src/policy-reporter.ts',
    from: 'every(this.#options.clock, CHECK_MS, () => this.check())',
    to: 'null',
  },
  {
    noticedBy: 'an agent restarts in its hour of the local day, and not within 20 hours of its start',
    file: 'agent/src/daily-agent-restart.ts',
    from: '!isInHour(local, settings.current.restartHour) ||',
    to: 'true ||',
  },
];
