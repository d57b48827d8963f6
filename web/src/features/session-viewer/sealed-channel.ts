import { gcm } from '@noble/ciphers/aes.js';
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import { desktopKeyLabels, desktopTranscriptText } from '@vigil/shared/contract/remote-desktop/transcript';
import { keyFingerprint } from '@vigil/shared/contract/remote-desktop/key-fingerprint';
import { bytesOfBase64, base64OfBytes, bytesOfText } from './bytes.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;

export interface SealedChannel {
  seal(text: string): Uint8Array<ArrayBuffer>;
  /** @throws Error for what was changed, repeated or left out on the way */
  open(sealed: Uint8Array): Uint8Array;
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
 * The encrypted channel to the agent that holds the key of the device (RELAY-5). The libraries are our own, because browsers have
 * their cryptography in secure contexts only, and the console is also opened over plain http.
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
  const keyOf = (label: string) => hkdf(sha256, secret, salt, bytesOfText(label), KEY_BYTES);
  const keys = { in: keyOf(desktopKeyLabels.toViewer), out: keyOf(desktopKeyLabels.toAgent) };
  let [sent, received] = [0, 0];
  return {
    seal(text) {
      const sealed = gcm(keys.out, nonceOf(sent)).encrypt(bytesOfText(text));
      sent += 1;
      return new Uint8Array(sealed);
    },
    open(sealed) {
      const plain = gcm(keys.in, nonceOf(received)).decrypt(sealed);
      received += 1;
      return plain;
    },
  };
}

function nonceOf(number: number): Uint8Array {
  const nonce = new Uint8Array(NONCE_BYTES);
  new DataView(nonce.buffer).setBigUint64(NONCE_BYTES - 8, BigInt(number));
  return nonce;
}

/** The agent shows the same. */
export const fingerprintOf = (deviceKey: string): string => keyFingerprint(sha256(bytesOfBase64(deviceKey)));
