import { z } from 'zod';
import { usageFields } from './device.ts';

/** `system_usage` of one agent; `at` is the agent's clock in milliseconds since 1970. */
export const UsageSample = z.object({ at: z.number(), ...usageFields });
export type UsageSample = z.infer<typeof UsageSample>;
