import { randomUUID } from 'node:crypto';
import type { Command } from '@vigil/shared/contract/command';
import type { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { BusMessageOf } from '@vigil/shared/platform/bus/messages';
import { connectQueueRedis } from '@vigil/shared/platform/queues';
import { recordSocketTransitions } from '@vigil/shared/platform/redis/presence';
import { commandsWorker } from '../commands/deliver-commands.ts';
import { createJobCounter } from '../define-worker.ts';
import type { WorkersTestContext } from './test-workers.ts';

/** The agent of a device with its gateway: it is online in Redis, and answers commands as the test says. */
export interface ScriptedAgent {
  readonly received: BusMessageOf<'command'>[];
  setOnline(online: boolean): Promise<void>;
}

/** `answer` null: the gateway does not answer. */
export async function scriptAgent(
  { deps, company }: WorkersTestContext,
  device: DevicePk,
  answer: (command: Command) => CommandAnswer | null,
): Promise<ScriptedAgent> {
  const [gateway, connection] = [randomUUID(), randomUUID()];
  const received: BusMessageOf<'command'>[] = [];
  await deps.redis.subscribe(busChannels.gateway(gateway), (text) => {
    const message = JSON.parse(text) as BusMessageOf<'command'>;
    received.push(message);
    const given = answer(message.command);
    if (given === null) return;
    const reply = { t: 'command_reply', request: message.request, answer: given } as const;
    void publish(deps.redis, busChannels.replyTo(message.replyTo), reply);
  });
  const setOnline = async (online: boolean) =>
    void (await recordSocketTransitions(deps.redis, { company, gateway }, [
      { device, online, connection, at: deps.now() },
    ]));
  await setOnline(true);
  return { received, setOnline };
}

/** Opens the worker of commands as a process of its own would. */
export const openCommandsWorker = ({ deps, redisUrl }: WorkersTestContext): AsyncDisposable =>
  commandsWorker.open(deps, {
    connection: connectQueueRedis(redisUrl, { cluster: false, log: deps.log }),
    concurrency: 5,
    counter: createJobCounter(deps),
  });
