import * as z from 'zod';
import { event } from '../../event.ts';

/**
 * To administrators who watch frames, when it changes: bytes a second that the gateway sends to the browsers of the company as frames,
 * and the most that it sends; and how many times longer than requested the intervals of this browser's tiles are, 1 = not longer.
 */
export const companyFrameTraffic = event(
  'frame_traffic',
  z.object({ bytes_per_second: z.int(), limit: z.int(), slowdown: z.number() }),
);
