import { z } from 'zod';
import { usageColumns } from '../../names.ts';
import { event } from '../../event.ts';

/** The order of the values in a row of `system_usage`: the device first, then every measure. */
export const usageBatchColumns = ['device_pk', ...usageColumns] as const;

/** Latest values of many devices at once, column names said once; percents are plain percents. */
export const UsageBatch = z.object({
  at: z.number(),
  cols: z.array(z.string()),
  rows: z.array(z.array(z.number().nullable())),
});
export type UsageBatch = z.infer<typeof UsageBatch>;

export const systemUsage = event('system_usage', UsageBatch);
