import * as z from 'zod';
import { event } from '../../event.ts';

/**
 * What the agent found of the demands of the company's policies (decision 42): facts, so that the server compares them
 * with the policies of the moment. Sent on connect and whenever one changes.
 */
export const PolicyComplianceFacts = z.object({
  /** Version of the operating system as it names it, such as `10.0.22631`; null where it is not known. */
  os_version: z.string().max(60).nullable(),
  /** The process or service that was looked for; empty when none is demanded. */
  vaccine: z.string().max(200),
  /** Null: the device could not look. */
  vaccine_running: z.boolean().nullable(),
  /** False: a remote session ran, and the device has no means to stay awake. Null: it was not needed yet. */
  stays_awake: z.boolean().nullable(),
});
export type PolicyComplianceFacts = z.infer<typeof PolicyComplianceFacts>;

export const policyComplianceFacts = event('policy_state', PolicyComplianceFacts);
