import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionOnly, type Access, type TokenUse } from '@vigil/shared/contract/access';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { AnyEndpoint, BodyOf, MetaOf, ObjectsOf, ParamsOf, QueryOf } from '@vigil/shared/contract/endpoint';
import { Problem } from '@vigil/shared/contract/problems';
import { isStorable } from '@vigil/shared/domain/storable';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import type { z } from 'zod';
import type { Caller } from '../session/caller.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route; a route without it stops the start. */
    access?: Access;
    /** Which API tokens it admits; none by default. */
    tokens?: TokenUse;
    /** Whether a session by invitation may call it; not by default. */
    guests?: boolean;
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
type Answer<E extends AnyEndpoint> = { status?: string; objects: ObjectsOf<E>; meta?: MetaOf<E> };
/** The same with objects that are JSON already, in pieces. */
type SerialisedAnswer<E extends AnyEndpoint> = { json: readonly Buffer[]; meta: MetaOf<E> };
export type Handler<E extends AnyEndpoint> = (call: Call<E>) => Promise<Answer<E> | SerialisedAnswer<E>>;

/** From here on, a body is sent in pieces: as a whole it would take long to copy. */
const LARGE_BYTES = 1_000_000;

/** The envelope as a body. */
function bodyOf({ json, meta }: SerialisedAnswer<AnyEndpoint>): Buffer | Readable {
  const pieces = [Buffer.from('{"status":200,"objects":'), ...json, Buffer.from(`,"meta":${JSON.stringify(meta)}}`)];
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  return size < LARGE_BYTES ? Buffer.concat(pieces, size) : Readable.from(pieces, { objectMode: false });
}

/** Registers the handler of a declared endpoint: parse, check access, call, wrap. */
export function createRoutes(app: FastifyInstance) {
  const registered: AnyEndpoint[] = [];
  return {
    registered,
    /** @param bodyLimit in bytes, where it is not that of all endpoints */
    on<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>, { bodyLimit }: { bodyLimit?: number } = {}): void {
      registered.push(endpoint);
      const { audits } = endpoint;
      const declared = new Set('none' in audits ? [] : audits.map((action) => auditCode[action]));
      app.route({
        method: endpoint.method,
        url: `${API_BASE}${endpoint.path}`,
        config: { access: endpoint.access, tokens: endpoint.tokens ?? sessionOnly, guests: endpoint.guests, endpoint },
        ...(bodyLimit === undefined ? {} : { bodyLimit }),
        handler: async (request: FastifyRequest, reply: FastifyReply) => {
          const answer = await handler({
            params: parse(endpoint.params, request.params, 'params'),
            query: parse(endpoint.query, request.query, 'query'),
            body: parse(endpoint.body, request.body ?? undefined, 'body'),
            caller: request.caller && { ...request.caller, declared },
            request,
          } as Call<E>);
          if ('json' in answer) return reply.type('application/json; charset=utf-8').send(bodyOf(answer));
          return reply.send({ status: 200, ...answer });
        },
      });
    },
  };
}

export type Routes = ReturnType<typeof createRoutes>;

function parse(schema: z.ZodType, value: unknown, part: string): unknown {
  if (!isStorable(value)) throw new Problem('malformed', { field: part, detail: 'not storable' });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Problem('malformed', { field: [part, ...(issue?.path ?? [])].join('.'), detail: issue?.message ?? '' });
}
