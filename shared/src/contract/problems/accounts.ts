import type { ProblemDefinition } from './problem-definition.ts';

/** Sign-in, sign-up, passwords, links of mails, and the fields of an account. */
export const accountProblems = {
  invalid_id_and_pw: { status: 401 },
  invalid_id: { status: 422 },
  id_exist: { status: 409 },
  password_requirement: { status: 422 },
  otp_required: { status: 409 },
  password_level0: { status: 422 },
  password_level1: { status: 422 },
  password_level2: { status: 422 },
  password_level3: { status: 422 },
  password_confirm: { status: 422 },
  password_modified_error: { status: 422 },
  current_password_wrong: { status: 422 },
  name_requirement: { status: 422 },
  name_invalid: { status: 422 },
  company_name_differs: { status: 422 },
  website_invalid: { status: 422 },
  emile_requirement: { status: 422 },
  'email-invalid': { status: 422 },
  email_send_fail: { status: 503, retry: 'later' },
  not_matched_user: { status: 422 },
  link_invalid: { status: 422 },
  invalid_otp: { status: 401 },
  invitation_invalid: { status: 422 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
