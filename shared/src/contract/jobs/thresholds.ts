import { z } from 'zod';
import { CompanyPk, DevicePk } from '../ids.ts';
import { usageFields } from '../device.ts';

/** Latest values of some devices of one company, to be compared with its alert thresholds. */
export const ThresholdJob = z.object({
  company: CompanyPk,
  at: z.number(),
  rows: z.array(z.object({ device: DevicePk, ...usageFields })),
});
export type ThresholdJob = z.infer<typeof ThresholdJob>;
