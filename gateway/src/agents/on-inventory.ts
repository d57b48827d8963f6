import type { PayloadOf } from '@vigil/shared/contract/event';
import type { agentUp } from '@vigil/shared/contract/events/agent-up';
import type { AgentContext } from './context.ts';

export const createOnInventory =
  ({ journal, socket }: AgentContext) =>
  async (inventory: PayloadOf<(typeof agentUp)['inventory']>): Promise<{ ok: true }> => {
    await journal(socket.data.company, 'inventory', { device: socket.data.device, inventory });
    return { ok: true };
  };
