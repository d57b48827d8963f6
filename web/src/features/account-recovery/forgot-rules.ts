import type { ProblemCode } from '@vigil/shared/contract/problems';
import { isEmail, isLoginId } from '../../entities/credentials/sign-up-rules.ts';

/** The problem of an address for the search of an ID (spec 1 §5). */
export function emailProblem(email: string): ProblemCode | null {
  if (email.trim() === '') return 'emile_requirement';
  return isEmail(email) ? null : 'email-invalid';
}

/** The problem of an ID for a reset mail (spec 1 §5). */
export const idProblem = (id: string): ProblemCode | null => (isLoginId(id) ? null : 'invalid_id');
