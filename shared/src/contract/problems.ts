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
  /** The company has more devices than its licences admit: only the endpoints with `whileGated` work until that is over. */
  licence_gate: kind(402, 'later'),
  not_allowed: kind(403),
  out_of_window: kind(403),
  not_found: kind(404),
  conflict: kind(409, 'fresh'),
  confirm_required: kind(409, 'fresh'),
  incident_state: kind(409, 'fresh'),
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
  /** An API token that is unknown, revoked or expired, or whose owner may not sign in; `detail` tells which of the latter two. */
  token_invalid: kind(401),
  /** The endpoint takes no API tokens, or none that are limited to groups (reason `group`). */
  token_not_allowed: kind(403),
  /** `detail` is the scope that the API token lacks. */
  token_scope: kind(403),
  /** `detail` is the number of API tokens that a user may have. */
  token_limit: kind(409),
  duplication_token_name: kind(409),
  /** The code of a wall screen is wrong, used, or older than five minutes. */
  screen_code_invalid: kind(422),
  /** `detail` is the number of wall screens that a company may have. */
  screen_limit: kind(409),
  duplication_screen_name: kind(409),
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
  /** An access ticket does not admit this move in its present state. */
  ticket_state: kind(409, 'fresh'),
  /** Another import of the company has not ended yet. */
  import_under_way: kind(429, 'later'),
  /** `detail` is the number of users that the licences admit. */
  sub_manager_limit: kind(409),

  credential_invalid: kind(401),
  credential_expired: kind(401, 'fresh'),
  bad_signature: kind(401),
  clock_skew: kind(401, 'fresh'),
  replayed: kind(401, 'fresh'),
  agent_deleted: kind(401),
  /** Other hardware is connected with the key of this device. */
  hardware_conflict: kind(409, 'later'),
  /** The key of this device was copied: this hardware has to make one of its own (decision 95). */
  new_key_required: kind(401, 'fresh'),
  enrol_token_invalid: kind(401),
  licence_volume_exceeded: kind(409),

  not_online_warning: kind(409, 'later'),
  already_online: kind(409, 'fresh'),
  device_not_approved: kind(409, 'fresh'),
  command_expired: kind(409),
  command_refused: kind(422),
  /** No valid key has signed this command for this device with these arguments (CMD-8). */
  signature_invalid: kind(422),
  /** The agent cannot check signatures, and its company takes no such agents any more (CMD-9). */
  agent_outdated: kind(422),
  /** The command was carried out, and its effect was not seen in time (CMD-10). */
  effect_not_observed: kind(422),
  /** The command was sent, and its device has not said whether it ran (CMD-6). */
  outcome_unknown: kind(422),
  power_not_allowed: kind(422),
  /** The agent ended before the command did, which may have had its effect or not. */
  agent_interrupted: kind(422),
  /** The configuration of the device does not allow this type. */
  command_disabled: kind(422),
  /** A scheduled command arrived before the time that its arguments name. */
  command_early: kind(422),
  /** Only one hardware has used the key of the device. */
  nothing_to_split: kind(409, 'fresh'),
  /** The device that stays after a merge is the one that is in use. */
  merge_online: kind(409, 'fresh'),
  process_gone: kind(409, 'fresh'),
  process_protected: kind(422),
  process_not_ended: kind(422),
  unsupported_command: kind(422),
  no_neighbour: kind(409, 'later'),
  /** Without its MAC address a device cannot be woken. */
  mac_unknown: kind(422),
  /** None of the senders could send the wake-up packet. */
  wake_not_sent: kind(422),
  /** Applications: what the API refuses, then what agents answer. */
  application_exists: kind(409),
  application_limit: kind(409),
  /** Its file is not complete, or it is not offered for installation. */
  application_not_ready: kind(409, 'fresh'),
  /** The file is not the one whose hash was named. */
  hash_mismatch: kind(422),
  invalid_pin: kind(422),
  schedule_invalid: kind(422),
  cancelled: kind(409),
  install_not_allowed: kind(422),
  install_unsupported: kind(422),
  download_failed: kind(422),
  install_timeout: kind(422),
  /** A restart of the agent would cut the installation of an application short. */
  install_running: kind(409, 'later'),
  /** Updates of the agent: what the API refuses, then what agents answer. */
  already_newest: kind(409, 'fresh'),
  no_release: kind(409, 'later'),
  /** Rollouts: why no device of the group would take part, where neither of the two above says it. */
  packages_deleted: kind(409, 'fresh'),
  no_approved_device: kind(409, 'fresh'),
  in_other_rollout: kind(409, 'fresh'),
  channel_not_followed: kind(409, 'fresh'),
  updates_disabled: kind(409, 'fresh'),
  /** No release key that the device trusts has signed it. */
  release_invalid: kind(422),
  release_older: kind(422),
  update_unsupported: kind(422),
  update_failed: kind(422),
  /** Another update of this agent has not ended yet. */
  update_running: kind(409, 'later'),
  /** The former version runs again, because the new one did not connect, ended, or was interrupted too often. */
  update_not_connected: kind(422),
  update_crashed: kind(422),
  update_interrupted: kind(422),
  /** Of the function settings, one for each field that is checked (spec 2 §5). */
  invalid_idle_time: kind(422),
  invalid_session_time: kind(422),
  invalid_block_num: kind(422),
  invalid_password_change_limit: kind(422),
  invalid_min_os_major: kind(422),
  invalid_min_os_minor: kind(422),
  invalid_password_level: kind(422),
  invalid_agent_restart_time: kind(422),
  invalid_picture_retention: kind(422),
  invalid_picture_budget: kind(422),
  pledge_required: kind(409, 'fresh'),
  /** `detail` is the oldest accepted version. */
  viewer_outdated: kind(409, 'fresh'),
  device_in_use: kind(409, 'later'),
  not_supported_os: kind(422),
  duplication_group_name: kind(409),
  group_limit: kind(409),
  /** Of an import: a name that is there twice, a level too deep, or a row below one that fails (spec 3 §5). */
  excel_group_fail: kind(422),
  /** Of an import: no group has the name, or more than one. */
  group_unknown: kind(422),
  group_ambiguous: kind(422),
  tag_limit: kind(409),
  filter_limit: kind(409),
  duplication_filter_name: kind(409),
  wall_view_limit: kind(409),
  duplication_wall_view_name: kind(409),
  duplication_config_name: kind(409),
  config_limit: kind(409),
  /** The default configuration cannot be deleted. */
  default_config: kind(422),
  identical_group: kind(422),
  parent_group_required: kind(422),
  subgroup_permission_first: kind(409, 'fresh'),
  moved_device_fail: kind(422),
  all_device_has_no_child: kind(422),
  /** What the default group does not take: a name, a limit, a deletion, a subgroup. */
  default_group: kind(422),
  only_device_favourites: kind(422),
  no_order_warning: kind(422),
  please_select_device_type: kind(422),
  please_select_alert_type: kind(422),
  please_input_alert_time: kind(422),
  please_input_alert_value: kind(422),
  ip_range_error: kind(406),
  ip_range_blank: kind(405),
  /** `detail` is the number of IP rules that a company may have. */
  ip_rule_limit: kind(409),
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
