import type { PayloadOf } from '@vigil/shared/contract/event';
import type { agentUp } from '@vigil/shared/contract/events/agent-up';
import type { AgentContext } from './context.ts';

/** Answered once it is on the durable stream; until then the agent keeps it. */
export const createOnCommandProgress =
  ({ deps, journal, socket }: AgentContext) =>
  async (progress: PayloadOf<(typeof agentUp)['commandProgress']>): Promise<{ ok: true }> => {
    await journal(socket.data.company, 'command', { device: socket.data.device, progress, at: deps.now() });
    return { ok: true };
  };
