import type { ProblemCode } from '@vigil/shared/contract/problems';
import { isEmail, isLoginId } from '../../entities/session/sign-up-rules.ts';

/** What is wrong with an address that an ID is looked up by (spec 1 §5). */
export function emailProblem(email: string): ProblemCode | null {
  if (email.trim() === '') return 'emile_requirement';
  return isEmail(email) ? null : 'email-invalid';
}

/** What is wrong with an ID that a reset mail is sent for (spec 1 §5). */
export const idProblem = (id: string): ProblemCode | null => (isLoginId(id) ? null : 'invalid_id');
