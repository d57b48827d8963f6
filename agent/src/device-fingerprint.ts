import { createHash } from 'node:crypto';
import { keyFingerprint } from '@vigil/shared/contract/remote-desktop/key-fingerprint';
import type { Signer } from './signer.ts';

/** By which a person tells the key of this device from another one; viewers show the same (RELAY-5). */
export const deviceFingerprint = ({ publicKey }: Pick<Signer, 'publicKey'>): string =>
  keyFingerprint(createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest());
