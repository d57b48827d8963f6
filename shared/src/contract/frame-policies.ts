import * as z from 'zod';
import { Bit } from './device.ts';

/** The company's policies for frames of screens, which servers enforce (decision 82); agents do not get them. */
export const FramePolicies = z.object({
  /** 0: no screen is captured, and no frame sent, stored or shown. */
  pictures: Bit,
  /** Minutes for which the last frame of a device is stored; 0 = it is not. */
  picture_retention: z.int().nonnegative(),
  /** kB a second; null = the limit of the server. */
  picture_budget: z.int().positive().nullable(),
});
export type FramePolicies = z.infer<typeof FramePolicies>;

/** The policies of a company that has set none. */
export const DEFAULT_FRAME_POLICIES: FramePolicies = { pictures: 1, picture_retention: 10, picture_budget: null };
