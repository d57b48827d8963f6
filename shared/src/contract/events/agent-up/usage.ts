import * as z from 'zod';
import { event } from '../../event.ts';
import { UsageSample } from '../../usage.ts';

export const systemUsage = event('system_usage', UsageSample);

export const ProcessRow = z.object({
  name: z.string().max(300),
  pid: z.int().nonnegative(),
  cpu_usage: z.number().nullable(),
  memory_usage: z.number().nullable(),
});
export type ProcessRow = z.infer<typeof ProcessRow>;

/**
 * The running processes, busiest first; `cpu_usage` and `memory_usage` in percent. `total` is how many there are where
 * `rows` are the first of them, because all would not fit into a message.
 */
export const processes = event(
  'processes',
  z.object({ at: z.number(), rows: z.array(ProcessRow).max(2_000), total: z.int().positive().optional() }),
);
