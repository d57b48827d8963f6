import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { anyone } from '@vigil/shared/contract/access';
import { listDownloads } from '@vigil/shared/contract/http/downloads';
import { Problem } from '@vigil/shared/contract/problems';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';
import { DOWNLOADS_PATH, readDownloads } from './list.ts';

const Params = z.object({ file: z.string() });

const types: Readonly<Record<string, string>> = {
  '.gz': 'application/gzip',
  '.zip': 'application/zip',
  '.html': 'text/html; charset=utf-8',
};

/** The list is for who is signed in; the files are for machines, which have no session. There is no secret in them. */
export async function registerDownloadRoutes(app: FastifyInstance, routes: Routes, { config }: Deps): Promise<void> {
  const folder = config.DOWNLOADS_DIR === undefined ? undefined : path.resolve(config.DOWNLOADS_DIR);
  routes.on(listDownloads, async () => ({ objects: await readDownloads(folder) }));
  if (folder === undefined) return;

  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: folder, serve: false, cacheControl: false });
    scope.get(`${DOWNLOADS_PATH}/:file`, { config: { access: anyone } }, async (request, reply) => {
      const { file } = Params.parse(request.params);
      // Only what is on the list: no path that somebody made up reaches the folder.
      const known = (await readDownloads(folder)).find((one) => one.file_name === file);
      if (!known) throw new Problem('not_found');
      const shown = known.kind === 'document' ? 'inline' : 'attachment';
      return reply
        .headers({ 'cache-control': 'no-cache', 'content-disposition': `${shown}; filename="${known.file_name}"` })
        .type(types[path.extname(file)] ?? 'application/octet-stream')
        .sendFile(known.file_name);
    });
  });
}
