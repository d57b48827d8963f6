import * as z from 'zod';
import { configLimits } from '../../app-config-rules.ts';
import { KeyId, MAX_COMMAND_KEYS } from '../../command-signature.ts';
import { Bit } from '../../device.ts';
import { event } from '../../event.ts';

/** The company's policies for its devices (spec 3 §3). */
export const AgentPolicies = z.object({
  capture: Bit,
  display_power_save: Bit,
  system_power_save: Bit,
  vaccine: z.string().max(200),
  file_transfer: Bit,
  security_agreement: Bit,
  min_os_major: z.int().min(0),
  min_os_minor: z.int().min(0),
  agent_restart_time: z.int().min(0).max(23).nullable(),
});
export type AgentPolicies = z.infer<typeof AgentPolicies>;

/** The agent settings; intervals in seconds. Sent on connect and on change. */
export const AgentSettings = z.object({
  refresh_interval: z.number().min(configLimits.refresh_interval[0]).max(configLimits.refresh_interval[1]),
  img_refresh_interval: z.number().min(configLimits.img_refresh_interval[0]).max(configLimits.img_refresh_interval[1]),
  config: z.record(z.string(), z.unknown()),
  /** Grows with every change; the agent reports the version that it applied. */
  version: z.int().nonnegative().default(0),
  /** The company's policies (decision 91). */
  policies: AgentPolicies.optional(),
  /** The server's clock in milliseconds since 1970, which deadlines refer to. */
  server_time: z.number().optional(),
  /**
   * The ids of the command keys that are valid now. An agent with others asks the API; it believes no gateway (CMD-9).
   */
  command_keys: z.array(KeyId).max(MAX_COMMAND_KEYS).optional(),
});
export type AgentSettings = z.infer<typeof AgentSettings>;

export const settings = event('settings', AgentSettings);
