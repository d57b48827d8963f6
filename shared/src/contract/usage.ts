import * as z from 'zod';
import { usageFields } from './device.ts';
import { MAX_SENSOR_NAME } from './limits.ts';
import { usageColumns, type UsageField } from './names.ts';

/** `system_usage` of one agent; `at` is the agent's clock in milliseconds since 1970. */
export const UsageSample = z.object({
  at: z.number(),
  ...usageFields,
  /** Which of several fans turns at `fan_speed`. */
  fan_name: z.string().max(MAX_SENSOR_NAME).optional(),
});
export type UsageSample = z.infer<typeof UsageSample>;

/** The measures of a device that measures nothing, or whose usage is not shown. */
export const noUsage = Object.fromEntries(usageColumns.map((column) => [column, null])) as Record<UsageField, null>;
