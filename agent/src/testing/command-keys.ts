import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import type { Command } from '@vigil/shared/contract/command';
import {
  commandSigningText,
  commandKeySuccessionText,
  type CommandKey,
  type CommandKeyLink,
} from '@vigil/shared/contract/command-signature';
import type { DeviceGuid } from '@vigil/shared/contract/ids';
import type { DesktopGrant } from '@vigil/shared/contract/remote-desktop/grant';
import { grantSigningText } from '@vigil/shared/contract/remote-desktop/transcript';
import canonicalize from 'canonicalize';
import { rawPublicKey } from '../raw-keys.ts';

interface TestKey extends CommandKey {
  readonly privateKey: KeyObject;
  isRetired: boolean;
}

/** The command keys of a server, which tests rotate. */
export class CommandKeys {
  readonly #keys: TestKey[] = [];
  readonly #links: CommandKeyLink[] = [];

  constructor() {
    this.add();
  }

  get newest(): string {
    return this.#find().key_id;
  }

  /** What the API answers to agents. */
  offered() {
    const valid = this.#keys.filter(({ isRetired }) => !isRetired);
    const command_keys = valid.map(({ key_id, public_key }) => ({ key_id, public_key }));
    return { command_keys, command_key_links: [...this.#links] };
  }

  /** A new key, signed by the newest one. */
  add(): void {
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = { key_id: randomUUID().slice(0, 8), public_key: rawPublicKey(privateKey) };
    const before = this.#keys.at(-1);
    if (before) {
      const signature = signatureOf(commandKeySuccessionText(key), before.privateKey);
      this.#links.unshift({ ...key, signed_by: before.key_id, signature });
    }
    this.#keys.push({ ...key, privateKey, isRetired: false });
  }

  retire(keyId: string): void {
    this.#find(keyId).isRetired = true;
  }

  /** The command with its signature for a device, by the newest key or by another one, even a retired one. */
  sign(command: Command, guid: string, keyId?: string): Command {
    const { id, type, args, deadline } = command;
    const { key_id, privateKey } = this.#find(keyId);
    const argsHash = createHash('sha256')
      .update(canonicalize(args) ?? '')
      .digest('hex');
    const text = commandSigningText({ id, guid: guid as DeviceGuid, type, argsHash, deadline: Date.parse(deadline) });
    return { ...command, key_id, signature: signatureOf(text, privateKey) };
  }

  /** A grant as the API signs it. */
  signGrant(grant: Omit<DesktopGrant, 'key_id' | 'signature'>): DesktopGrant {
    const { key_id, privateKey } = this.#find();
    return { ...grant, key_id, signature: signatureOf(grantSigningText(grant), privateKey) };
  }

  #find(keyId?: string): TestKey {
    const key = keyId === undefined ? this.#keys.at(-1) : this.#keys.find(({ key_id }) => key_id === keyId);
    if (key === undefined) throw new Error(`there is no key ${keyId}`);
    return key;
  }
}

const signatureOf = (text: string, key: KeyObject): string => sign(null, Buffer.from(text), key).toString('base64');
