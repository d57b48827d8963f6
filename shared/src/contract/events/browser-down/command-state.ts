import * as z from 'zod';
import { CommandState, CommandType } from '../../command.ts';
import { event } from '../../event.ts';
import { CommandId, DevicePk } from '../../ids.ts';

/**
 * To the issuer and to the watchers of the device. `message` is a problem code, `EFFECT_PENDING_MESSAGE`, or a text of
 * the agent.
 */
export const commandState = event(
  'command_state',
  z.object({
    id: CommandId,
    device_pk: DevicePk,
    type: CommandType,
    state: CommandState,
    percent: z.number().optional(),
    message: z.string().optional(),
    at: z.number(),
  }),
);
