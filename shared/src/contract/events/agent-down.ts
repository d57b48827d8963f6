import { capture } from './agent-down/capture.ts';
import { command } from './agent-down/command.ts';
import { deleted, superseded } from './agent-down/termination.ts';
import { settings } from './agent-down/settings.ts';

/** Everything the gateway may say to an agent. */
export const agentDown = { settings, capture, command, superseded, deleted } as const;
