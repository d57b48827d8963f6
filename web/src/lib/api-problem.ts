import type { Failure } from '@vigil/shared/contract/endpoint';
import { problems, type ProblemCode } from '@vigil/shared/contract/problems';
import { textOfProblem, type Language } from '@vigil/shared/contract/problem-texts';

/** What cannot be reached has no code of the server's; these two are the client's own. */
export type ClientCode = 'network' | 'timeout';

interface ProblemOrigin {
  cause?: unknown;
  retryAfter?: number | undefined;
}

/** A call that did not succeed: the server's code and words, or the client's when no answer came. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly reason: string | undefined;
  readonly detail: string | number | undefined;
  readonly field: string | undefined;
  /** Seconds until the same call may succeed, when the server said so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, error: Failure['error'], { cause, retryAfter }: ProblemOrigin = {}) {
    super(error.message, cause === undefined ? {} : { cause });
    this.retryAfter = retryAfter;
    this.status = status;
    this.code = error.code;
    this.reason = error.reason;
    this.detail = error.detail;
    this.field = error.field;
  }

  /** No answer came, so the same call may work once the connection is back. */
  get isUnreachable(): boolean {
    return this.status === 0 || this.status >= 502;
  }
}

export const unreachable = (code: ClientCode, cause: unknown): ApiProblem =>
  new ApiProblem(0, { code, message: code }, { cause });

/** A refusal that came inside an answer, as if the server had refused the call. */
export const refusal = (code: ProblemCode, language: Language): ApiProblem =>
  new ApiProblem(problems[code].status, { code, message: textOfProblem(code, language) });

export const isApiProblem = (error: unknown): error is ApiProblem => error instanceof ApiProblem;
