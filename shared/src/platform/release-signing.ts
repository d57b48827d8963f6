import { sign, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import * as z from 'zod';
import { CommandKey, CommandKeyLink } from '../contract/command-signature.ts';
import { releaseKeyLinkText, releaseSigningText, SignedRelease, type ReleaseManifest } from '../contract/release.ts';
import { commandKeyOf, signKeySuccession } from './command-keys.ts';
import { createEd25519KeyPair } from './key-ring.ts';
import { publicKeyFrom } from './raw-keys.ts';

/** A release key with its private half, in a file that is kept away from servers. */
export const PrivateReleaseKeyFile = z.object({
  kid: z.string(),
  public: z.string(),
  private: z.string(),
  signed_by: z.string().optional(),
  signature: z.string().optional(),
});
export type PrivateReleaseKeyFile = z.infer<typeof PrivateReleaseKeyFile>;

/** A new key; `predecessor`, which agents trust already, signs it. */
export function createReleaseKey(predecessor?: PrivateReleaseKeyFile): PrivateReleaseKeyFile {
  const next = createEd25519KeyPair();
  return PrivateReleaseKeyFile.parse({
    ...next,
    ...(predecessor && signKeySuccession(predecessor, next, releaseKeyLinkText)),
  });
}

/** What servers know of a key: its public half, and the signature of the one before it. */
export const PublicReleaseKey = CommandKey.extend({
  signed_by: CommandKeyLink.shape.signed_by.optional(),
  signature: CommandKeyLink.shape.signature.optional(),
});
export type PublicReleaseKey = z.infer<typeof PublicReleaseKey>;

export const publicReleaseKeyOf = (key: PrivateReleaseKeyFile): PublicReleaseKey => ({
  ...commandKeyOf(key),
  ...(key.signed_by === undefined || key.signature === undefined
    ? {}
    : { signed_by: key.signed_by, signature: key.signature }),
});

const isSigned = (text: string, { public_key }: CommandKey, signature: string): boolean => {
  const key = publicKeyFrom('Ed25519', public_key);
  return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'));
};

const textOf = (manifest: ReleaseManifest): string => releaseSigningText(canonicalize(manifest) ?? '');

export function signRelease(manifest: ReleaseManifest, key: PrivateReleaseKeyFile): SignedRelease {
  const signature = sign(null, Buffer.from(textOf(manifest), 'utf8'), key.private).toString('base64');
  return SignedRelease.parse({ manifest, key_id: key.kid, signature });
}

/** Whether one of these keys has signed exactly this manifest. */
export function isGenuineRelease({ manifest, key_id, signature }: SignedRelease, keys: readonly CommandKey[]): boolean {
  const key = keys.find((one) => one.key_id === key_id);
  return key !== undefined && isSigned(textOf(manifest), key, signature);
}

/** Whether one of `known` has signed this key as its successor. */
export function isKnownSuccessor(
  { signed_by, signature, ...key }: PublicReleaseKey,
  known: readonly CommandKey[],
): boolean {
  const signer = known.find((one) => one.key_id === signed_by);
  return signer !== undefined && signature !== undefined && isSigned(releaseKeyLinkText(key), signer, signature);
}
