import * as z from 'zod';
import type { CommandId, DeviceGuid } from './ids.ts';
import type { CommandType } from './names.ts';

export const KeyId = z.string().min(1).max(40);

/** Raw Ed25519 public key, 32 bytes in base64. */
export const PublicKey = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);

/** Base64 of an Ed25519 signature, 64 bytes. */
export const Signature = z.string().regex(/^[A-Za-z0-9+/]{86}==$/);

/** An answer with more valid keys, or more links, is refused as a whole by agents. */
export const MAX_COMMAND_KEYS = 20;
export const MAX_COMMAND_KEY_LINKS = 200;

/** A key whose commands are valid (decision 79). */
export const CommandKey = z.object({ key_id: KeyId, public_key: PublicKey });
export type CommandKey = z.infer<typeof CommandKey>;

/**
 * The statement of an earlier key that this one is its successor: a signature over `commandKeySuccessionText`
 * (decisions 69, 72).
 */
export const CommandKeyLink = CommandKey.extend({ signed_by: KeyId, signature: Signature });
export type CommandKeyLink = z.infer<typeof CommandKeyLink>;

/**
 * What enrolment and renewal answer: the keys that are valid now, and the links by which an agent gets from the keys
 * that it knows to these, over keys that are retired by now. Servers of versions before these fields send none.
 */
export const commandKeyFields = {
  command_keys: z.array(CommandKey).max(MAX_COMMAND_KEYS).optional(),
  command_key_links: z.array(CommandKeyLink).max(MAX_COMMAND_KEY_LINKS).optional(),
};
export type OfferedCommandKeys = z.infer<z.ZodObject<typeof commandKeyFields>>;

/** What a signature states: that this device may run this command until `deadline`, in milliseconds since 1970. */
export interface CommandSigningInput {
  readonly id: CommandId;
  readonly guid: DeviceGuid;
  readonly type: CommandType;
  /** Lower-case hex SHA-256 of the canonical JSON (RFC 8785) of the arguments. */
  readonly argsHash: string;
  readonly deadline: number;
}

/** The text whose UTF-8 a command key signs. */
export const commandSigningText = ({ id, guid, type, argsHash, deadline }: CommandSigningInput): string =>
  `vigil-command|${id}|${guid}|${type}|${argsHash}|${deadline}`;

/** The text with which a command key names its successor. */
export const commandKeySuccessionText = ({ key_id, public_key }: CommandKey): string =>
  `vigil-command-key|${key_id}|${public_key}`;
