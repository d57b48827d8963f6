import { keys } from '@vigil/shared/platform/redis/keys';
import type { PayloadOf } from '@vigil/shared/contract/event';
import type { agentUp } from '@vigil/shared/contract/events/agent-up';
import type { AgentContext } from './context.ts';

/** These change with every report and are kept only as latest values. */
const fleeting = new Set(['system_time', 'running_time']);

const lasting = (facts: object): string =>
  JSON.stringify(Object.entries(facts).filter(([name]) => !fleeting.has(name)));

/** Facts go to the database when they changed since this socket last told them, and to Redis always. */
export function createOnAlive({ deps, journal, socket }: AgentContext) {
  const { company, device, publicIp } = socket.data;
  let told = '';
  return async (payload: PayloadOf<(typeof agentUp)['alive']>): Promise<void> => {
    const { system_time, running_time } = payload;
    await deps.redis.commands.hSet(keys.facts(company), String(device), JSON.stringify({ system_time, running_time }));
    const facts = { ...payload, s_pub_ip: publicIp };
    const now = lasting(facts);
    if (now === told) return;
    await journal(company, 'facts', { device, facts });
    told = now;
  };
}
