import type { PasswordMax } from '../contract/password-maxima.ts';
import type { PasswordLevel } from '../contract/sign-in-fields.ts';
import type { MemberType } from './member-types.ts';

/** One requirement of a password rule. */
export type PasswordRequirement = 'length' | 'letter' | 'upper' | 'lower' | 'digit' | 'special';

/** A level, and how long a password may be (decision 132). */
export interface PasswordRule {
  readonly level: PasswordLevel;
  readonly max: PasswordMax;
}

interface LevelRequirements {
  readonly min: number;
  readonly requirements: readonly PasswordRequirement[];
}

const levels: { readonly [L in PasswordLevel]: LevelRequirements } = {
  0: { min: 4, requirements: ['length'] },
  1: { min: 6, requirements: ['length', 'letter', 'digit'] },
  2: { min: 8, requirements: ['length', 'letter', 'digit', 'special'] },
  3: { min: 8, requirements: ['length', 'upper', 'lower', 'digit', 'special'] },
};

const patterns: { readonly [D in Exclude<PasswordRequirement, 'length'>]: RegExp } = {
  letter: /[A-Za-z]/,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  digit: /\d/,
  special: /[#?!@$%^&*-]/,
};

/** The level for sign-up, password reset and partner applications (spec 1 §5). */
const INITIAL_AND_RESET_LEVEL: PasswordLevel = 3;

export const DEFAULT_PASSWORD_MAX: PasswordMax = 12;
export const LONG_PASSWORD_MAX: PasswordMax = 64;

/** The rule for partner applications and imports, and for who belongs to no company yet (spec 1 §5). */
export const INITIAL_PASSWORD_RULE: PasswordRule = { level: INITIAL_AND_RESET_LEVEL, max: DEFAULT_PASSWORD_MAX };

export const isPasswordLevel = (level: number): level is PasswordLevel => Object.hasOwn(levels, level);

/** The level that applies: one that does not exist counts as the strictest (decision 121). */
export const effectivePasswordLevel = (level: number): PasswordLevel => (isPasswordLevel(level) ? level : 3);

export const requirementsOfPasswordRule = ({
  level,
  max,
}: PasswordRule): LevelRequirements & { readonly max: number } => ({
  ...levels[level],
  max,
});

/**
 * The requirements that a password does not meet, in the order of display (spec 1 §5). Surrounding spaces are ignored.
 */
export function unmetPasswordRequirements(password: string, rule: PasswordRule): readonly PasswordRequirement[] {
  const { min, max, requirements } = requirementsOfPasswordRule(rule);
  const typed = password.trim();
  return requirements.filter((requirement) =>
    requirement === 'length' ? typed.length < min || typed.length > max : !patterns[requirement].test(typed),
  );
}

export const meetsPasswordRequirements = (password: string, rule: PasswordRule): boolean =>
  unmetPasswordRequirements(password, rule).length === 0;

/** Those whose passwords follow the company's level; any other follows that of sign-up (spec 2 §5). */
export const companyPasswordLevelTypes: readonly MemberType[] = [1, 2, 6];

export const followsCompanyPasswordLevel = (id: number): boolean =>
  companyPasswordLevelTypes.some((type) => type === id);

interface PasswordPolicies {
  readonly passwordLevel: number;
  readonly passwordMax: PasswordMax;
}

/** The rule for a password that a user of the company gets. */
export const passwordRuleOf = (memberType: number, { passwordLevel, passwordMax }: PasswordPolicies): PasswordRule => ({
  level: followsCompanyPasswordLevel(memberType) ? effectivePasswordLevel(passwordLevel) : INITIAL_AND_RESET_LEVEL,
  max: passwordMax,
});

/** The rule that the wire tells in two fields. */
export const passwordRuleOfFields = (fields: {
  readonly password_level: number;
  readonly password_max: PasswordMax;
}): PasswordRule => ({ level: effectivePasswordLevel(fields.password_level), max: fields.password_max });

/** The rule for a password that is set without a session: by a mailed link, or in place of an expired one. */
export const resetPasswordRule = ({ passwordMax }: Pick<PasswordPolicies, 'passwordMax'>): PasswordRule => ({
  level: INITIAL_AND_RESET_LEVEL,
  max: passwordMax,
});
