import * as z from 'zod';
import { alertEndReasons } from './names.ts';
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

/**
 * What is known of an alert. `alert_value` is the value that raised it, null where the alert is that a connected device
 * sends no values; `alert_limit` is the threshold in force when it was last compared, in minutes for kind 1.
 * `last_value` is null until the first comparison after it began. How long it lasts follows from its beginning and end.
 */
export const alertFacts = {
  alert_value: z.number().nullable(),
  alert_limit: z.number().nullable(),
  last_value: z.number().nullable(),
  /** The device is connected and sends no values. */
  no_data: z.boolean(),
  /** Which of several sensors: the name of a fan. Empty where there is one. */
  sensor: z.string(),
  /** Null while it is open, and for one that ended before reasons were recorded. */
  end_reason: z.enum(alertEndReasons).nullable(),
};

/**
 * Times of an alert, ISO 8601 UTC: of its last value, and since when its value is not known, because the device is off,
 * measures nothing or is late. An alert whose value is unknown is open.
 */
export const alertTimes = {
  last_value_at: z.iso.datetime().nullable(),
  unknown_since: z.iso.datetime().nullable(),
};
