import * as z from 'zod';
import { Bit } from './device.ts';
import { GroupPk } from './ids.ts';

/** The counts behind the header and the tree, for what the viewer may see. */
export const FleetCounts = z.object({
  total: z.int(),
  online: z.int(),
  offline: z.int(),
  waiting_approval: z.int(),
  groups: z.array(z.object({ pk: GroupPk, total: z.int(), online: z.int() })),
});
export type FleetCounts = z.infer<typeof FleetCounts>;

/** The counts, and which pages of policies the company has (decision 45). */
export const FleetSummary = FleetCounts.extend({ common_policy: Bit, ip_policy: Bit });
export type FleetSummary = z.infer<typeof FleetSummary>;
