import type { PayloadOf } from '@vigil/shared/contract/event';
import type { agentUp } from '@vigil/shared/contract/events/agent-up';
import { channels } from '@vigil/shared/platform/redis/keys';
import type { AgentContext } from './context.ts';

/** A process list is worth nothing tomorrow: it goes to those who watch the device and nowhere else. */
export const createOnProcesses =
  ({ deps, socket }: AgentContext) =>
  async (processes: PayloadOf<(typeof agentUp)['processes']>): Promise<void> => {
    const { company, device } = socket.data;
    await deps.redis.publish(
      channels.live(company),
      JSON.stringify({ t: 'processes', device_pk: device, ...processes }),
    );
  };
