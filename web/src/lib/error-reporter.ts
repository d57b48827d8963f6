import type { ClientError } from '@vigil/shared/contract/http/client-errors';
import { MAX_CLIENT_ERROR_BYTES } from '@vigil/shared/contract/limits';
import { redactSecrets } from '@vigil/shared/domain/redact-secrets';
import { isApiProblem } from './api-problem.ts';
import { ChunkTimeout } from './chunk-timeout.ts';
import { isChunkLoadError } from './new-version.ts';

/** An error in a loop must not fill the log of the installation. */
const MAX_REPORTS = { error: 20, sign_in: 10 };
const MAX_MESSAGE = 500;
const MAX_STACK = 2_500;

export interface ErrorReporter {
  /** An error that a boundary has caught, for which the screen shows only that something went wrong. */
  caught: (error: unknown) => void;
  signInFailed: () => void;
}

interface Surroundings {
  page: Pick<Window, 'addEventListener'>;
  /** The build of the client. */
  release: string;
  /** The pattern of the current route. */
  route: () => string;
  send: (error: ClientError) => Promise<unknown>;
}

/**
 * What users run into every day and is no fault of the client: no connection, a refusal, a new version, a call given
 * up.
 */
const isExpected = (error: unknown): boolean =>
  isApiProblem(error) ||
  isChunkLoadError(error) ||
  error instanceof ChunkTimeout ||
  (error instanceof DOMException && error.name === 'AbortError');

const sizeOf = (error: ClientError): number => new TextEncoder().encode(JSON.stringify(error)).length;

/** Reports unhandled errors and rejections of the page, each once, and those that are added (decision 120). */
export function createErrorReporter({ page, release, route, send }: Surroundings): ErrorReporter {
  const known = new Set<string>();
  // Each kind is counted by itself: many failed sign-ins on a page must not hide its errors.
  const reports = { error: 0, sign_in: 0 };

  const report = (what: ClientError): void => {
    if (++reports[what.kind] > MAX_REPORTS[what.kind]) return;
    // A report that fails is given up: another one about it would fail, too.
    send(what).catch(() => undefined);
  };

  const caught = (cause: unknown): void => {
    // Browsers report late layouts and errors of foreign scripts without an error.
    if (cause === undefined || cause === null || isExpected(cause)) return;
    const { message, stack = '' } =
      cause instanceof Error
        ? cause
        : new Error(typeof cause === 'string' ? cause : Object.prototype.toString.call(cause));
    const text = `${message}\n${stack}`;
    if (known.has(text)) return;
    known.add(text);
    const error = {
      kind: 'error' as const,
      release,
      route: route(),
      message: redactSecrets(message).slice(0, MAX_MESSAGE),
      stack: redactSecrets(stack).slice(0, MAX_STACK),
    };
    while (sizeOf(error) > MAX_CLIENT_ERROR_BYTES) error.stack = error.stack.slice(0, error.stack.length / 2);
    report(error);
  };

  page.addEventListener('error', ({ error }) => caught(error));
  page.addEventListener('unhandledrejection', ({ reason }) => caught(reason));
  return { caught, signInFailed: () => report({ kind: 'sign_in', release, route: route() }) };
}
