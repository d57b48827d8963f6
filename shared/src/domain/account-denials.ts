import { accountDenials, type AccountDenial } from '../contract/names.ts';
import { memberTypes } from './member-types.ts';

const DAY_MS = 24 * 3_600_000;

/** The columns of a user, and the policy of the company, that decide whether the user can sign in. */
export interface SignInFacts {
  readonly user: {
    readonly memberTypeId: number;
    readonly active: boolean;
    readonly lockedAt: Date | null;
    /** The end of the temporary account of a ticket. */
    readonly validUntil: Date | null;
    readonly email: string;
    readonly emailVerifiedAt: Date | null;
    readonly mustChange: number;
    readonly passwordChangedAt: Date;
  };
  readonly policies: {
    /** Days after which a password has to be replaced; 0: never. */
    readonly passwordChangeLimit: number;
  };
}

type Check = (facts: SignInFacts, now: number) => boolean;

const checks: { readonly [L in AccountDenial]: Check } = {
  /** Partners are known and cannot sign in (spec 1 §4). */
  partner: ({ user }) => user.memberTypeId === memberTypes.partner,
  inactive: ({ user }, now) => !user.active || (user.validUntil !== null && user.validUntil.getTime() <= now),
  locked: ({ user }) => user.lockedAt !== null,
  /** The password is too old, or another person chose it and asked for a new one (decision 25). */
  pw_reject: ({ user, policies }, now) =>
    user.mustChange === 1 ||
    (policies.passwordChangeLimit > 0 &&
      now - user.passwordChangedAt.getTime() >= policies.passwordChangeLimit * DAY_MS),
  unverified: ({ user }) => user.email !== '' && user.emailVerifiedAt === null,
};

/** Whether a limit applies to a user. Sign-ins and API tokens are refused by it. @param now in ms since 1970 */
export const hasAccountDenial = (denial: AccountDenial, facts: SignInFacts, now: number): boolean =>
  checks[denial](facts, now);

/** All that keeps a user from signing in from any address with the right password. @param now in ms since 1970 */
export const accountDenialsOf = (facts: SignInFacts, now: number): AccountDenial[] =>
  accountDenials.filter((limit) => hasAccountDenial(limit, facts, now));
