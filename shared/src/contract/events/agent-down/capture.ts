import * as z from 'zod';
import { event } from '../../event.ts';
import { frameRequestLimits } from '../../frame-request-limits.ts';

/** Formats in which a gateway asks for frames. */
export const FrameFormat = z.enum(['jpg', 'webp']);
export type FrameFormat = z.infer<typeof FrameFormat>;

const { width, interval } = frameRequestLimits;
const Width = z.int().min(width.least).max(width.most);
const Interval = z.int().min(interval.least).max(interval.most);

/**
 * One of the frames that are asked for. A format of a newer gateway is answered in the one that every version knows.
 */
export const FrameRequest = z.object({ width: Width, interval_ms: Interval, format: FrameFormat.catch('jpg') });
export type FrameRequest = z.infer<typeof FrameRequest>;

/** A gateway asks for fewer. */
const MAX_REQUESTS = 8;

/**
 * The current demand; without viewers it is off. `width` in pixels, `quality` 1–100. The first answer to each is a
 * frame of each request; after that, with `same`, the agent may report that the screen is unchanged. Agents of earlier
 * versions read `width` and `interval_ms`, which are those of the largest frame and the shortest interval, and answer
 * in jpg; gateways of earlier versions send no `requests`.
 */
export const CaptureDemand = z.object({
  on: z.boolean(),
  width: Width,
  interval_ms: Interval,
  quality: z.int().min(1).max(100),
  same: z.boolean().default(false),
  requests: z.array(FrameRequest).max(MAX_REQUESTS).optional(),
});
export type CaptureDemand = z.infer<typeof CaptureDemand>;

export const capture = event('capture', CaptureDemand);
