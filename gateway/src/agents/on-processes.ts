import type { PayloadOf } from '@vigil/shared/contract/event';
import type { agentUp } from '@vigil/shared/contract/events/agent-up';
import { publish } from '@vigil/shared/platform/bus/bus';
import { channels } from '@vigil/shared/platform/bus/channels';
import type { AgentContext } from './context.ts';

/** A process list is not kept: it goes to the browsers that watch the device. */
export const createOnProcesses =
  ({ deps, socket }: AgentContext) =>
  async (processes: PayloadOf<(typeof agentUp)['processes']>): Promise<void> => {
    const { company, device } = socket.data;
    await publish(deps.redis, channels.company(company), { t: 'processes', device_pk: device, ...processes });
  };
