import type { LoginResult } from '@vigil/shared/contract/http/session';

const causes = ['locked', 'inactive', 'ip_block', 'pw_reject', 'partner', 'mail'] as const;
export type Cause = (typeof causes)[number] | 'other';

/** What an answer to the first step means for the person. Steps 2 and 3 have screens of their own later. */
export type Outcome =
  | { kind: 'signed-in'; token: string }
  | { kind: 'refused'; cause: Cause; attemptsLeft: number | null }
  | { kind: 'unfinished' };

export function outcomeOf(result: LoginResult): Outcome {
  if (result.step1 === 'fail') return { kind: 'refused', cause: causeOf(result), attemptsLeft: attemptsLeft(result) };
  if (result.step2 === 'fail') return { kind: 'refused', cause: 'mail', attemptsLeft: null };
  const passed = result.step1 === 'success' && result.step2 === 'success' && result.step3 === 'success';
  return passed ? { kind: 'signed-in', token: result.token } : { kind: 'unfinished' };
}

const causeOf = ({ cause = {} }: LoginResult): Cause => causes.find((name) => name in cause) ?? 'other';

/** A limit of 0 never locks (decision 10). */
const attemptsLeft = ({ failure_limit, current_failure }: LoginResult): number | null =>
  failure_limit > 0 ? Math.max(failure_limit - current_failure, 0) : null;
