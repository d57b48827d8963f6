import {
  Failure,
  successEnvelopeStatusSchema,
  type AnyEndpoint,
  type CallOf,
  type MetaOf,
  type ObjectsOf,
} from '@vigil/shared/contract/endpoint';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { hasApiTokenPrefix } from '@vigil/shared/platform/api-tokens';
import { connectDatabase, type SystemDatabase } from '@vigil/shared/platform/db/client';
import { createKeyRing, type KeyRing } from '@vigil/shared/platform/key-ring';
import { createLog, type Log } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { connectQueueRedis, openQueues } from '@vigil/shared/platform/queues';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { CHEAP_PASSWORDS } from '../../../tests/support/cheap-passwords.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { startRedis, type TestRedis } from '../../../tests/support/redis.ts';
import { createPublicApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { createAccessPolicies } from '../identity/sessions/access-policies.ts';
import { createOperatorsApp } from '../operators-app.ts';

/** A response, checked against the endpoint's declaration or the contract's shape of a failure. */
export interface Reply<E extends AnyEndpoint> {
  readonly status: number;
  /** `status` of the envelope: 200, or a word where the endpoint declares some. */
  readonly outcome?: number | string;
  readonly objects: ObjectsOf<E>;
  readonly meta: MetaOf<E>;
  readonly error: Failure['error'] | undefined;
}

export type Parts<E extends AnyEndpoint> = CallOf<E> & { headers?: Readonly<Record<string, string>> };

export interface TestApi extends AsyncDisposable {
  readonly app: FastifyInstance;
  /** What listens on the operator's address. */
  readonly operatorsApp: FastifyInstance;
  /** As the API has them, but for the role of the owner in the database, which sees all companies. */
  readonly deps: Deps & { readonly database: SystemDatabase };
  readonly redis: TestRedis;
  readonly database: TestDatabase;
  /** Puts the API's clock forward. Tokens and Redis go by the real one. */
  advance(ms: number): void;
  /** From now on the API's clock moves by `advance` only: for what depends on the very second. */
  stopClock(): void;
  /** The API's clock is the real one again. */
  resetClock(): void;
  /** Calls an endpoint with a token, or without one. */
  call: Caller;
  /** Starts another API over the same stores, as a second process would be, or over another database. */
  startSecond(other?: OtherDatabase): Promise<SecondApi>;
}

interface OtherDatabase {
  readonly database: TestDatabase;
  readonly keyRing: KeyRing;
}

/** Disposed with the first one, or before. */
interface SecondApi extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly call: Caller;
}

type Caller = <E extends AnyEndpoint>(token: string | null, endpoint: E, parts?: Parts<E>) => Promise<Reply<E>>;

/** The API in this process over stores of its own. `await using api = await startTestApi()` */
export async function startTestApi(
  env: Readonly<Record<string, string>> = {},
  log: Log = createLog('api', process.env['LOG_LEVEL'] ?? 'silent'),
): Promise<TestApi> {
  await using stack = new AsyncDisposableStack();
  const [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
  stack.use(database);
  stack.use(redis);
  let ahead = 0;
  let stoppedAt: number | undefined;
  const now = () => (stoppedAt ?? Date.now()) + ahead;
  const ownDatabase = stack.use(connectDatabase(database.url, 5));
  const ownRedis = stack.use(await connectRedis(redis.url, log));
  const deps: TestApi['deps'] = {
    config: readConfig({ DATABASE_URL: database.url, KEYS_FILE: 'none', RATE_LIMIT_FACTOR: '1000', ...env }),
    database: ownDatabase,
    redis: ownRedis,
    accessPolicies: stack.use(createAccessPolicies({ database: ownDatabase, redis: ownRedis, log, now })),
    queues: stack.use(openQueues(connectQueueRedis(redis.url, { cluster: false, log }))),
    keyRing: createKeyRing(),
    passwordCost: CHEAP_PASSWORDS,
    log,
    metrics: createMetrics('api'),
    now,
  };
  // The API itself has only the rights of its own role and user.
  const startApp = async (
    on: AsyncDisposableStack,
    { database: { urls } = database, ...own }: Partial<Pick<Deps, 'metrics'> & OtherDatabase> = {},
  ): Promise<FastifyInstance> => {
    const stores = {
      database: on.use(connectDatabase(urls.api, 5)),
      redis: on.use(await connectRedis(redis.urls.api, log)),
    };
    const started = await createPublicApp({
      ...deps,
      ...own,
      ...stores,
      accessPolicies: on.use(createAccessPolicies({ ...stores, log, now })),
      queues: on.use(openQueues(connectQueueRedis(redis.urls.api, { cluster: false, log }))),
    });
    on.defer(() => started.close());
    return started;
  };
  const app = await startApp(stack);
  const operatorsApp = await createOperatorsApp(deps);
  stack.defer(() => operatorsApp.close());
  await Promise.all([app.ready(), operatorsApp.ready()]);
  const held = stack.move();
  return {
    app,
    operatorsApp,
    deps,
    redis,
    database,
    advance: (ms) => void (ahead += ms),
    stopClock: () => void (stoppedAt ??= Date.now()),
    resetClock: () => {
      ahead = 0;
      stoppedAt = undefined;
    },
    call: (token, endpoint, parts = {}) => inject(app, token, { endpoint, parts }),
    async startSecond(other) {
      const own = held.use(new AsyncDisposableStack());
      const second = await startApp(own, { ...other, metrics: createMetrics('api') });
      return {
        app: second,
        call: (token, endpoint, parts = {}) => inject(second, token, { endpoint, parts }),
        [Symbol.asyncDispose]: () => own.disposeAsync(),
      };
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Any value as a part of an address; half a surrogate pair has no place in one. */
const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

/** The address of a call, as a client makes it. */
export function addressOf(endpoint: AnyEndpoint, { params, query }: CallOf<AnyEndpoint> = {}): string {
  const path = endpoint.path.replaceAll(/:(\w+)/gu, (_, name: string) =>
    encodeURIComponent(asText((params as Record<string, unknown> | undefined)?.[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) search.append(name.toWellFormed(), asText(value));
  return `${API_BASE}${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

/** API tokens have a header of their own, and wall screens their cookie. */
export function credentialOf(token: string | null): Record<string, string> {
  if (token === null) return {};
  if (token.startsWith('screen=')) return { cookie: token };
  return hasApiTokenPrefix(token) ? { authorization: `Bearer ${token}` } : { token };
}

async function inject<E extends AnyEndpoint>(
  app: FastifyInstance,
  token: string | null,
  { endpoint, parts }: { endpoint: E; parts: Parts<E> },
): Promise<Reply<E>> {
  const reply = await app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, parts),
    headers: { ...credentialOf(token), ...parts.headers },
    ...(parts.body === undefined ? {} : { payload: parts.body as object }),
  });
  const json: unknown = reply.json();
  if (reply.statusCode !== 200) {
    const { error } = Failure.parse(json);
    return { status: reply.statusCode, error, objects: undefined as never, meta: undefined as never };
  }
  const envelope = z.object({
    status: successEnvelopeStatusSchema(endpoint),
    objects: endpoint.objects,
    meta: endpoint.meta.optional(),
  });
  const { status: outcome, objects, meta } = envelope.parse(json);
  return { status: 200, outcome, objects, meta, error: undefined } as Reply<E>;
}
