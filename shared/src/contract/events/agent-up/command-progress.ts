import * as z from 'zod';
import { Accepted } from '../../accepted.ts';
import { AgentStartIdentity } from '../../agent-facts.ts';
import { event } from '../../event.ts';
import { CommandId } from '../../ids.ts';
import { agentCommandStates } from '../../names.ts';

/** Progress of a command. Acknowledged once it is durable; until then it stays in the agent's progress queue. */
export const commandProgress = event(
  'command_progress',
  z.object({
    id: CommandId,
    state: z.enum(agentCommandStates),
    percent: z.number().min(0).max(100).optional(),
    message: z.string().max(500).optional(),
    result: z.unknown().optional(),
    /** The device when it accepted the command, as in the answer, which may have been lost. */
    before: AgentStartIdentity.optional(),
  }),
  { ack: Accepted },
);
