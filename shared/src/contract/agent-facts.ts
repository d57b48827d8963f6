import * as z from 'zod';

export const StartId = z.string().min(1).max(100);

/**
 * What tells one start of a device, or of its agent, from another (decision 66): the boot (of the operating system,
 * else a hash of the boot time), the start of the agent (random), and its version. Agents of versions before these
 * fields name no ids.
 */
export const AgentStartIdentity = z.object({
  boot_id: StartId.nullish(),
  agent_start_id: StartId.nullish(),
  cs_ver: z.string().max(300).nullish(),
});
export type AgentStartIdentity = z.infer<typeof AgentStartIdentity>;
