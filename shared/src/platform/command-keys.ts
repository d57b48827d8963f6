import { createPublicKey, sign } from 'node:crypto';
import {
  commandKeySuccessionText,
  MAX_COMMAND_KEY_LINKS,
  type CommandKey,
  type CommandKeyLink,
} from '../contract/command-signature.ts';
import { rawPublicKey } from './raw-keys.ts';

/** A key as the key ring has it, in PEM. */
interface Pair {
  readonly kid: string;
  readonly public: string;
  readonly private?: string | undefined;
}

/** Of a command key: the key before it has signed it. */
interface Link {
  readonly signed_by?: string | undefined;
  readonly signature?: string | undefined;
}

/** The public half of a key as agents know it. */
export const commandKeyOf = ({ kid, public: pem }: Pair): CommandKey => ({
  key_id: kid,
  public_key: rawPublicKey(createPublicKey(pem)),
});

/**
 * The statement of `current` that `next` is its successor. `textOf` is what keys of this kind sign.
 * @throws Error when its private half is gone
 */
export function signKeySuccession(
  current: Pair,
  next: Pair,
  textOf: (key: CommandKey) => string = commandKeySuccessionText,
): Required<Link> {
  if (current.private === undefined) throw new Error(`the private half of the key ${current.kid} is needed`);
  const signature = sign(null, Buffer.from(textOf(commandKeyOf(next))), current.private);
  return { signed_by: current.kid, signature: signature.toString('base64') };
}

interface Offer {
  readonly command_keys: CommandKey[];
  readonly command_key_links: CommandKeyLink[];
}

/**
 * What the API answers to agents: of keys, newest first, those that are valid now, and the newest of the chain by which
 * agents get to them.
 */
export const offeredCommandKeys = (keys: readonly (Pair & Link & { retired_at?: string | undefined })[]): Offer => ({
  command_keys: keys.filter((key) => key.retired_at === undefined).map(commandKeyOf),
  command_key_links: keys
    .flatMap(({ signed_by, signature, ...key }) =>
      signed_by === undefined || signature === undefined ? [] : [{ ...commandKeyOf(key), signed_by, signature }],
    )
    .slice(0, MAX_COMMAND_KEY_LINKS),
});
