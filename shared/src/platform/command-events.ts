import type { CommandState, CommandType } from '../contract/command.ts';
import type { CommandId, CompanyPk, DevicePk, UserPk } from '../contract/ids.ts';
import { channels } from './redis/keys.ts';
import type { Redis } from './redis/redis.ts';

/** A step of a command as gateways relay it to its issuer and to those who watch the device. */
export interface CommandEvent {
  readonly t: 'command_state';
  readonly id: CommandId;
  readonly device_pk: DevicePk;
  readonly type: CommandType;
  readonly state: CommandState;
  readonly percent?: number;
  readonly message?: string;
  readonly at: number;
  readonly issuer: UserPk | null;
}

/** A state pushed late or lost is repaired by the ledger, so this is neither numbered nor durable. */
export async function publishCommandStates(
  redis: Redis,
  company: CompanyPk,
  events: readonly CommandEvent[],
): Promise<void> {
  await Promise.all(events.map((event) => redis.publish(channels.live(company), JSON.stringify(event))));
}
