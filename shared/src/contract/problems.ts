/** Whether the caller may retry: `never`, `later` with the same request, or `fresh` after reading the state again. */
type Retry = 'never' | 'later' | 'fresh';

const kind = (status: number, retry: Retry = 'never') => ({ status, retry });

/**
 * All expected failures. The codes are the message keys of the specification (spec 1 §8, spec 2 §8,
 * spec 3 §8) and, where it has none, those of the HTTP and real-time contracts.
 */
export const problems = {
  malformed: kind(400),
  unknown_event: kind(400),
  no_session: kind(401),
  session_invalid: kind(401),
  invalid_id_and_pw: kind(401),
  not_allowed: kind(403),
  out_of_window: kind(403),
  not_found: kind(404),
  conflict: kind(409, 'fresh'),
  confirm_required: kind(409, 'fresh'),
  too_large: kind(413),
  too_many_requests: kind(429, 'later'),
  internal: kind(500, 'later'),
  unavailable: kind(503, 'later'),

  invalid_id: kind(422),
  id_exist: kind(409),
  password_requirement: kind(422),
  password_level0: kind(422),
  password_level1: kind(422),
  password_level2: kind(422),
  password_level3: kind(422),
  password_confirm: kind(422),
  password_modified_error: kind(422),
  current_password_wrong: kind(422),
  name_requirement: kind(422),
  name_invalid: kind(422),
  website_invalid: kind(422),
  emile_requirement: kind(422),
  'email-invalid': kind(422),
  email_send_fail: kind(503, 'later'),
  not_matched_user: kind(422),
  link_invalid: kind(422),
  invalid_otp: kind(401),
  ip_blocked: kind(403),
  external_access: kind(403),
  invitation_invalid: kind(422),
  unsupported_file: kind(422),
  date_validate_error: kind(422),
  approvals_reason: kind(422),
  approval_405: kind(422),
  approval_takes_no_reason: kind(422),
  search_manager_405: kind(422),

  credential_invalid: kind(401),
  credential_expired: kind(401, 'fresh'),
  bad_signature: kind(401),
  clock_skew: kind(401, 'fresh'),
  replayed: kind(401, 'fresh'),
  agent_deleted: kind(401),
  enrol_token_invalid: kind(401),
  licence_volume_exceeded: kind(409),

  not_online_warning: kind(409, 'later'),
  already_online: kind(409, 'fresh'),
  device_not_approved: kind(409, 'fresh'),
  command_expired: kind(409),
  command_refused: kind(422),
  power_not_allowed: kind(422),
  unsupported_command: kind(422),
  no_neighbour: kind(409, 'later'),
  duplication_group_name: kind(409),
  identical_group: kind(422),
  moved_device_fail: kind(422),
  all_device_has_no_child: kind(422),
  no_order_warning: kind(422),
  please_input_alert_time: kind(422),
  please_input_alert_value: kind(422),
  no_input_data: kind(422),
  too_long: kind(422),
} as const satisfies Record<string, { status: number; retry: Retry }>;

export type ProblemCode = keyof typeof problems;

/** Which kind of permission is missing when a call is refused with 403. */
export type RefusalReason = 'role' | 'flag' | 'group' | 'policy' | 'window' | 'licence';

export interface ProblemDetail {
  field?: string;
  reason?: RefusalReason;
  /** The missing flag, the limit, or the number to confirm. */
  detail?: string | number;
  /** Seconds until the same call may succeed. */
  retryAfter?: number;
  cause?: unknown;
}

/** An expected failure. Anything else that is thrown becomes `internal`, with an id and without its message. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly detail: ProblemDetail;

  constructor(code: ProblemCode, detail: ProblemDetail = {}) {
    super(code, detail.cause === undefined ? {} : { cause: detail.cause });
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);
