import { z } from 'zod';
import { CommandId, DevicePk } from './ids.ts';

const none = z.object({});

export const MacAddress = z.string().regex(/^([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$/);

/**
 * The commands and their arguments. For a new entry the compiler asks for an executor in the agent, a permission in the
 * domain and a text in the web client.
 */
export const commandArgs = {
  reboot: none,
  shutdown: none,
  agent_restart: none,
  update: z.object({ version: z.string().max(40).optional() }),
  information: none,
  process_list: none,
  delete: none,
  wol: z.object({ mac_addr: MacAddress, target_device_pk: DevicePk }),
} as const;

export const commandTypes = Object.keys(commandArgs) as [CommandType, ...CommandType[]];
export type CommandType = keyof typeof commandArgs;
export type CommandArgs<T extends CommandType> = z.output<(typeof commandArgs)[T]>;
export const CommandType = z.enum(commandTypes);

/** queued → sent → accepted → running → done | failed | expired; the last three are final. */
export const commandStates = ['queued', 'sent', 'accepted', 'running', 'done', 'failed', 'expired'] as const;
export type CommandState = (typeof commandStates)[number];
export const CommandState = z.enum(commandStates);

export const isFinal = (state: CommandState): boolean => state === 'done' || state === 'failed' || state === 'expired';

/** A command as an agent receives it. After `deadline` (ISO 8601 UTC, the server's clock) it must not run. */
export const Command = z.object({
  id: CommandId,
  type: CommandType,
  args: z.record(z.string(), z.unknown()),
  deadline: z.iso.datetime(),
});
export type Command = z.infer<typeof Command>;
