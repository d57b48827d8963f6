import * as z from 'zod';
import { Bit } from '../../device.ts';
import { event } from '../../event.ts';
import { DevicePk } from '../../ids.ts';
import { usageColumns } from '../../names.ts';
import { FleetCounts } from '../../summary.ts';

/** `[device_pk, 1 online | 0 offline, at]`, `at` in milliseconds since 1970 by the server's clock. */
export const AliveRow = z.tuple([DevicePk, Bit, z.number()]);
export type AliveRow = z.infer<typeof AliveRow>;

export const alive = event('alive', z.object({ seq: z.number(), rows: z.array(AliveRow) }));

export const summary = event('summary', FleetCounts);

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
