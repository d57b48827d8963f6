import { randomUUID } from 'node:crypto';
import type { Failure } from '@vigil/shared/contract/endpoint';
import { languages, type Language } from '@vigil/shared/contract/languages';
import { problems, Problem } from '@vigil/shared/contract/problems';
import { isConnectionLost } from '@vigil/shared/platform/db/pool';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

const DEFAULT_LANGUAGE: Language = 'en';

/** The supported language that Accept-Language prefers; the default is first, for requests that accept any. */
export const languageOfAcceptHeader = (request: FastifyRequest): Language =>
  (new Negotiator(request).language([DEFAULT_LANGUAGE, ...languages]) as Language | undefined) ?? DEFAULT_LANGUAGE;

/**
 * The Redis client reports a lost connection, and the server that it takes no writes now, only in the text of errors.
 */
function isRedisDown(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return (
    /client is (closed|offline)|Socket closed|^(LOADING|MASTERDOWN|READONLY|MISCONF|CLUSTERDOWN) /i.test(
      cause.message,
    ) || isRedisDown(cause.cause)
  );
}

/** Redis reached its memory limit, and evicts nothing. */
const isRedisFull = (cause: unknown): boolean =>
  cause instanceof Error && (/^OOM |\bOOM command not allowed\b/u.test(cause.message) || isRedisFull(cause.cause));

/** The store that is out of reach, so that the request may be repeated, for who reports it to the operator. */
function unreachableStoreOf(cause: unknown): 'postgres' | 'redis' | undefined {
  if (isRedisDown(cause)) return 'redis';
  return isConnectionLost(cause) ? 'postgres' : undefined;
}

/** Turns any error into a coded problem; an unexpected one becomes `internal`. */
export function problemOf(error: FastifyError | Error): Problem {
  if (error instanceof Problem) return error;
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status === 413) return new Problem('too_large', { cause: error });
  if (status === 429) return new Problem('too_many_requests', { cause: error });
  if (status >= 400 && status < 500) return new Problem('malformed', { cause: error });
  if (isRedisFull(error)) return new Problem('store_full', { cause: error });
  const detail = unreachableStoreOf(error);
  return detail ? new Problem('unavailable', { cause: error, detail }) : new Problem('internal', { cause: error });
}

/**
 * An unexpected failure has a line of its own, which its ID finds. What every request meets while a store is away, or
 * the server busy, is one line a minute.
 */
function logProblem(problem: Problem, request: FastifyRequest, id: string | undefined): void {
  const about = { err: problem.detail.cause, problem: problem.code };
  if (problem.status < 500) request.log.debug(about, 'request refused');
  else if (id !== undefined) request.log.error({ ...about, id }, 'request failed');
  else {
    const cause = problem.detail.cause ?? problem;
    warnOfRepeatedFailure(request.server.log, { cause, problem: problem.code, severity: 'error' }, 'request failed');
  }
}

export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): void {
  const { field, reason, detail, retryAfter } = problem.detail;
  const id = problem.code === 'internal' ? randomUUID() : undefined;
  logProblem(problem, request, id);
  if (retryAfter !== undefined) void reply.header('retry-after', String(Math.ceil(retryAfter)));
  const failure: Failure = {
    status: problem.status,
    error: {
      code: problem.code,
      message: problems[problem.code][languageOfAcceptHeader(request)],
      ...(field === undefined ? {} : { field }),
      ...(reason === undefined ? {} : { reason }),
      ...(id === undefined ? (detail === undefined ? {} : { detail }) : { detail: id }),
    },
  };
  void reply.status(problem.status).send(failure);
}

/** Beyond this many bytes a body that is too large is not read to its end. */
const DRAINED_BYTES = 64 * 1_048_576;

/**
 * Fastify closes the connection after a body that is too large. A client or a reverse proxy that is still sending it
 * would see a reset instead of the answer, so that Node reads the rest and throws it away.
 */
function keepOpen(request: FastifyRequest, reply: FastifyReply): void {
  if (Number(request.headers['content-length']) <= DRAINED_BYTES) void reply.removeHeader('connection');
}

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = problemOf(error);
    if (problem.status === 413) keepOpen(request, reply);
    sendProblem(problem, request, reply);
  });
}

export const sendNotFound = (request: FastifyRequest, reply: FastifyReply): void =>
  sendProblem(new Problem('not_found'), request, reply);
