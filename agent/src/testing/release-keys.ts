import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import type { CommandKey, CommandKeyLink } from '@vigil/shared/contract/command-signature';
import {
  releaseKeyLinkText,
  ReleaseManifest,
  releaseSigningText,
  type ReleaseFile,
  type UpdateCommandArgs,
} from '@vigil/shared/contract/release';
import canonicalize from 'canonicalize';
import { rawPublicKey } from '../raw-keys.ts';

interface TestKey extends CommandKey {
  readonly privateKey: KeyObject;
}

const signatureOf = (text: string, key: KeyObject): string => sign(null, Buffer.from(text), key).toString('base64');

function createKey(): TestKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { key_id: randomUUID().slice(0, 8), public_key: rawPublicKey(privateKey), privateKey };
}

/** A package that no device downloads in a test without one. */
const PACKAGE: ReleaseFile = {
  os: 'linux',
  arch: 'x64',
  file_name: 'vigil-agent-linux-x64.tar.gz',
  size: 1,
  sha256: 'a'.repeat(64),
};

/** The offline keys of a vendor, which tests rotate, and the releases that they sign. */
export class ReleaseKeys {
  #keys: TestKey[] = [createKey()];
  #links: CommandKeyLink[] = [];

  offered() {
    const release_keys = this.#keys.map(({ key_id, public_key }) => ({ key_id, public_key }));
    return { release_keys, release_key_links: [...this.#links] };
  }

  /** The newest key signs the next one and is out of use; without `linked` the next one comes from nowhere. */
  rotate({ linked }: { linked: boolean }): void {
    const before = this.#newest();
    const key = createKey();
    const { key_id, public_key } = key;
    const link = {
      key_id,
      public_key,
      signed_by: before.key_id,
      signature: signatureOf(releaseKeyLinkText(key), before.privateKey),
    };
    if (linked) this.#links.push(link);
    this.#keys = [key];
  }

  /** What the API would tell an agent. `change` alters the manifest after it was signed. */
  job(
    version: string,
    files: readonly Partial<ReleaseFile>[] = [{}],
    change: Partial<ReleaseManifest> = {},
  ): UpdateCommandArgs {
    const manifest = ReleaseManifest.parse({
      version,
      channel: 'stable',
      created_at: '2026-01-01T00:00:00.000Z',
      files: files.map((file) => ({ ...PACKAGE, ...file })),
    });
    const { key_id, privateKey } = this.#newest();
    const signature = signatureOf(releaseSigningText(canonicalize(manifest) ?? ''), privateKey);
    return {
      version,
      path: `/agents/releases/${randomUUID()}`,
      release: { manifest: { ...manifest, ...change }, key_id, signature },
    };
  }

  #newest(): TestKey {
    const key = this.#keys.at(-1);
    if (!key) throw new Error('there is no key');
    return key;
  }
}
