import { keys } from '@vigil/shared/platform/redis/keys';
import type { PayloadOf } from '@vigil/shared/contract/event';
import type { agentUp } from '@vigil/shared/contract/events/agent-up';
import type { AgentContext } from './context.ts';

/** These change with every report and are kept only as latest values. */
const volatileFields = new Set(['system_time', 'running_time']);

const durableFields = (systemInfo: object): string =>
  JSON.stringify(Object.entries(systemInfo).filter(([name]) => !volatileFields.has(name)));

/** System information goes to the database when it changed since this socket last reported it, and to Redis always. */
export function createOnAlive({ deps, journal, socket }: AgentContext) {
  const { company, device, publicIp } = socket.data;
  let lastReported = '';
  return async (payload: PayloadOf<(typeof agentUp)['alive']>): Promise<void> => {
    const { system_time, running_time } = payload;
    await deps.redis.commands.hSet(
      keys.systemTimes(company),
      String(device),
      JSON.stringify({ system_time, running_time }),
    );
    const systemInfo = { ...payload, s_pub_ip: publicIp };
    const now = durableFields(systemInfo);
    if (now === lastReported) return;
    await journal(company, 'system_info', { device, systemInfo });
    lastReported = now;
  };
}
