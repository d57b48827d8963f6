import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { anyone, type Access } from '@vigil/shared/contract/access';
import { Failure, type AnyEndpoint } from '@vigil/shared/contract/endpoint';
import { API_BASE } from '@vigil/shared/contract/protocol-version';

type Io = 'input' | 'output';
const schemaOf = (schema: z.ZodType, io: Io) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

function parametersOf(schema: z.ZodType, where: 'path' | 'query'): object[] {
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

const describeAccess = (access: Access): string =>
  access.kind === 'needs' ? `needs ${access.needs.map((need) => JSON.stringify(need)).join(' and ')}` : access.kind;

/** Undefined for a call without a body: an empty schema would require a body of any shape. */
function requestBodyOf({ method, body, form }: AnyEndpoint): object {
  if (method === 'GET' || method === 'DELETE') return {};
  const schema = schemaOf(form ?? body, 'input');
  if (Object.keys(schema).length === 0) return {};
  const type = form ? 'multipart/form-data' : 'application/json';
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

function operationOf(endpoint: AnyEndpoint): object {
  const success = z.object({ status: z.literal(200), objects: endpoint.objects, meta: endpoint.meta.optional() });
  const [, tag = ''] = endpoint.path.split('/');
  return {
    summary: endpoint.summary,
    description: `Access: ${describeAccess(endpoint.access)}`,
    tags: [tag],
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...requestBodyOf(endpoint),
    security: endpoint.access.kind === 'public' ? [] : [{ token: [] }],
    responses: {
      200: { description: 'Success', content: { 'application/json': { schema: schemaOf(success, 'output') } } },
      default: { description: 'Failure', content: { 'application/json': { schema: schemaOf(Failure, 'output') } } },
    },
  };
}

/** The OpenAPI document of the declared endpoints; nothing in it is written by hand. */
function describeEndpoints(endpoints: readonly AnyEndpoint[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = `${API_BASE}${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vigil', version: '1.0', description: 'Remote-controlled devices, in real time.' },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } } },
    paths,
  };
}

/** Serves the document and a page to read and try it. */
export async function registerOpenApi(app: FastifyInstance, endpoints: readonly AnyEndpoint[]): Promise<void> {
  const document = describeEndpoints(endpoints);
  app.get(`${API_BASE}/openapi.json`, { config: { access: anyone } }, async () => document);
  await app.register(async (scope) => {
    // The library registers routes of its own, which cannot declare their access.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: anyone };
    });
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } });
    await scope.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
  });
}
