import { isProblemCode, isRetryable, type ProblemCode } from '@vigil/shared/contract/problems';

/** How an agent reacts to a refused handshake or renewal. */
export interface RefusalPolicy {
  /** Request a new credential before the next attempt. */
  renewCredential: boolean;
  /** Make a new key, with which this device becomes one of its own. */
  changeKey?: true;
  /**
   * `back-off` waits as after any failure; `long` is for refusals that only an administrator can resolve; `slow` is for
   * a server that may know the device again in days.
   */
  retry: 'immediately' | 'back-off' | 'long' | 'slow';
}

/** What an agent does after each code with which a server refuses it. */
const policies: { readonly [C in ProblemCode]?: RefusalPolicy } = {
  clock_skew: { renewCredential: false, retry: 'immediately' },
  replayed: { renewCredential: false, retry: 'immediately' },
  credential_expired: { renewCredential: true, retry: 'immediately' },
  credential_invalid: { renewCredential: true, retry: 'long' },
  bad_signature: { renewCredential: true, retry: 'long' },
  // Other hardware is connected with this key: an administrator has to decide what becomes of it.
  hardware_conflict: { renewCredential: false, retry: 'long' },
  new_key_required: { renewCredential: false, changeKey: true, retry: 'long' },
  // A gateway decides from memory; the deletion is final only once the API, which reads the database, confirms it.
  agent_deleted: { renewCredential: true, retry: 'back-off' },
  // The index of a gateway lacks the device; the API says whether it was deleted, and has the index rebuilt if it was
  // not.
  device_unknown: { renewCredential: true, retry: 'back-off' },
};

/** An unknown code may be temporary, unless the problem catalogue says that a retry never succeeds. */
export function refusalPolicyOf(code: string): RefusalPolicy {
  const isPermanent = isProblemCode(code) && !isRetryable(code);
  return policies[code as ProblemCode] ?? { renewCredential: false, retry: isPermanent ? 'long' : 'back-off' };
}
