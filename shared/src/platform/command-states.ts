import type { CompanyPk } from '../contract/ids.ts';
import { publish } from './bus/bus.ts';
import { busChannels } from './bus/channels.ts';
import type { BusMessageOf } from './bus/messages.ts';
import type { Redis } from './redis/redis.ts';

/** A state of a command, which gateways relay to its issuer and to the watchers of the device. */
export type CommandStateMessage = BusMessageOf<'command_state'>;

/**
 * Publishes states of commands. They are neither numbered nor durable, because browsers read the ledger again while a
 * command is open.
 */
export async function publishCommandStates(
  redis: Redis,
  company: CompanyPk,
  states: readonly CommandStateMessage[],
): Promise<void> {
  await Promise.all(states.map((state) => publish(redis, busChannels.company(company), state)));
}
