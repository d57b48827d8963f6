import * as z from 'zod';
import { event } from '../../event.ts';

/**
 * The current demand; without viewers it is off. `width` in pixels, `quality` 1–100. The first answer to each is a frame; after that, with
 * `same`, the agent may report that the screen is unchanged.
 */
export const CaptureDemand = z.object({
  on: z.boolean(),
  width: z.int().min(80).max(640),
  interval_ms: z.int().min(200).max(60_000),
  quality: z.int().min(1).max(100),
  same: z.boolean().default(false),
});
export type CaptureDemand = z.infer<typeof CaptureDemand>;

export const capture = event('capture', CaptureDemand);
