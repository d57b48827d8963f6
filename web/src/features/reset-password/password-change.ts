import type { ProblemCode } from '@vigil/shared/contract/problems';
import { meetsPasswordRequirements, type PasswordRule } from '@vigil/shared/domain/password-rules';

export interface PasswordChange {
  /** Required only without a link. */
  original: string;
  pw: string;
  confirmation: string;
}

interface FieldProblem {
  field: keyof PasswordChange;
  code: ProblemCode;
}

const codeOfLevel = { 0: 'password_level0', 1: 'password_level1', 2: 'password_level2', 3: 'password_level3' } as const;

/** The first problem of the form. */
export function passwordChangeProblem(
  { original, pw, confirmation }: PasswordChange,
  { rule, asksOriginal }: { rule: PasswordRule; asksOriginal: boolean },
): FieldProblem | null {
  if (asksOriginal && original.trim() === '') return { field: 'original', code: 'no_input_data' };
  if (!meetsPasswordRequirements(pw, rule)) return { field: 'pw', code: codeOfLevel[rule.level] };
  if (pw.trim() !== confirmation.trim()) return { field: 'confirmation', code: 'password_confirm' };
  return null;
}

/** The field at which a refusal of the server is shown; null for above the form. */
export function fieldOfRefusal(code: string): keyof PasswordChange | null {
  if (code === 'invalid_id_and_pw' || code === 'current_password_wrong') return 'original';
  return code.startsWith('password_') ? 'pw' : null;
}
