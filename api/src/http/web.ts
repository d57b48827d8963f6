import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anyone } from '@vigil/shared/contract/access';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { sendNotFound } from './problems.ts';

const YEAR_S = 31_536_000;

/**
 * Whether a request is for a page of the client. A browser accepts text/html; a client that accepts any type (a monitor, a command
 * line) gets it too, unless the address is that of a file.
 */
function asksForPage({ method, headers: { accept = '*/*' }, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  if (!['GET', 'HEAD'].includes(method) || path.startsWith(API_BASE)) return false;
  return accept.includes('text/html') || (accept.includes('*/*') && extname(path) === '');
}

/** The built client: hashed files for a year, the page itself never from a cache; any other path is a route of it. */
export async function registerWeb(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder) {
    await app.register(async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, access: anyone };
      });
      await scope.register(fastifyStatic, {
        root: folder,
        index: false,
        cacheControl: false,
        // The build compresses each file once, with more effort than a request allows.
        preCompressed: true,
        setHeaders: (response, path) =>
          void response.header(
            'cache-control',
            path.includes('/assets/') ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
          ),
      });
    });
  }
  // Read on each request: after a new build of the client, the old page would refer to files that no longer exist.
  const sendPage = async (reply: FastifyReply, root: string) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await readFile(join(root, 'index.html'), 'utf8'));

  if (folder) app.get('/', { config: { access: anyone } }, async (_request, reply) => sendPage(reply, folder));
  app.setNotFoundHandler(async (request, reply) => {
    if (!folder || !asksForPage(request)) return sendNotFound(request, reply);
    return sendPage(reply, folder);
  });
}
