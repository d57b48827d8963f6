import * as z from 'zod';
import { alertCodePattern } from './patterns.ts';

/** `I` + first letter of the device type in upper case + kind 1–7 (spec 3 §3). */
export const AlertCode = z.string().regex(alertCodePattern).brand<'AlertCode'>();
export type AlertCode = z.infer<typeof AlertCode>;

/** `alert_time` in minutes for kind 1, `alert_th_value` for the others: percent, °C, or rpm for the fan. */
export const AlertThreshold = z.object({
  alert_code: AlertCode,
  alert_time: z.int().min(1).max(10_080).nullable(),
  alert_th_value: z.number().min(0).max(100_000).nullable(),
});
export type AlertThreshold = z.infer<typeof AlertThreshold>;

/** As it is asked for: each part that its code may lack has a problem of its own. */
export const AlertThresholdInput = AlertThreshold.extend({ alert_code: z.string().max(3) });
export type AlertThresholdInput = z.infer<typeof AlertThresholdInput>;
