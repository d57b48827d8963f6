import type { ProblemDefinition } from './problem-definition.ts';

/** Of any call. */
export const generalProblems = {
  malformed: { status: 400 },
  unknown_event: { status: 400 },
  no_session: { status: 401 },
  session_invalid: { status: 401 },
  not_allowed: { status: 403 },
  out_of_window: { status: 403 },
  not_found: { status: 404 },
  conflict: { status: 409, retry: 'fresh' },
  confirm_required: { status: 409, retry: 'fresh' },
  too_large: { status: 413 },
  too_many_requests: { status: 429, retry: 'later' },
  internal: { status: 500, retry: 'later' },
  /** Redis refuses what needs memory. */
  store_full: { status: 503, retry: 'later' },
  unavailable: { status: 503, retry: 'later' },
  /** More passwords wait to be checked than are checked within seconds. */
  passwords_busy: { status: 503, retry: 'later' },
  /**
   * The company has more devices than its licences admit: only the endpoints with `whileGated` work until that is over.
   */
  licence_gate: { status: 402, retry: 'later' },
  /** A body that is compressed. */
  unsupported_encoding: { status: 415 },
  unsupported_file: { status: 422 },
  /** Of ranges of lists, which may be in the past, and of periods of requests for access, which may not have ended. */
  date_validate_error: { status: 422 },
  no_input_data: { status: 422 },
  text_not_storable: { status: 422 },
  too_long: { status: 422 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
