import { Failure, type AnyEndpoint, type CallOf, type MetaOf, type ObjectsOf } from '@vigil/shared/contract/endpoint';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { scaledTimeout } from './scaled-timeout.ts';

/** The error of a failed call: its HTTP status and its envelope. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly status: number;
  readonly error: Failure['error'];

  constructor(status: number, error: Failure['error']) {
    super(`${status} ${error.code}: ${error.message}`);
    this.status = status;
    this.error = error;
  }
}

export type Client = {
  readonly url: string;
  readonly token: string | undefined;
  /**
   * Calls an endpoint and checks the reply against its declaration.
   * @throws CallFailed for any failure in the contract's shape
   */
  call<E extends AnyEndpoint>(endpoint: E, parts?: CallOf<E>): Promise<{ objects: ObjectsOf<E>; meta: MetaOf<E> }>;
  /** The same without validation, for invalid requests. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
};

const TIMEOUT_MS = scaledTimeout(90_000);

export function connectClient(url: string, token?: string): Client {
  const fetchPath: Client['fetch'] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (token !== undefined && !headers.has('token')) headers.set('token', token);
    return fetch(`${url}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS), ...init, headers });
  };
  return {
    url,
    token,
    fetch: fetchPath,
    async call(endpoint, parts = {}) {
      const reply = await fetchPath(addressOf(endpoint, parts), {
        method: endpoint.method,
        ...(parts.body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(parts.body),
        }),
      });
      const payload: unknown = await reply.json();
      if (!reply.ok) {
        const { status, error } = Failure.parse(payload);
        throw new CallFailed(status, error);
      }
      const { objects, meta } = payload as { objects?: unknown; meta?: unknown };
      return { objects: endpoint.objects.parse(objects), meta: endpoint.meta.parse(meta ?? {}) } as never;
    },
  };
}

function addressOf<E extends AnyEndpoint>(endpoint: E, { params, query }: CallOf<E>): string {
  const given = new Map(Object.entries<unknown>(params ?? {}));
  const path = endpoint.path.replaceAll(/:(\w+)/gu, (_, name: string) => encodeURIComponent(textOf(given.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>(query ?? {})) {
    if (value !== undefined) search.set(name, textOf(value));
  }
  return `${API_BASE}${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
