import type { EndpointOf } from '@vigil/shared/contract/declared-endpoints';
import type { CallOf, Failure, MetaOf, ObjectsOf, Success } from '@vigil/shared/contract/endpoint';
import { FRAME_AGE_HEADER } from '@vigil/shared/contract/frame-age';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import type { Route } from '@vigil/shared/contract/route';
import { ApiProblem, unreachableProblem } from './api-problem.ts';

/**
 * In place of a token: the session is in a cookie that no script can read, as that of a wall screen (decision 71). It
 * is sent with such calls only; all others carry no cookie.
 */
export const COOKIE_SESSION_TOKEN = 'cookie';

/** Spec 1 §9. */
const TIMEOUT_MS = 30_000;

export interface ApiReply<R extends Route> {
  objects: ObjectsOf<EndpointOf<R>>;
  meta: MetaOf<EndpointOf<R>>;
}

export type Call = <R extends Route>(
  route: R,
  input?: CallOf<EndpointOf<R>>,
  options?: CallOptions,
) => Promise<ApiReply<R>>;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** A token other than the session's: the half-token of an unfinished sign-in, or one just received. */
  token?: string | undefined;
  /** The proof of what is no session of the console, such as the key of a remote session. */
  authorization?: string | undefined;
  /** Sent instead of a body, for a call that takes a file. */
  form?: FormData | undefined;
  /** Sent instead of a body, for a call that takes a piece of a file. */
  bytes?: Blob | undefined;
  /** The call is made even if the page is closed meanwhile. */
  keepalive?: boolean | undefined;
}

/** The last frame of a device that the server has. */
export interface StoredFrame {
  bytes: Blob;
  /** How long ago the screen was last known to look like that. */
  ageMs: number;
}

export interface Api {
  call: Call;
  /** The stored frame of a device, or null when there is none. */
  frame: (guid: string, ext: string, signal?: AbortSignal) => Promise<StoredFrame | null>;
  /** A file that is made for those who are signed in, by its path below `API_BASE`. */
  file: (path: string) => Promise<Blob>;
  /** The text of a document of this server, by its path. */
  document: (path: string) => Promise<string>;
}

interface ApiNeeds {
  fetch: typeof fetch;
  token: () => string | null;
  language: () => string;
  /** The server refused the session; the reason of its end is empty when it is not known. */
  onSessionLost: (reason: string) => void;
  /** The company has more devices than its licences admit. */
  onLicenceGate: () => void;
  now: () => number;
}

const sessionCodes = new Set(['no_session', 'session_invalid']);

/** Calls endpoints as they are declared in the contract; failures are thrown as `ApiProblem`. */
export function createApi({ fetch, token, language, onSessionLost, onLicenceGate, now }: ApiNeeds): Api {
  const headers = (session = token()): Record<string, string> => {
    const credential = session && session !== COOKIE_SESSION_TOKEN ? { token: session } : {};
    return { accept: 'application/json', 'accept-language': language(), ...credential };
  };

  const send = async (
    url: string,
    init: RequestInit,
    { signal, session = token() }: { signal?: AbortSignal | undefined; session?: string | null | undefined } = {},
  ): Promise<Response> => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
      // The session is a header; a request that carries no cookie cannot be confused with one of another site.
      const credentials = session === COOKIE_SESSION_TOKEN ? 'same-origin' : 'omit';
      return await fetch(url, { ...init, credentials, signal: ends });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw unreachableProblem(timeout.aborted ? 'timeout' : 'network', cause);
    }
  };

  const call = async (route: Route, input: AnyInput = {}, options: CallOptions = {}): Promise<unknown> => {
    const text = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
    const raw = options.form ?? options.bytes;
    const body = raw ? { body: raw } : text;
    const type = options.bytes ? octets : input.body ? jsonBody : {};
    const { keepalive = false, authorization } = options;
    const proof = authorization === undefined ? {} : { authorization };
    const asked = token();
    const response = await send(
      urlOf(route, input),
      {
        method: route.method,
        headers: { ...headers(options.token), ...type, ...proof },
        keepalive,
        ...body,
      },
      { signal: options.signal, session: options.token },
    );
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) {
      const { objects, meta } = answer as Success<unknown, unknown>;
      return { objects, meta: meta ?? {} };
    }
    const problem = problemOf(response, answer);
    // The answer may belong to an earlier session.
    if (sessionCodes.has(problem.code) && options.token === undefined && asked !== null && asked === token())
      onSessionLost(typeof problem.detail === 'string' ? problem.detail : '');
    if (problem.code === 'licence_gate') onLicenceGate();
    throw problem;
  };

  const frame: Api['frame'] = async (guid, ext, signal) => {
    const response = await send(`/liveview/${guid}.${ext}?t=${now()}`, { headers: headers() }, { signal });
    if (response.status === 404) return null;
    const age = response.headers.get(FRAME_AGE_HEADER);
    if (!response.ok || age === null) throw problemOf(response, await response.json().catch(() => null));
    return { bytes: await response.blob(), ageMs: Number(age) };
  };

  const file: Api['file'] = async (path) => {
    const response = await send(`${API_BASE}${path}`, { headers: headers() });
    if (response.ok) return response.blob();
    throw problemOf(response, await response.json().catch(() => null));
  };

  const document: Api['document'] = async (path) => {
    const response = await send(path, {});
    if (response.ok) return response.text();
    throw problemOf(response, await response.json().catch(() => null));
  };

  return { call: call as Call, frame, file, document };
}

/**
 * Wraps the API client for one session: when the session has ended, pending calls are aborted and no further call is
 * made.
 */
export function abortWithSession(api: Api, ended: AbortSignal): Api {
  const during = (signal: AbortSignal | undefined): AbortSignal =>
    signal === undefined ? ended : AbortSignal.any([signal, ended]);
  return {
    ...api,
    call: (endpoint, input, options = {}) =>
      // A call with `keepalive` outlives its page, and so the session.
      api.call(endpoint, input, options.keepalive ? options : { ...options, signal: during(options.signal) }),
    frame: (guid, ext, signal) => api.frame(guid, ext, during(signal)),
  };
}

const jsonBody = { 'content-type': 'application/json' };
const octets = { 'content-type': 'application/octet-stream' };

/** Of any endpoint; `Call` tells which. */
interface AnyInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

function urlOf(route: Route, input: AnyInput): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(
    (input.query ?? {}) as Record<string, string | number | null | undefined>,
  )) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return `${API_BASE}${path}${text ? `?${text}` : ''}`;
}

function problemOf({ status, headers }: Response, answer: unknown): ApiProblem {
  const retryAfter = secondsOf(headers.get('retry-after'));
  if (isFailure(answer)) return new ApiProblem(status, answer.error, { retryAfter });
  return new ApiProblem(status, { code: status >= 502 ? 'unavailable' : 'internal', message: '' }, { retryAfter });
}

/** The envelope of our servers; a proxy answers with something else. */
const isFailure = (answer: unknown): answer is Failure =>
  typeof (answer as Partial<Failure> | null)?.error?.code === 'string';

/** Our servers send a number of seconds; the date format that a proxy may send is ignored. */
const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d+$/u.test(header) ? Number(header) : undefined;
