import * as z from 'zod';
import { AlertCode } from '../alert.ts';
import { endpoint } from '../endpoint.ts';
import { GroupPk, pkInPath } from '../ids.ts';
import * as alerts from '../routes/alerts.ts';

/** Of more devices than this the minutes of a week are not read. */
export const MAX_PREVIEW_WEEK_DEVICES = 500;

/** What a threshold would do at a group and below, where no subgroup has its own of the code. */
export const ThresholdPreview = z.object({
  /** The approved devices that it would apply to. */
  device_count: z.int(),
  /** Of these, those that are over it now; a device whose value is not known is not. */
  now_count: z.int(),
  /**
   * Those that were over it at some time of the last seven days, by their minutes; null for more devices than are
   * looked through.
   */
  week_count: z.int().nullable(),
});
export type ThresholdPreview = z.infer<typeof ThresholdPreview>;

/** @throws Problem `not_found` */
export const previewThreshold = endpoint(alerts.previewThreshold, {
  summary:
    'Count the devices that a threshold of a group would alert now and would have alerted in the last seven days',
  params: z.object({ pk: pkInPath(GroupPk) }),
  query: z.object({
    alert_code: AlertCode,
    /** Minutes for Disconnected, else percent, °C or rpm. */
    limit: z.coerce.number<string>().min(0).max(100_000),
  }),
  objects: z.array(ThresholdPreview).length(1),
});
