import { createHash, verify, type KeyObject } from 'node:crypto';
import type { Command } from '@vigil/shared/contract/command';
import {
  commandSigningText,
  commandKeySuccessionText,
  type CommandKey,
  type CommandKeyLink,
  type OfferedCommandKeys,
} from '@vigil/shared/contract/command-signature';
import type { DeviceGuid } from '@vigil/shared/contract/ids';
import canonicalize from 'canonicalize';
import { publicKeyFrom } from './raw-keys.ts';

/** The keys whose commands this device runs; undefined before a server has named any. */
export type PinnedCommandKeys = CommandKey[] | undefined;

/** Parsing a key takes more than half as long as checking a signature with it. */
const parsed = new WeakMap<CommandKey, KeyObject>();

function parsedOf(key: CommandKey): KeyObject {
  const known = parsed.get(key) ?? publicKeyFrom('Ed25519', key.public_key);
  parsed.set(key, known);
  return known;
}

export function isValidSignature(text: string, key: CommandKey, signature: string): boolean {
  try {
    return verify(null, Buffer.from(text, 'utf8'), parsedOf(key), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

const hashOf = (args: Command['args']): string =>
  createHash('sha256')
    .update(canonicalize(args) ?? '')
    .digest('hex');

/**
 * Whether the key has signed exactly this command for the device.
 * @throws Error when the arguments have no canonical form
 */
export function isGenuineCommand(command: Command & { signature: string }, guid: DeviceGuid, key: CommandKey): boolean {
  const { id, type, args, deadline, signature } = command;
  const text = commandSigningText({ id, guid, type, argsHash: hashOf(args), deadline: Date.parse(deadline) });
  return isValidSignature(text, key, signature);
}

/** What a key of this kind signs of its successor. */
type LinkText = (key: CommandKey) => string;

/** The keys that can be trusted: the pinned ones, and those that lead back to one of them link by link. */
function follow(
  pinned: readonly CommandKey[],
  links: readonly CommandKeyLink[],
  linkText: LinkText,
): ReadonlyMap<string, CommandKey> {
  const trusted = new Map(pinned.map((key) => [key.key_id, key]));
  let open = links.filter(({ key_id }) => !trusted.has(key_id));
  for (let before = -1; before !== open.length;) {
    before = open.length;
    open = open.filter((link) => {
      const signer = trusted.get(link.signed_by);
      if (!signer || trusted.has(link.key_id) || !isValidSignature(linkText(link), signer, link.signature)) return true;
      trusted.set(link.key_id, link);
      return false;
    });
  }
  return trusted;
}

/**
 * The keys after an answer of the server (decision 69): a device that has none yet takes what it is offered; one that
 * has some takes a new one only if one that it trusts has signed it, and drops those that are valid no longer. An offer
 * without any key that it can trust changes nothing. Keys of releases follow the same rules, with a text of their own.
 */
export function trustOfferedKeys(
  pinned: PinnedCommandKeys,
  offered: OfferedCommandKeys,
  linkText: LinkText = commandKeySuccessionText,
): PinnedCommandKeys {
  const { command_keys: valid, command_key_links: links = [] } = offered;
  if (valid === undefined || valid.length === 0) return pinned;
  if (pinned === undefined) return valid;
  const trusted = follow(pinned, links, linkText);
  const kept = valid
    .filter((key) => trusted.get(key.key_id)?.public_key === key.public_key)
    .map(({ key_id, public_key }) => ({ key_id, public_key }));
  return kept.length > 0 ? kept : pinned;
}
