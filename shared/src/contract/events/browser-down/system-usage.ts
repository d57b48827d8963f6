import * as z from 'zod';
import { usageColumns } from '../../names.ts';
import { event } from '../../event.ts';

/** The columns of a row of `system_usage`: the device, then every measured value. */
export const usageBatchColumns = ['device_pk', ...usageColumns] as const;

/** Latest usage samples of many devices, as columns and rows; in percent, not hundredths. */
export const UsageBatch = z.object({
  at: z.number(),
  cols: z.array(z.string()),
  rows: z.array(z.array(z.number().nullable())),
});
export type UsageBatch = z.infer<typeof UsageBatch>;

export const systemUsage = event('system_usage', UsageBatch);
