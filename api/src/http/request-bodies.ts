import compress from '@fastify/compress';
import { isOpenToAnybody } from '@vigil/shared/contract/access';
import { Problem } from '@vigil/shared/contract/problems';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { createRateLimits } from './rate-limits.ts';

/** Bodies that could not be read, or were not. */
const refusals = new Set([400, 413, 415]);

const isCompressed = ({ headers }: FastifyRequest): boolean =>
  !['', 'identity'].includes(headers['content-encoding']?.trim().toLowerCase() ?? '');

/** A call with a body that nobody has to sign in for. Pages and the health of the process do not wait for Redis. */
const isOpen = ({ method, routeOptions: { config } }: FastifyRequest): boolean =>
  method !== 'GET' && method !== 'HEAD' && config.access !== undefined && isOpenToAnybody(config.access);

/**
 * Answers are compressed, bodies of requests are not: 45 bytes can become a body of the largest size, and its costs
 * come before all checks. Whoever sends many bodies that are refused, where no sign-in is needed, is refused before
 * they are read.
 */
export async function registerRequestBodyChecks(app: FastifyInstance, deps: Deps): Promise<void> {
  const limits = createRateLimits(deps);
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 2_048, globalDecompression: false });
  app.addHook('onRequest', async (request) => {
    if (isOpen(request)) await limits.assertLeft('refused-body', { address: request.ip });
    if (isCompressed(request)) throw new Problem('unsupported_encoding');
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    if (isOpen(request) && refusals.has(statusCode)) await limits.admits('refused-body', { address: request.ip });
  });
}
