import * as z from 'zod';
import { event } from '../../event.ts';

export const FrameExt = z.enum(['jpg', 'webp', 'png']);
export type FrameExt = z.infer<typeof FrameExt>;

/** The screen is unchanged since the last frame on this connection, except for differences that nobody would notice. */
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
