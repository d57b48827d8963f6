import type { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import { AGENT_ANSWER_MS, GatewayCall, type GatewayReply } from '@vigil/shared/platform/gateway-calls';
import { channels } from '@vigil/shared/platform/redis/keys';
import type { Replaced } from '@vigil/shared/platform/redis/presence';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { Deps } from '../deps.ts';
import type { Agents } from './agents.ts';
import type { AgentSocket } from './sockets.ts';

/** Says goodbye for good: the agent knows that it must not come back by itself. */
export function dismiss(socket: AgentSocket, event: 'superseded' | 'deleted', reason: string): void {
  socket.emit(event, { reason });
  socket.disconnect(true);
}

/** What other processes ask of this gateway: to carry a command to an agent, or to let a replaced socket go. */
export function createControl({ redis, log }: Deps, agents: Agents) {
  let unsubscribe: Unsubscribe | undefined;

  const ask = async (call: Extract<GatewayCall, { t: 'command' }>): Promise<CommandAnswer | null> => {
    const socket = agents.get(call.device);
    // The device is named by the company's own worker; a device of another company is as good as absent.
    if (!socket || socket.data.company !== call.company) return null;
    try {
      return (await socket.timeout(AGENT_ANSWER_MS).emitWithAck('command', call.command)) as CommandAnswer;
    } catch {
      return null;
    }
  };

  const carry = async (call: Extract<GatewayCall, { t: 'command' }>) => {
    const reply: GatewayReply = { request: call.request, answer: await ask(call) };
    await redis.publish(call.replyTo, JSON.stringify(reply));
  };

  const take = (text: string) => {
    const call = GatewayCall.parse(JSON.parse(text));
    if (call.t === 'command') {
      carry(call).catch((cause: unknown) => log.warn({ err: cause }, 'a command was not answered'));
      return;
    }
    const socket = agents.get(call.device);
    if (socket?.data.connection === call.connection) dismiss(socket, 'superseded', 'another socket took over');
  };

  return {
    async listenAs(id: string): Promise<void> {
      const before = unsubscribe;
      unsubscribe = await redis.subscribe(channels.gateway(id), take);
      await before?.().catch(() => undefined);
    },
    /** Tells the gateway that still holds a replaced socket to let it go. */
    tellReplaced({ gateway, device, connection }: Replaced): void {
      const call: GatewayCall = { t: 'superseded', device, connection };
      redis
        .publish(channels.gateway(gateway), JSON.stringify(call))
        .catch((cause: unknown) => log.debug({ err: cause }, 'a replaced socket was not told'));
    },
  };
}
