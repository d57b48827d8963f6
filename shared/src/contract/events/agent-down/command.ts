import * as z from 'zod';
import { AgentStartIdentity } from '../../agent-facts.ts';
import { Command } from '../../command.ts';
import { event } from '../../event.ts';
import { agentCommandStates } from '../../names.ts';

/** The agent's answer: whether it accepts the command, and the result if it already has one. */
export const CommandAnswer = z.object({
  ok: z.boolean(),
  state: z.enum(agentCommandStates),
  result: z.unknown().optional(),
  /** The device when it accepted the command; the same in repeated answers. */
  before: AgentStartIdentity.optional(),
  error: z.object({ code: z.string().max(80), message: z.string().max(500).optional() }).optional(),
});
export type CommandAnswer = z.infer<typeof CommandAnswer>;

export const command = event('command', Command, { ack: CommandAnswer });
