import type { Failure } from '@vigil/shared/contract/endpoint';
import type { Language } from '@vigil/shared/contract/languages';
import { problems, type ProblemCode } from '@vigil/shared/contract/problems';

/** Codes of the client, for calls without an answer of the server. */
export type ClientCode = 'network' | 'timeout';

interface ProblemOrigin {
  cause?: unknown;
  retryAfter?: number | undefined;
}

/** A failed call, with the code and the message of the server, or with a client code when there was no answer. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly reason: string | undefined;
  readonly detail: string | number | undefined;
  readonly field: string | undefined;
  /** Seconds until the same call may succeed, if the server said so. */
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

  /** There was no answer, so the same call may succeed once the connection is back. */
  get isUnreachable(): boolean {
    return this.status === 0 || this.status >= 502;
  }
}

export const unreachableProblem = (code: ClientCode, cause: unknown): ApiProblem =>
  new ApiProblem(0, { code, message: code }, { cause });

/** A refusal inside a successful answer, as the error of a refused call. */
export const apiProblemOf = (code: ProblemCode, language: Language): ApiProblem =>
  new ApiProblem(problems[code].status, { code, message: problems[code][language] });

export const isApiProblem = (error: unknown): error is ApiProblem => error instanceof ApiProblem;
