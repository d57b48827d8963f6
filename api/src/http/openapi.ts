import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { publicAccess, type EndpointAccess, type TokenAdmission } from '@vigil/shared/contract/access';
import { Failure, successEnvelopeStatusSchema, type AnyEndpoint } from '@vigil/shared/contract/endpoint';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { createSchemaDefinitionCollector } from './openapi-definitions.ts';

type Io = 'input' | 'output';
type SchemaOf = (schema: z.ZodType, io: Io) => Record<string, unknown>;

function parametersOf(schemaOf: SchemaOf, schema: z.ZodType, where: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

const describeAccess = (access: EndpointAccess): string =>
  access.kind === 'needs' ? `needs ${access.needs.map((need) => JSON.stringify(need)).join(' and ')}` : access.kind;

const isPublic = ({ access }: AnyEndpoint): boolean => access.kind === 'public' || access.kind === 'agent-proof';

/** How a call is authorised; the array of a bearer token names its scope, as OpenAPI 3.1 has it for roles. */
function securityOf(endpoint: AnyEndpoint): object[] {
  if (isPublic(endpoint)) return [];
  const { tokens } = endpoint;
  const byToken = tokens === undefined || tokens === 'refused' ? [] : [{ api_token: [tokens.scope] }];
  const byNone = endpoint.access.kind === 'optional' ? [{}] : [];
  return [{ token: [] }, ...byToken, ...byNone];
}

function describeTokens(tokens: TokenAdmission | undefined): string {
  if (tokens === undefined || tokens === 'refused') return 'none';
  return `scope ${tokens.scope}${tokens.inGroups ? '' : ', without a limit to groups'}`;
}

const hasNoBody = ({ method }: AnyEndpoint): boolean => method === 'GET' || method === 'DELETE';

const describe = (endpoint: AnyEndpoint): string =>
  [
    `Access: ${describeAccess(endpoint.access)}`,
    ...(hasNoBody(endpoint) ? [] : [`Body: at most ${endpoint.bodyLimit} bytes, not compressed`]),
    ...(isPublic(endpoint) ? [] : [`API tokens: ${describeTokens(endpoint.tokens)}`]),
  ].join('\n\n');

/** Undefined for a call without a body: an empty schema would require a body of any shape. */
function requestBodyOf(schemaOf: SchemaOf, endpoint: AnyEndpoint): object {
  if (hasNoBody(endpoint)) return {};
  const { body, form } = endpoint;
  const schema = schemaOf(form ?? body, 'input');
  if (Object.keys(schema).length === 0) return {};
  const type = form ? 'multipart/form-data' : 'application/json';
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

function operationOf(schemaOf: SchemaOf, endpoint: AnyEndpoint): object {
  const objects = endpoint.forms ? z.union([endpoint.objects, ...Object.values(endpoint.forms)]) : endpoint.objects;
  const success = z.object({ status: successEnvelopeStatusSchema(endpoint), objects, meta: endpoint.meta.optional() });
  const [, tag = ''] = endpoint.path.split('/');
  return {
    summary: endpoint.summary,
    description: describe(endpoint),
    tags: [tag],
    parameters: [
      ...parametersOf(schemaOf, endpoint.params, 'path'),
      ...parametersOf(schemaOf, endpoint.query, 'query'),
    ],
    ...requestBodyOf(schemaOf, endpoint),
    security: securityOf(endpoint),
    responses: {
      200: { description: 'Success', content: { 'application/json': { schema: schemaOf(success, 'output') } } },
      default: { description: 'Failure', content: { 'application/json': { schema: schemaOf(Failure, 'output') } } },
    },
  };
}

const securitySchemes = {
  token: { type: 'apiKey', in: 'header', name: 'token', description: 'The token of a session, from POST /login.' },
  api_token: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token (vgl_…), with the scope that the call names.',
  },
} as const;

function describeOperations(endpoints: readonly AnyEndpoint[]) {
  const paths: Record<string, Record<string, object>> = {};
  const { schemas, hoist } = createSchemaDefinitionCollector();
  const schemaOf: SchemaOf = (schema, io) => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    return hoist(rest);
  };
  for (const endpoint of endpoints) {
    const path = `${API_BASE}${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operationOf(schemaOf, endpoint);
  }
  return { paths, components: { securitySchemes, schemas } };
}

/**
 * The OpenAPI document of the declared endpoints; nothing in it is written by hand. Its operations are described when
 * they are first asked for: describing them takes a quarter of a second, and most servers are never asked.
 */
function describeEndpoints(endpoints: readonly AnyEndpoint[]): object {
  let described: ReturnType<typeof describeOperations> | undefined;
  const operations = () => (described ??= describeOperations(endpoints));
  return {
    openapi: '3.1.0',
    info: { title: 'Vigil', version: '1.0', description: 'Remote-controlled devices, in real time.' },
    get components() {
      return operations().components;
    },
    get paths() {
      return operations().paths;
    },
  };
}

/** Serves the document and a page to read and try it. */
export async function registerOpenApi(app: FastifyInstance, endpoints: readonly AnyEndpoint[]): Promise<void> {
  const document = describeEndpoints(endpoints);
  app.get(`${API_BASE}/openapi.json`, { config: { access: publicAccess } }, async () => document);
  await app.register(async (scope) => {
    // The library registers routes of its own, which cannot declare their access.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: publicAccess };
    });
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } });
    await scope.register(swaggerUi, { routePrefix: '/docs' });
  });
}
