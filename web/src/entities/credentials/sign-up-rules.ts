import { emailPattern, loginIdPattern } from '@vigil/shared/contract/patterns';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import { passesBasicNameCheck } from '@vigil/shared/domain/display-name';
import {
  meetsPasswordRequirements,
  INITIAL_PASSWORD_RULE,
  type PasswordRule,
} from '@vigil/shared/domain/password-rules';
import { isWebsite } from '@vigil/shared/domain/website';

/** The fields that every applicant fills in. */
export interface Applicant {
  mgrid: string;
  pw: string;
  confirmation: string;
  name: string;
  mail: string;
  /** Of the company; may be empty. */
  website?: string;
}

const MAX_EMAIL = 200;

export const isEmail = (text: string): boolean => text.trim().length <= MAX_EMAIL && emailPattern.test(text.trim());

export const isLoginId = (text: string): boolean => loginIdPattern.test(text.trim());

export interface SignUpFieldProblem {
  field: keyof Applicant;
  code: ProblemCode;
}

interface KnownForCheck {
  /** The server reported that the ID exists. */
  readonly taken: boolean;
  readonly rule: PasswordRule;
}

/** All problems in the order ID valid, ID available, password, name, e-mail (spec 1 §5), website. */
function problemsOf(applicant: Applicant, { taken, rule }: KnownForCheck): readonly SignUpFieldProblem[] {
  const { mgrid, pw, confirmation, name, mail, website = '' } = applicant;
  const checks: readonly [passed: boolean, SignUpFieldProblem][] = [
    [isLoginId(mgrid), { field: 'mgrid', code: 'invalid_id' }],
    [!taken, { field: 'mgrid', code: 'id_exist' }],
    [meetsPasswordRequirements(pw, rule), { field: 'pw', code: 'password_requirement' }],
    [pw.trim() === confirmation.trim(), { field: 'confirmation', code: 'password_confirm' }],
    [name.trim() !== '', { field: 'name', code: 'name_requirement' }],
    [passesBasicNameCheck(name.trim()), { field: 'name', code: 'name_invalid' }],
    [mail.trim() !== '', { field: 'mail', code: 'emile_requirement' }],
    [isEmail(mail), { field: 'mail', code: 'email-invalid' }],
    [website.trim() === '' || isWebsite(website), { field: 'website', code: 'website_invalid' }],
  ];
  return checks.filter(([passed]) => !passed).map(([, problem]) => problem);
}

export const firstProblem = (applicant: Applicant, known: KnownForCheck): SignUpFieldProblem | null =>
  problemsOf(applicant, known)[0] ?? null;

/** One problem for each failing field, for the application of a partner (spec 1 §5). */
export const problemOfEachField = (applicant: Applicant): Partial<Record<keyof Applicant, ProblemCode>> =>
  // Reversed, so that the first problem of a field is the one that remains.
  Object.fromEntries(
    problemsOf(applicant, { taken: false, rule: INITIAL_PASSWORD_RULE })
      .toReversed()
      .map(({ field, code }) => [field, code]),
  );

const fieldOfCode: { readonly [C in ProblemCode]?: keyof Applicant } = {
  invalid_id: 'mgrid',
  id_exist: 'mgrid',
  password_requirement: 'pw',
  password_confirm: 'confirmation',
  name_requirement: 'name',
  name_invalid: 'name',
  emile_requirement: 'mail',
  'email-invalid': 'mail',
  website_invalid: 'website',
};

/** The field at which a refusal of the server is shown; null for above the form. */
export const signUpField = (code: string): keyof Applicant | null => fieldOfCode[code as ProblemCode] ?? null;
