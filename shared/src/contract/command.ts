import { z } from 'zod';
import { CommandId, DevicePk } from './ids.ts';
import { commandStates, commandTypes } from './names.ts';

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
} as const satisfies Record<CommandType, z.ZodType>;

export type CommandArgs<T extends CommandType> = z.output<(typeof commandArgs)[T]>;
export const CommandType = z.enum(commandTypes);
export type CommandType = z.infer<typeof CommandType>;

export const CommandState = z.enum(commandStates);
export type CommandState = z.infer<typeof CommandState>;

/** A command as an agent receives it. After `deadline` (ISO 8601 UTC, the server's clock) it must not run. */
export const Command = z.object({
  id: CommandId,
  type: CommandType,
  args: z.record(z.string(), z.unknown()),
  deadline: z.iso.datetime(),
});
export type Command = z.infer<typeof Command>;
