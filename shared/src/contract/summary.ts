import { z } from 'zod';
import { Bit } from './device.ts';
import { GroupPk } from './ids.ts';

/** The counts behind the header and the tree, for what the caller may see. */
export const Summary = z.object({
  total: z.int(),
  online: z.int(),
  offline: z.int(),
  waiting_approval: z.int(),
  common_policy: Bit,
  ip_policy: Bit,
  groups: z.array(z.object({ pk: GroupPk, total: z.int(), online: z.int() })),
});
export type Summary = z.infer<typeof Summary>;
