import * as z from 'zod';
import { event } from '../../event.ts';

export const FrameExt = z.enum(['jpg', 'webp', 'png']);
export type FrameExt = z.infer<typeof FrameExt>;

/** The screen is, but for what nobody would notice, that of the frame that was sent last on this connection. */
export const thumbnailSame = event('thumbnail_same', z.object({ at: z.number() }));

/** One frame; its bytes are the attachment. */
export const thumbnail = event(
  'thumbnail',
  z.object({
    at: z.number(),
    width: z.int().min(1).max(4_096),
    height: z.int().min(1).max(4_096),
    ext: FrameExt,
  }),
  { binary: true },
);
