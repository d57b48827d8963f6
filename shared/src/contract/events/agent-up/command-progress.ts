import { z } from 'zod';
import { Accepted } from '../../accepted.ts';
import { event } from '../../event.ts';
import { CommandId } from '../../ids.ts';

/** How far a command has come. Acknowledged once it is durable; until then the agent keeps it in its outbox. */
export const commandProgress = event(
  'command_progress',
  z.object({
    id: CommandId,
    state: z.enum(['accepted', 'running', 'done', 'failed']),
    percent: z.number().min(0).max(100).optional(),
    message: z.string().max(500).optional(),
    result: z.unknown().optional(),
  }),
  { ack: Accepted },
);
