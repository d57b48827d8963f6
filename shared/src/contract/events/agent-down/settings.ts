import { z } from 'zod';
import { event } from '../../event.ts';

/** How the company wants this agent to behave; intervals in seconds. Sent on connect and on change. */
export const AgentSettings = z.object({
  refresh_interval: z.number().min(0.2).max(3_600),
  img_refresh_interval: z.number().min(0.2).max(3_600),
  config: z.record(z.string(), z.unknown()),
  /** The server's clock in milliseconds since 1970: deadlines are told by it. */
  server_time: z.number().optional(),
});
export type AgentSettings = z.infer<typeof AgentSettings>;

export const settings = event('settings', AgentSettings);
