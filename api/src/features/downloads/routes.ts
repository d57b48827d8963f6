import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { publicAccess } from '@vigil/shared/contract/access';
import { DownloadableFile, listDownloadableFiles } from '@vigil/shared/contract/http/downloads';
import { Problem } from '@vigil/shared/contract/problems';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { createExtraFileLister } from './extra-files.ts';

const LIST = 'downloads.json';

/** Lists that an earlier version packed do not have all fields. */
const Files = z.object({
  files: z.array(
    DownloadableFile.omit({ url: true }).extend({
      arch: DownloadableFile.shape.arch.default(null),
      needs_node: DownloadableFile.shape.needs_node.default(null),
    }),
  ),
  preparing: z.array(DownloadableFile.pick({ dev_os_id: true, arch: true })).default([]),
});

const DOWNLOADS_PATH = '/downloads';
const EXTRA = 'extra';

/**
 * The packed downloads (`npm run pack:agents`), read on each request: a new version may be packed at any moment.
 * Empty before the first packing.
 */
async function readPacked(folder: string) {
  const text = await readFile(path.join(folder, LIST), 'utf8').catch(() => '{"files":[]}');
  const { files, preparing } = Files.parse(JSON.parse(text));
  return { preparing, packed: files.map((file) => ({ ...file, url: `${DOWNLOADS_PATH}/${file.file_name}` })) };
}

const Params = z.object({ file: z.string() });

const types: Readonly<Record<string, string>> = {
  '.gz': 'application/gzip',
  '.zip': 'application/zip',
  '.html': 'text/html; charset=utf-8',
};

/** A value of a header (RFC 8187), in which these signs have a meaning of their own. */
const encodeExtended = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The list needs a session; the files do not, since devices fetch them. They contain no secret. */
export async function registerDownloadRoutes(
  app: FastifyInstance,
  routes: RouteRegistry,
  { config }: Deps,
): Promise<void> {
  const folder = config.DOWNLOADS_DIR === undefined ? undefined : path.resolve(config.DOWNLOADS_DIR);
  if (folder === undefined) {
    routes.on(listDownloadableFiles, async () => ({ objects: [], meta: { preparing: [] } }));
    return;
  }
  const readExtra = createExtraFileLister(path.join(folder, EXTRA), { standalone: config.STANDALONE });
  routes.on(listDownloadableFiles, async () => {
    const [{ packed, preparing }, extra] = await Promise.all([readPacked(folder), readExtra()]);
    const urlOf = (name: string) => `${DOWNLOADS_PATH}/${EXTRA}/${encodeURIComponent(name)}`;
    const own = extra.map((file) => ({ ...file, url: urlOf(file.file_name) }));
    return { objects: [...packed, ...own], meta: { preparing } };
  });

  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: folder, serve: false, cacheControl: false });
    scope.get(`${DOWNLOADS_PATH}/:file`, { config: { access: publicAccess } }, async (request, reply) => {
      const { file } = Params.parse(request.params);
      // Only files of the list are served, so that no other path reaches the folder.
      const known = (await readPacked(folder)).packed.find((one) => one.file_name === file);
      if (!known) throw new Problem('not_found');
      const shown = known.kind === 'document' ? 'inline' : 'attachment';
      return reply
        .headers({ 'cache-control': 'no-cache', 'content-disposition': `${shown}; filename="${known.file_name}"` })
        .type(types[path.extname(file)] ?? 'application/octet-stream')
        .sendFile(known.file_name);
    });
    scope.get(`${DOWNLOADS_PATH}/${EXTRA}/:file`, { config: { access: publicAccess } }, async (request, reply) => {
      const { file } = Params.parse(request.params);
      const known = (await readExtra()).find((one) => one.file_name === file);
      if (!known) throw new Problem('not_found');
      // Whatever it is, it is saved and not shown: a page of the operator would run beside the console.
      return reply
        .headers({
          'cache-control': 'no-cache',
          'content-disposition': `attachment; filename*=UTF-8''${encodeExtended(file)}`,
        })
        .type('application/octet-stream')
        .sendFile(known.file_name, path.join(folder, EXTRA), { contentType: false });
    });
  });
}
