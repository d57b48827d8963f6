import { needs, allowTokensInGroups } from '@vigil/shared/contract/access';
import { FRAME_AGE_HEADER } from '@vigil/shared/contract/frame-age';
import { DeviceGuid } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { frameNeeds } from '@vigil/shared/domain/visible-parts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Deps } from '../../deps.ts';
import { readLastFrame } from './read-last-frame.ts';

const Params = z.object({
  file: z
    .string()
    .regex(/\.(jpg|webp|png)$/)
    .transform((file) => file.slice(0, file.lastIndexOf('.')))
    .pipe(DeviceGuid),
});

const access = needs(...frameNeeds);

/** The last frame of a device, for first paint and while the socket is down. */
export function registerLastFrameRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/liveview/:file',
    { config: { access, tokens: allowTokensInGroups('read'), guests: true, wallScreens: true } },
    async (request, reply) => {
      const parsed = Params.safeParse(request.params);
      const { caller } = request;
      if (!parsed.success || !caller) throw new Problem('not_found');
      const found = await readLastFrame(deps, caller, parsed.data.file);
      if (!found) throw new Problem('not_found');
      const { frame, seenAt } = found;
      const etag = `"${frame.header.at}"`;
      void reply.headers({ etag, [FRAME_AGE_HEADER]: Math.max(0, deps.now() - seenAt) });
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      return reply.type(frame.header.ext === 'jpg' ? 'image/jpeg' : `image/${frame.header.ext}`).send(frame.bytes);
    },
  );
}
