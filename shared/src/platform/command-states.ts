import type { CompanyPk } from '../contract/ids.ts';
import { publish } from './bus/bus.ts';
import { channels } from './bus/channels.ts';
import type { MessageOf } from './bus/messages.ts';
import type { Redis } from './redis/redis.ts';

/** How long a gateway waits for an agent's first answer to a command. */
export const AGENT_ANSWER_MS = 10_000;

/** A step of a command as gateways relay it to its issuer and to those who watch the device. */
export type CommandStateMessage = MessageOf<'command_state'>;

/** A state pushed late or lost is repaired by the ledger, so this is neither numbered nor durable. */
export async function publishCommandStates(
  redis: Redis,
  company: CompanyPk,
  states: readonly CommandStateMessage[],
): Promise<void> {
  await Promise.all(states.map((state) => publish(redis, channels.company(company), state)));
}
