import type { PasswordLevel } from '../contract/credentials.ts';

/** One thing that a password has to have. */
export type PasswordDemand = 'length' | 'letter' | 'upper' | 'lower' | 'digit' | 'special';

interface PasswordRule {
  readonly min: number;
  readonly max: number;
  readonly demands: readonly PasswordDemand[];
}

const rules: { readonly [L in PasswordLevel]: PasswordRule } = {
  0: { min: 4, max: 12, demands: ['length'] },
  1: { min: 6, max: 12, demands: ['length', 'letter', 'digit'] },
  2: { min: 8, max: 12, demands: ['length', 'letter', 'digit', 'special'] },
  3: { min: 8, max: 12, demands: ['length', 'upper', 'lower', 'digit', 'special'] },
};

const patterns: { readonly [D in Exclude<PasswordDemand, 'length'>]: RegExp } = {
  letter: /[A-Za-z]/,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  digit: /\d/,
  special: /[#?!@$%^&*-]/,
};

/** What everybody who signs up, resets a password or applies as a partner has to meet (spec 1 §5). */
export const SIGN_UP_LEVEL: PasswordLevel = 3;

export const isPasswordLevel = (level: number): level is PasswordLevel => Object.hasOwn(rules, level);

export const passwordRule = (level: PasswordLevel): PasswordRule => rules[level];

/** What a password lacks for a level, in the order in which it is told (spec 1 §5). Spaces around it do not count. */
export function lackingDemands(password: string, level: PasswordLevel): readonly PasswordDemand[] {
  const { min, max, demands } = rules[level];
  const typed = password.trim();
  return demands.filter((demand) =>
    demand === 'length' ? typed.length < min || typed.length > max : !patterns[demand].test(typed),
  );
}

export const isPasswordGoodEnough = (password: string, level: PasswordLevel): boolean =>
  lackingDemands(password, level).length === 0;
