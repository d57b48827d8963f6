import type { Command } from '@vigil/shared/contract/command';
import type { PayloadOf } from '@vigil/shared/contract/event';
import type { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import type { watchProcesses } from '@vigil/shared/contract/events/agent-down/watch-processes';
import { AGENT_ANSWER_TIMEOUT_MS } from '@vigil/shared/domain/command-life';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { BusMessageOf } from '@vigil/shared/platform/bus/messages';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { GatewayContext } from '../core.ts';
import { closeReplacedAgent } from './disconnect.ts';

/** How often an agent sends the processes of a watched device. A request lasts a little longer than two renewals. */
const PROCESSES: PayloadOf<typeof watchProcesses> = { interval_ms: 3_000, for_ms: 12_000 };

/** Agents of version 1 get the messages that they know: commands without signatures (decision 92, CMD-9). */
const asProtocol1 = ({ key_id: _key, signature: _signature, ...command }: Command): Command => command;

const outdated: CommandAnswer = { ok: false, state: 'failed', error: { code: 'agent_outdated' } };

/** Handles requests of other processes: to deliver a command, to list processes, or to close a replaced socket. */
export function answerGatewayCalls({
  deps: { redis, subscribe, log },
  hooks,
  agents,
  showsDetails,
}: GatewayContext): void {
  let unsubscribe: Unsubscribe | undefined;

  /** The agent's answer, or null when it is not connected here or does not answer in time. */
  const sendCommand = async (message: BusMessageOf<'command'>): Promise<CommandAnswer | null> => {
    const { device, company, signed_only } = message;
    const socket = agents.get(device);
    // A device of another company is treated as not connected.
    if (!socket || socket.data.company !== company) return null;
    const checksSignatures = socket.data.protocol >= 2;
    if (signed_only && !checksSignatures) return outdated;
    const command = checksSignatures ? message.command : asProtocol1(message.command);
    try {
      return (await socket.timeout(AGENT_ANSWER_TIMEOUT_MS).emitWithAck('command', command)) as CommandAnswer;
    } catch {
      return null;
    }
  };

  const deliver = async (message: BusMessageOf<'command'>) => {
    const answer = await sendCommand(message);
    await publish(redis, busChannels.replyTo(message.replyTo), {
      t: 'command_reply',
      request: message.request,
      answer,
    });
  };

  const watchProcessesOf = ({ device, company }: BusMessageOf<'watch_processes'>): void => {
    const socket = agents.get(device);
    if (socket?.data.company === company && showsDetails(device)) socket.emit('watch_processes', PROCESSES);
  };

  const receive = (message: BusMessageOf<'command' | 'watch_processes' | 'superseded'>) => {
    if (message.t === 'watch_processes') return watchProcessesOf(message);
    if (message.t === 'command') {
      deliver(message).catch((cause: unknown) => warnOfRepeatedFailure(log, { cause }, 'command not answered'));
      return;
    }
    const socket = agents.get(message.device);
    if (socket?.data.connection === message.connection) closeReplacedAgent(socket, message.hardware);
  };

  hooks.identity.add(async (id) => {
    const before = unsubscribe;
    unsubscribe = await subscribe(busChannels.gateway(id), receive);
    await before?.().catch(() => undefined);
  });
  // The gateway that still has a replaced socket closes it.
  hooks.replaced.add(({ gateway, device, connection }) => {
    const hardware = agents.get(device)?.data.hardware?.id;
    const message = { t: 'superseded', device, connection, ...(hardware && { hardware }) } as const;
    publish(redis, busChannels.gateway(gateway), message).catch((cause: unknown) =>
      log.debug({ err: cause }, 'replaced socket not reported'),
    );
  });
}
