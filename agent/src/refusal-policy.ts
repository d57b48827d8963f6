import { isProblemCode, problems, type ProblemCode } from '@vigil/shared/contract/problems';

/** What an agent does about a refused handshake or renewal. */
export interface Reaction {
  /** Ask for a fresh credential before the next attempt. */
  renew: boolean;
  /** `soon` is the usual back-off; `long` is for what only a person can change. */
  again: 'at-once' | 'soon' | 'long';
}

/** The refusals of the real-time contract. */
const reactions: { readonly [C in ProblemCode]?: Reaction } = {
  clock_skew: { renew: false, again: 'at-once' },
  replayed: { renew: false, again: 'at-once' },
  credential_expired: { renew: true, again: 'at-once' },
  credential_invalid: { renew: true, again: 'long' },
  bad_signature: { renew: true, again: 'long' },
  // A gateway speaks from memory; only when the API, which asks the database, says so too is it believed.
  agent_deleted: { renew: true, again: 'soon' },
};

/** A code that this agent does not know may pass, unless the catalogue says that it never does. */
export function reactionTo(code: string): Reaction {
  const lasting = isProblemCode(code) && problems[code].retry === 'never';
  return reactions[code as ProblemCode] ?? { renew: false, again: lasting ? 'long' : 'soon' };
}
