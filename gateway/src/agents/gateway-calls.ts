import type { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import { publish } from '@vigil/shared/platform/bus/bus';
import { channels } from '@vigil/shared/platform/bus/channels';
import type { MessageOf } from '@vigil/shared/platform/bus/messages';
import { AGENT_ANSWER_MS } from '@vigil/shared/platform/command-states';
import type { Replaced } from '@vigil/shared/platform/redis/presence';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { Deps } from '../deps.ts';
import type { ConnectedAgents } from '../presence/connected-agents.ts';
import type { AgentSocket } from '../sockets/sockets.ts';

/** Closes a socket with a termination, after which the agent does not reconnect. */
export function terminate(socket: AgentSocket, event: 'superseded' | 'deleted', reason: string): void {
  socket.emit(event, { reason });
  socket.disconnect(true);
}

/** Handles requests of other processes: to deliver a command to an agent, or to close a replaced socket. */
export function createGatewayCalls({ redis, subscribe, log }: Deps, agents: ConnectedAgents) {
  let unsubscribe: Unsubscribe | undefined;

  /** The agent's answer, or null when it is not connected here or does not answer in time. */
  const sendCommand = async ({ device, company, command }: MessageOf<'command'>): Promise<CommandAnswer | null> => {
    const socket = agents.get(device);
    // A device of another company is treated as not connected.
    if (!socket || socket.data.company !== company) return null;
    try {
      return (await socket.timeout(AGENT_ANSWER_MS).emitWithAck('command', command)) as CommandAnswer;
    } catch {
      return null;
    }
  };

  const deliver = async (message: MessageOf<'command'>) => {
    const answer = await sendCommand(message);
    await publish(redis, channels.replyTo(message.replyTo), { t: 'command_reply', request: message.request, answer });
  };

  const receive = (message: MessageOf<'command' | 'superseded'>) => {
    if (message.t === 'command') {
      deliver(message).catch((cause: unknown) => log.warn({ err: cause }, 'command not answered'));
      return;
    }
    const socket = agents.get(message.device);
    if (socket?.data.connection === message.connection) terminate(socket, 'superseded', 'another socket took over');
  };

  return {
    async listenAs(id: string): Promise<void> {
      const before = unsubscribe;
      unsubscribe = await subscribe(channels.gateway(id), receive);
      await before?.().catch(() => undefined);
    },
    /** Asks the gateway that still has a replaced socket to close it. */
    reportReplaced({ gateway, device, connection }: Replaced): void {
      publish(redis, channels.gateway(gateway), { t: 'superseded', device, connection }).catch((cause: unknown) =>
        log.debug({ err: cause }, 'replaced socket not reported'),
      );
    },
  };
}
