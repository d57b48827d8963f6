import * as z from 'zod';
import { ApplicationCommandArgs } from './application.ts';
import { CommandId, DevicePk } from './ids.ts';
import { CardAddress } from './mac-address.ts';
import { agentCommandTypes, commandStates, ledgerCommandTypes } from './names.ts';
import { UpdateCommandArgs } from './release.ts';

const none = z.object({});

/** The arguments of the commands that have some. */
const argsByType = {
  update: UpdateCommandArgs,
  /** The name guards against a pid that meanwhile belongs to another program. */
  process_end: z.object({ pid: z.int().positive(), name: z.string().max(300) }),
  wol: z.object({ mac_addr: CardAddress, target_device_pk: DevicePk }),
  application_install: ApplicationCommandArgs,
  application_uninstall: ApplicationCommandArgs,
} as const satisfies { readonly [T in AgentCommandType]?: z.ZodType };

type ArgsByType = {
  readonly [T in AgentCommandType]: T extends keyof typeof argsByType ? (typeof argsByType)[T] : typeof none;
};
/**
 * The arguments of every command. For a new type the compiler asks for its rule, its executor, its icon and its texts.
 */
export const commandArgs = {
  ...Object.fromEntries(agentCommandTypes.map((type) => [type, none])),
  ...argsByType,
} as ArgsByType;

export type CommandArgs<T extends AgentCommandType> = z.output<(typeof commandArgs)[T]>;
export const AgentCommandType = z.enum(agentCommandTypes);
export type AgentCommandType = z.infer<typeof AgentCommandType>;

export const CommandType = z.enum(ledgerCommandTypes);
export type CommandType = z.infer<typeof CommandType>;

export const CommandState = z.enum(commandStates);
export type CommandState = z.infer<typeof CommandState>;

/** A command as an agent receives it. After `deadline` (ISO 8601 UTC, the server's clock) it must not run. */
export const Command = z.object({
  id: CommandId,
  type: AgentCommandType,
  args: z.record(z.string(), z.unknown()),
  deadline: z.iso.datetime(),
  /** By whose key it is signed (`command-signature.ts`). Agents of protocol 1 receive neither. */
  key_id: z.string().max(40).optional(),
  signature: z.string().max(200).optional(),
});
export type Command = z.infer<typeof Command>;
