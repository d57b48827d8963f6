import * as z from 'zod';
import { event } from '../../event.ts';

export const FrameExt = z.enum(['jpg', 'webp', 'png']);
export type FrameExt = z.infer<typeof FrameExt>;

/**
 * The screen is unchanged since the last frame on this connection, except for differences that nobody would notice.
 * `for_widths` are the requests whose last frame that holds for; absent: all.
 */
export const thumbnailSame = event(
  'thumbnail_same',
  z.object({ at: z.number(), for_widths: z.array(z.int()).max(8).optional() }),
);

/**
 * One frame; its bytes are the attachment. `for_width` is the width of the request that it answers, where there are
 * several: a small screen is not enlarged to it.
 */
export const thumbnail = event(
  'thumbnail',
  z.object({
    at: z.number(),
    width: z.int().min(1).max(4_096),
    height: z.int().min(1).max(4_096),
    ext: FrameExt,
    for_width: z.int().optional(),
  }),
  { binary: true },
);
