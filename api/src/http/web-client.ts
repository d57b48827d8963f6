import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { publicAccess } from '@vigil/shared/contract/access';
import { languages } from '@vigil/shared/contract/languages';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from './problems.ts';

const YEAR_S = 31_536_000;

/**
 * Whether a request is for a page of the client. A browser accepts text/html; a client that accepts any type (a
 * monitor, a command line) gets it too, unless the address is that of a file.
 */
function asksForPage({ method, headers: { accept = '*/*' }, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  if (!['GET', 'HEAD'].includes(method) || path.startsWith(API_BASE)) return false;
  return accept.includes('text/html') || (accept.includes('*/*') && extname(path) === '');
}

/**
 * The page of the language in the address, which loads the texts of it without delay; else the one without a language.
 */
async function readPage(root: string, url: string): Promise<string> {
  const language = languages.find((one) => new RegExp(`^/${one}(?:[/?]|$)`, 'u').test(url));
  const page = join(root, 'index.html');
  if (language === undefined) return readFile(page, 'utf8');
  return readFile(join(root, `index.${language}.html`), 'utf8').catch(() => readFile(page, 'utf8'));
}

function cacheControlOf(path: string): string {
  if (path.includes('/assets/')) return `public, max-age=${YEAR_S}, immutable`;
  // It is there for when the server does not answer, also when a browser has had it for long.
  if (path.endsWith('/reload-blank-wall.js')) return `public, max-age=0, stale-while-revalidate=${YEAR_S}`;
  return 'no-cache';
}

/** The built client: hashed files for a year, the page itself never from a cache; any other path is a route of it. */
export async function registerWebClient(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder) {
    await app.register(async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, access: publicAccess };
      });
      await scope.register(fastifyStatic, {
        root: folder,
        index: false,
        cacheControl: false,
        // The build compresses each file once, with more effort than a request allows.
        preCompressed: true,
        setHeaders: (response, path) => void response.header('cache-control', cacheControlOf(path)),
      });
    });
  }
  // Read on each request: after a new build of the client, the old page would refer to files that no longer exist.
  const sendPage = async ({ url }: FastifyRequest, reply: FastifyReply, root: string) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await readPage(root, url));

  if (folder)
    app.get('/', { config: { access: publicAccess } }, async (request, reply) => sendPage(request, reply, folder));
  app.setNotFoundHandler(async (request, reply) => {
    if (!folder || !asksForPage(request)) return sendNotFound(request, reply);
    return sendPage(request, reply, folder);
  });
}
