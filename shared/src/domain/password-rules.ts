import type { MemberType } from './member-types.ts';
import type { PasswordLevel } from '../contract/sign-in-fields.ts';

/** One requirement of a password rule. */
export type PasswordRequirement = 'length' | 'letter' | 'upper' | 'lower' | 'digit' | 'special';

interface PasswordRule {
  readonly min: number;
  readonly max: number;
  readonly requirements: readonly PasswordRequirement[];
}

const rules: { readonly [L in PasswordLevel]: PasswordRule } = {
  0: { min: 4, max: 12, requirements: ['length'] },
  1: { min: 6, max: 12, requirements: ['length', 'letter', 'digit'] },
  2: { min: 8, max: 12, requirements: ['length', 'letter', 'digit', 'special'] },
  3: { min: 8, max: 12, requirements: ['length', 'upper', 'lower', 'digit', 'special'] },
};

const patterns: { readonly [D in Exclude<PasswordRequirement, 'length'>]: RegExp } = {
  letter: /[A-Za-z]/,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  digit: /\d/,
  special: /[#?!@$%^&*-]/,
};

/** The level for sign-up, password reset and partner applications (spec 1 §5). */
export const INITIAL_AND_RESET_PASSWORD_LEVEL: PasswordLevel = 3;

export const isPasswordLevel = (level: number): level is PasswordLevel => Object.hasOwn(rules, level);

/** The level that applies: one that does not exist counts as the strictest (decision 121). */
export const effectivePasswordLevel = (level: number): PasswordLevel => (isPasswordLevel(level) ? level : 3);

export const passwordRule = (level: PasswordLevel): PasswordRule => rules[level];

/** The requirements that a password does not meet, in the order of display (spec 1 §5). Surrounding spaces are ignored. */
export function unmetPasswordRequirements(password: string, level: PasswordLevel): readonly PasswordRequirement[] {
  const { min, max, requirements } = rules[level];
  const typed = password.trim();
  return requirements.filter((requirement) =>
    requirement === 'length' ? typed.length < min || typed.length > max : !patterns[requirement].test(typed),
  );
}

export const meetsPasswordRequirements = (password: string, level: PasswordLevel): boolean =>
  unmetPasswordRequirements(password, level).length === 0;

/** Those whose passwords follow the company's level; any other follows that of sign-up (spec 2 §5). */
export const companyPasswordLevelTypes: readonly MemberType[] = [1, 2, 6];

export const followsCompanyPasswordLevel = (id: number): boolean =>
  companyPasswordLevelTypes.some((type) => type === id);

export const passwordLevelOf = (
  memberType: number,
  { passwordLevel }: { readonly passwordLevel: number },
): PasswordLevel =>
  followsCompanyPasswordLevel(memberType) ? effectivePasswordLevel(passwordLevel) : INITIAL_AND_RESET_PASSWORD_LEVEL;
