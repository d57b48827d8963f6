import type { ProblemDefinition } from './problem-definition.ts';

/** The function settings (spec 2 §5), one for each field that is checked, and what they demand. */
export const functionSettingProblems = {
  invalid_idle_time: { status: 422 },
  invalid_session_time: { status: 422 },
  invalid_block_num: { status: 422 },
  invalid_password_change_limit: { status: 422 },
  invalid_min_os_major: { status: 422 },
  invalid_min_os_minor: { status: 422 },
  invalid_password_level: { status: 422 },
  invalid_agent_restart_time: { status: 422 },
  invalid_picture_retention: { status: 422 },
  invalid_picture_budget: { status: 422 },
  pledge_required: { status: 409, retry: 'fresh' },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
