import { Readable } from 'node:stream';
import { noApiTokens, type EndpointAccess, type TokenAdmission } from '@vigil/shared/contract/access';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { AnyEndpoint, BodyOf, MetaOf, ObjectsOf, ParamsOf, QueryOf } from '@vigil/shared/contract/endpoint';
import type { CompanyPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { isStorable } from '@vigil/shared/domain/storable';
import { commitChange, type ChangeStores, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { CompanyLookup } from '@vigil/shared/platform/db/company-lookups';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller } from '../identity/sessions/caller.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route; a route without it stops the start. */
    access?: EndpointAccess;
    /** Which API tokens it admits; none by default. */
    tokens?: TokenAdmission;
    /** Whether a session by invitation may call it; not by default. */
    guests?: boolean;
    /** Whether a wall screen may call it; not by default. */
    wallScreens?: boolean;
    endpoint?: AnyEndpoint;
  }
}

/** The arguments of a handler: parsed input and, unless the endpoint is public, the caller. */
export interface Call<E extends AnyEndpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: E['access'] extends { kind: 'public' | 'agent-proof' } ? undefined : Caller;
  readonly request: FastifyRequest;
}

/** `status` only for an endpoint that declares words for it. */
type Answer<E extends AnyEndpoint> = {
  status?: string;
  objects: ObjectsOf<E>;
  meta?: MetaOf<E>;
  /** Of the response, such as a cookie. */
  headers?: Readonly<Record<string, string>>;
};
/** The same with objects that are JSON already, in pieces. */
type SerialisedAnswer<E extends AnyEndpoint> = { json: readonly Buffer[]; meta: MetaOf<E> };
export type Handler<E extends AnyEndpoint> = (call: Call<E>) => Promise<Answer<E> | SerialisedAnswer<E>>;

/** Whose rows a change writes; null for what belongs to no company. */
type Whose = CompanyPk | CompanyLookup | null;

/** A writing endpoint as data. */
interface Change<E extends AnyEndpoint, Prepared, Value> {
  /** What runs before the transaction: checks of the call alone, hashes, limits, Redis, files. */
  readonly prepare?: (call: Call<E>) => Prepared | Promise<Prepared>;
  /** Whose rows it writes, where they are not those of the caller's company. */
  readonly whose?: (call: Call<E>, prepared: Prepared) => Whose;
  /** The business, in one transaction. It runs again after a deadlock, so that it changes nothing but rows. */
  readonly rule: (tx: ChangeTx, call: Call<E>, prepared: Prepared) => Promise<Value>;
}

/** What runs after the commit. Without it, the rule returns the objects. */
type Reply<E extends AnyEndpoint, Prepared, Value> = (
  value: Value,
  call: Call<E>,
  prepared: Prepared,
) => Answer<E> | Promise<Answer<E>>;

interface VariantWithReply<E extends AnyEndpoint, Value> {
  rule(tx: ChangeTx): Promise<Value>;
  /** What runs after the commit. */
  reply(value: Value): Answer<E> | Promise<Answer<E>>;
}

/**
 * One of the changes that the calls of an endpoint make, prepared for one call. Its rule is the business, in one
 * transaction of the caller's company. It runs again after a deadlock, so that it changes nothing but rows. Without a
 * reply it returns the objects.
 */
export type Variant<E extends AnyEndpoint> =
  | { readonly rule: (tx: ChangeTx) => Promise<ObjectsOf<E>>; readonly reply?: undefined }
  | VariantWithReply<E, unknown>;

/** Types a variant whose reply takes what its rule returns. */
export const variant = <E extends AnyEndpoint, Value>(declared: VariantWithReply<E, Value>): Variant<E> => declared;

interface Options {
  /** Its rule refuses the rows with texts that cannot be stored, instead of all of them. */
  readonly refusesUnstorableRows?: boolean;
}

/** From here on, a body is sent in pieces: as a whole it would take long to copy. */
const LARGE_BYTES = 1_000_000;

/** The envelope as a body. */
function bodyOf({ json, meta }: SerialisedAnswer<AnyEndpoint>): Buffer | Readable {
  const pieces = [Buffer.from('{"status":200,"objects":'), ...json, Buffer.from(`,"meta":${JSON.stringify(meta)}}`)];
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  return size < LARGE_BYTES ? Buffer.concat(pieces, size) : Readable.from(pieces, { objectMode: false });
}

/** Without a caller, nothing says whose rows a change writes. */
function assertCaller({ access, method, path }: AnyEndpoint): void {
  if (access.kind !== 'login' && access.kind !== 'needs')
    throw new Error(`${method} ${path} has no caller, and does not say whose rows it writes`);
}

/** Registers the handlers of declared endpoints: parse, check access, call, wrap. */
export function createRouteRegistry(app: FastifyInstance, stores: ChangeStores) {
  const registered: AnyEndpoint[] = [];

  function register<E extends AnyEndpoint>(
    endpoint: E,
    handler: Handler<E>,
    { refusesUnstorableRows = false }: Options = {},
  ): void {
    registered.push(endpoint);
    const { audits } = endpoint;
    const declared = new Set('none' in audits ? [] : audits.map((action) => auditCode[action]));
    app.route({
      method: endpoint.method,
      url: `${API_BASE}${endpoint.path}`,
      config: {
        access: endpoint.access,
        tokens: endpoint.tokens ?? noApiTokens,
        guests: endpoint.guests,
        wallScreens: endpoint.wallScreens,
        endpoint,
      },
      bodyLimit: endpoint.bodyLimit,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const answer = await handler({
          params: parse(endpoint.params, request.params, 'params'),
          query: parse(endpoint.query, request.query, 'query'),
          body: parse(endpoint.body, request.body ?? undefined, refusesUnstorableRows ? 'rows' : 'body'),
          caller: request.caller && { ...request.caller, declared },
          request,
        } as Call<E>);
        if ('json' in answer) return reply.type('application/json; charset=utf-8').send(bodyOf(answer));
        const { headers, ...envelope } = answer;
        if (headers) void reply.headers(headers);
        return reply.send({ status: 200, ...envelope });
      },
    });
  }

  function change<E extends AnyEndpoint, Prepared = undefined>(
    endpoint: E,
    declared: Change<E, Prepared, ObjectsOf<E>> & { readonly reply?: undefined },
  ): void;
  function change<E extends AnyEndpoint, Value, Prepared = undefined>(
    endpoint: E,
    declared: Change<E, Prepared, Value> & { readonly reply: Reply<E, Prepared, Value> },
  ): void;
  function change<E extends AnyEndpoint, Value, Prepared>(
    endpoint: E,
    declared: Change<E, Prepared, Value> & { readonly reply?: Reply<E, Prepared, Value> | undefined },
  ): void {
    const { prepare, whose, rule, reply = (value: Value) => ({ objects: value as ObjectsOf<E> }) } = declared;
    if (!whose) assertCaller(endpoint);
    const handler: Handler<E> = async (call) => {
      const prepared = (await prepare?.(call)) as Prepared;
      const owner = whose ? whose(call, prepared) : (call.caller as Caller).company;
      const value = await commitChange(stores, owner, (tx) => rule(tx, call, prepared));
      return reply(value, call, prepared);
    };
    register(endpoint, handler);
  }

  /**
   * An endpoint whose calls make different changes, by `commitChange`: `choose` prepares a call, and returns the change
   * that it makes.
   */
  function changeByVariant<E extends AnyEndpoint>(
    endpoint: E,
    choose: (call: Call<E>) => Variant<E> | Promise<Variant<E>>,
  ): void {
    assertCaller(endpoint);
    const handler: Handler<E> = async (call) => {
      const chosen = await choose(call);
      const { company } = call.caller as Caller;
      if (chosen.reply) return chosen.reply(await commitChange(stores, company, (tx) => chosen.rule(tx)));
      return { objects: await commitChange(stores, company, chosen.rule) };
    };
    register(endpoint, handler);
  }

  return {
    registered,
    /**
     * An endpoint that reads. Those that write, and are no `change`, have a reason in `infra/lint/write-path.test.ts`.
     */
    on<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>, options?: Options): void {
      register(endpoint, handler, options);
    },
    /** An endpoint that writes, by `commitChange`. */
    change,
    changeByVariant,
  };
}

export type RouteRegistry = ReturnType<typeof createRouteRegistry>;

function parse(schema: z.ZodType, value: unknown, part: 'params' | 'query' | 'body' | 'rows'): unknown {
  if (part !== 'rows' && !isStorable(value)) throw new Problem('malformed', { field: part, detail: 'not storable' });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = part === 'rows' ? 'body' : part;
  throw new Problem('malformed', { field: [name, ...(issue?.path ?? [])].join('.'), detail: issue?.message ?? '' });
}
