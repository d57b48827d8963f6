import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import { keyFingerprint } from '@vigil/shared/contract/remote-desktop/key-fingerprint';
import { desktopKeyLabels, desktopTranscriptText } from '@vigil/shared/contract/remote-desktop/transcript';
import { createAesGcm, type AesGcm, type Bytes } from './aes-gcm.ts';
import { bytesOfBase64, base64OfBytes, bytesOfText } from './bytes.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;

/** Messages are numbered as they are given; several may be under way. */
export interface SealedChannel {
  seal(text: string): Promise<Bytes>;
  /** Rejects what was changed, repeated or left out on the way. */
  open(sealed: Bytes): Promise<Bytes>;
}

/** The key of this viewer for one connection. */
export function createViewerKey() {
  const secret = x25519.utils.randomSecretKey();
  return { secret, publicKey: base64OfBytes(x25519.getPublicKey(secret)) };
}

export type ViewerKey = ReturnType<typeof createViewerKey>;

interface AgentKeyAndSignature {
  readonly agent_key: string;
  readonly signature: string;
}

/**
 * The encrypted channel to the agent that holds the key of the device (RELAY-5). What is done once for a connection is
 * done by a library everywhere: browsers have X25519 in secure contexts only, and some not yet.
 * @returns null when another one has answered
 */
export function agreeWithAgent(
  own: ViewerKey,
  { grant, device_key }: Pick<DesktopAccess, 'grant' | 'device_key'>,
  { agent_key, signature }: AgentKeyAndSignature,
): SealedChannel | null {
  const transcript = bytesOfText(desktopTranscriptText(grant, agent_key));
  if (!ed25519.verify(bytesOfBase64(signature), transcript, bytesOfBase64(device_key))) return null;
  const secret = x25519.getSharedSecret(own.secret, bytesOfBase64(agent_key));
  const salt = sha256(transcript);
  const keyOf = (label: string) => new Uint8Array(hkdf(sha256, secret, salt, bytesOfText(label), KEY_BYTES));
  return createSealedChannel({
    in: createAesGcm(keyOf(desktopKeyLabels.toViewer)),
    out: createAesGcm(keyOf(desktopKeyLabels.toAgent)),
  });
}

export function createSealedChannel(ciphers: { readonly in: AesGcm; readonly out: AesGcm }): SealedChannel {
  // The number of the last message of each direction.
  let [sent, received] = [-1, -1];
  return {
    seal: (text) => ciphers.out.encrypt(nonceOf((sent += 1)), bytesOfText(text)),
    open: (sealed) => ciphers.in.decrypt(nonceOf((received += 1)), sealed),
  };
}

function nonceOf(number: number): Bytes {
  const nonce = new Uint8Array(NONCE_BYTES);
  new DataView(nonce.buffer).setBigUint64(NONCE_BYTES - 8, BigInt(number));
  return nonce;
}

/** The agent shows the same. */
export const fingerprintOf = (deviceKey: string): string => keyFingerprint(sha256(bytesOfBase64(deviceKey)));
