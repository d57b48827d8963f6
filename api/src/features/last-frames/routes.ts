import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { needs, tokenInGroups } from '@vigil/shared/contract/access';
import { Guid } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { showsDetails } from '@vigil/shared/domain/visible-parts';
import { readFrame } from '@vigil/shared/platform/redis/frames';
import { findVisibleDevice } from '../../access/visibility.ts';
import type { Deps } from '../../deps.ts';

const Params = z.object({
  file: z
    .string()
    .regex(/\.(jpg|webp|png)$/)
    .transform((file) => file.slice(0, file.lastIndexOf('.')))
    .pipe(Guid),
});

const access = needs('CSThumbnailView', 'isCorporate');

/** The last frame of a device, for first paint and while the socket is down (HTTP contract). */
export function registerLiveViewRoutes(app: FastifyInstance, { database, redis }: Deps): void {
  app.get(
    '/liveview/:file',
    { config: { access, tokens: tokenInGroups('read'), guests: true, screens: true } },
    async (request, reply) => {
      const parsed = Params.safeParse(request.params);
      const { caller } = request;
      if (!parsed.success || !caller) throw new Problem('not_found');
      const device = await database.read(caller.company, (tx) =>
        findVisibleDevice(tx, caller, { guid: parsed.data.file }),
      );
      const frame = device && showsDetails(device) ? await readFrame(redis, caller.company, device.pk) : null;
      if (!frame) throw new Problem('not_found');
      const etag = `"${frame.header.at}"`;
      void reply.headers({ etag });
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      return reply.type(frame.header.ext === 'jpg' ? 'image/jpeg' : `image/${frame.header.ext}`).send(frame.bytes);
    },
  );
}
