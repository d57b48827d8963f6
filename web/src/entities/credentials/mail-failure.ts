import type { Language } from '@vigil/shared/contract/languages';
import { isApiProblem, apiProblemOf } from '../../lib/api-problem.ts';

/**
 * A mail that could not be asked for, because the call failed or there were too many, in one text; what was typed wrong
 * in its own (decision 102).
 */
export const mailRequestError = (error: unknown, language: Language): Error =>
  isApiProblem(error) && error.code === 'invalid_id' ? error : apiProblemOf('email_send_fail', language);
