import { z } from 'zod';
import { CommandId, DevicePk } from './ids.ts';
import { commandStates, commandTypes } from './names.ts';

const none = z.object({});

export const MacAddress = z.string().regex(/^([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$/);

/**
 * What a device can be told to do, and the arguments of each. A new entry here makes the compiler ask for an executor
 * in the agent, a permission in the domain and a text in the web client.
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

/** What an agent is handed: `deadline` is ISO 8601 UTC by the server's clock; past it nothing may run. */
export const Command = z.object({
  id: CommandId,
  type: CommandType,
  args: z.record(z.string(), z.unknown()),
  deadline: z.iso.datetime(),
});
export type Command = z.infer<typeof Command>;
