import { emailPattern, loginIdPattern } from '../contract/patterns.ts';
import type { ProblemCode } from '../contract/problems.ts';
import type { PasswordLevel } from '../contract/sign-in-fields.ts';
import { passesBasicNameCheck } from './display-name.ts';
import { INITIAL_PASSWORD_RULE, meetsPasswordRequirements, type PasswordRule } from './password-rules.ts';

/** What a new user is checked by, however the user is added. */
export interface NewUserCheckedFields {
  readonly mgrid: string;
  readonly pw: string;
  readonly name: string;
  readonly email: string;
}

export interface NewUserProblem {
  readonly field: keyof NewUserCheckedFields;
  readonly code: ProblemCode;
}

const MAX_EMAIL = 200;

const levelProblems: { readonly [L in PasswordLevel]: ProblemCode } = {
  0: 'password_level0',
  1: 'password_level1',
  2: 'password_level2',
  3: 'password_level3',
};

/** The problem of a password that does not meet a level. */
export const passwordLevelProblem = (level: PasswordLevel): ProblemCode => levelProblems[level];

/** The rule of imported passwords; that of the company does not apply (decision 26). */
export const IMPORT_PASSWORD_RULE: PasswordRule = INITIAL_PASSWORD_RULE;

/**
 * The first problem of a new user in the order of spec 3 §5; null for none. The form, the preview of an import and the
 * server all check with it; the server adds `linkLikeProblem`. Spaces around a text do not count.
 */
export const newUserProblem = (user: NewUserCheckedFields, known: KnownForCheck): NewUserProblem | null =>
  newUserProblems(user, known)[0] ?? null;

interface KnownForCheck {
  readonly rule: PasswordRule;
  readonly isTaken: boolean;
  /** The user chooses the password by a link in a mail. */
  readonly isInvited?: boolean;
}

/** All of them, in the same order: a form shows each at its field. */
export function newUserProblems(
  { mgrid, pw, name, email }: NewUserCheckedFields,
  { rule, isTaken, isInvited = false }: KnownForCheck,
): readonly NewUserProblem[] {
  const address = email.trim();
  const checks: readonly [passed: boolean, NewUserProblem][] = [
    [loginIdPattern.test(mgrid.trim()), { field: 'mgrid', code: 'invalid_id' }],
    [!isTaken, { field: 'mgrid', code: 'id_exist' }],
    [isInvited || meetsPasswordRequirements(pw, rule), { field: 'pw', code: passwordLevelProblem(rule.level) }],
    [name.trim() !== '', { field: 'name', code: 'name_requirement' }],
    [passesBasicNameCheck(name.trim()), { field: 'name', code: 'name_invalid' }],
    [
      (address === '' && !isInvited) || (address.length <= MAX_EMAIL && emailPattern.test(address)),
      { field: 'email', code: 'email-invalid' },
    ],
  ];
  return checks.filter(([passed]) => !passed).map(([, problem]) => problem);
}
