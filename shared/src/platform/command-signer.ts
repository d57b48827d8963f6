import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import canonicalize from 'canonicalize';
import { commandSigningText, type CommandSigningInput } from '../contract/command-signature.ts';
import type { Command, CommandType } from '../contract/command.ts';
import type { DeviceGuid } from '../contract/ids.ts';
import { ConfigError } from './config.ts';
import type { RingCommandKey } from './key-ring.ts';

/** A command for one device, before it is signed. */
export interface UnsignedCommand extends Pick<Command, 'id' | 'args'> {
  readonly type: CommandType;
  readonly guid: DeviceGuid;
  readonly deadline: Date;
}

export interface CommandSignature {
  readonly key_id: string;
  readonly signature: string;
}

/** Signs and checks commands (decision 72, CMD-8). */
export interface CommandSigner {
  sign(command: UnsignedCommand): Promise<CommandSignature>;
  /** Whether a valid key has signed exactly this command. */
  verifies(command: UnsignedCommand, signature: CommandSignature): Promise<boolean>;
}

// In the thread pool: a command to 10,000 devices must not block the event loop.
const signInPool = promisify(sign);
const verifyInPool = promisify(verify);

const hashOf = (args: UnsignedCommand['args']): string =>
  createHash('sha256')
    .update(canonicalize(args) ?? '')
    .digest('hex');

const textOf = ({ id, guid, type, args, deadline }: UnsignedCommand): Buffer => {
  const signed: CommandSigningInput = { id, guid, type, argsHash: hashOf(args), deadline: deadline.getTime() };
  return Buffer.from(commandSigningText(signed), 'utf8');
};

/**
 * The newest valid key signs, every valid one verifies.
 * @throws ConfigError when no private key of a valid one is there
 */
export function createCommandSigner(keys: readonly RingCommandKey[]): CommandSigner {
  const valid = keys.filter((key) => key.retired_at === undefined);
  const newest = valid.find((key) => key.private !== undefined);
  if (newest?.private === undefined)
    throw new ConfigError(
      'KEYS_FILE: no private key for commands; "npm run admin -- keys --complete --out <file>" adds one',
    );
  const { kid } = newest;
  const signingKey = createPrivateKey(newest.private);
  const byId = new Map(valid.map((key) => [key.kid, createPublicKey(key.public)]));
  return {
    async sign(command) {
      const signature = await signInPool(null, textOf(command), signingKey);
      return { key_id: kid, signature: signature.toString('base64') };
    },
    async verifies(command, { key_id, signature }) {
      const key = byId.get(key_id);
      if (key === undefined) return false;
      return verifyInPool(null, textOf(command), key, Buffer.from(signature, 'base64'));
    },
  };
}
