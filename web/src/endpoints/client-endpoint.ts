import type { AnyEndpoint } from '@vigil/shared/contract/endpoint';

/**
 * An endpoint as the client knows it. Its declaration, with the schemas, stays on the servers, which do not trust the
 * client anyway: schemas in the browser would cost a sixth of the first page. A method, a path or the wrong one of
 * `endpoint` and `endpointOpenToGuests` does not compile.
 */
export interface ClientEndpoint<E extends AnyEndpoint> {
  readonly method: E['method'];
  readonly path: E['path'];
  /** Whether a session by invitation may call it. */
  readonly guests: boolean;
  /** For the compiler only: what goes in and what comes out. */
  readonly declaration?: E;
}

export const endpoint = <E extends AnyEndpoint & { guests: false }>(
  method: E['method'],
  path: E['path'],
): ClientEndpoint<E> => ({
  method,
  path,
  guests: false,
});

export const endpointOpenToGuests = <E extends AnyEndpoint & { guests: true }>(
  method: E['method'],
  path: E['path'],
): ClientEndpoint<E> => ({
  method,
  path,
  guests: true,
});
