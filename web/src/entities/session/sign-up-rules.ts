import { emailPattern, loginIdPattern } from '@vigil/shared/contract/patterns';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import { isPasswordGoodEnough, SIGN_UP_LEVEL } from '@vigil/shared/domain/password-rules';

/** What everybody fills in who asks for an account. */
export interface Applicant {
  mgrid: string;
  pw: string;
  confirmation: string;
  name: string;
  mail: string;
}

const MOST_EMAIL = 200;

export const isEmail = (text: string): boolean => text.trim().length <= MOST_EMAIL && emailPattern.test(text.trim());

export const isLoginId = (text: string): boolean => loginIdPattern.test(text.trim());

export interface FieldProblem {
  field: keyof Applicant;
  code: ProblemCode;
}

/** What is wrong, in the order ID valid, ID available, password, name, e-mail (spec 1 §5). */
function problemsOf(applicant: Applicant, taken: boolean): readonly FieldProblem[] {
  const { mgrid, pw, confirmation, name, mail } = applicant;
  const checks: readonly [passed: boolean, FieldProblem][] = [
    [isLoginId(mgrid), { field: 'mgrid', code: 'invalid_id' }],
    [!taken, { field: 'mgrid', code: 'id_exist' }],
    [isPasswordGoodEnough(pw, SIGN_UP_LEVEL), { field: 'pw', code: 'password_requirement' }],
    [pw.trim() === confirmation.trim(), { field: 'confirmation', code: 'password_confirm' }],
    [name.trim() !== '', { field: 'name', code: 'name_requirement' }],
    [mail.trim() !== '', { field: 'mail', code: 'emile_requirement' }],
    [isEmail(mail), { field: 'mail', code: 'email-invalid' }],
  ];
  return checks.filter(([passed]) => !passed).map(([, problem]) => problem);
}

/** `taken` is whether the server said so of this ID. */
export const firstProblem = (applicant: Applicant, { taken }: { taken: boolean }): FieldProblem | null =>
  problemsOf(applicant, taken)[0] ?? null;

/** One message for each field that fails, as a partner's application wants them (spec 1 §5). */
export const problemOfEachField = (applicant: Applicant): Partial<Record<keyof Applicant, ProblemCode>> =>
  // The first of a field is the one that counts, so it is written last.
  Object.fromEntries(
    problemsOf(applicant, false)
      .toReversed()
      .map(({ field, code }) => [field, code]),
  );

const fieldOfCode: { readonly [C in ProblemCode]?: keyof Applicant } = {
  invalid_id: 'mgrid',
  id_exist: 'mgrid',
  password_requirement: 'pw',
  password_confirm: 'confirmation',
  name_requirement: 'name',
  emile_requirement: 'mail',
  'email-invalid': 'mail',
};

/** Where a refusal of the server is shown; null above the form. */
export const fieldOf = (code: string): keyof Applicant | null => fieldOfCode[code as ProblemCode] ?? null;
