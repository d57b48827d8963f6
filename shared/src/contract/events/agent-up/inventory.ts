import * as z from 'zod';
import { Accepted } from '../../accepted.ts';
import { event } from '../../event.ts';

const text = z.string().max(500);

export const HardwareEntry = z.object({ name: text, description: text });
export const SoftwareEntry = z.object({
  name: text,
  company: text,
  install_date: text,
  version: text,
  description: text,
});
export type HardwareEntry = z.infer<typeof HardwareEntry>;
export type SoftwareEntry = z.infer<typeof SoftwareEntry>;

export const MAX_SOFTWARE = 5_000;

/**
 * Hardware and software of the device. Acknowledged once it is durable. `software_total` is how many programs there are
 * where `software` are the first of them, because all would not fit into a message.
 */
export const inventory = event(
  'inventory',
  z.object({
    hardware: z.array(HardwareEntry).max(500),
    software: z.array(SoftwareEntry).max(MAX_SOFTWARE),
    software_total: z.int().positive().optional(),
  }),
  { ack: Accepted },
);
