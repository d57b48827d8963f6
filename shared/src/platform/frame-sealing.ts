import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { CompanyPk, DevicePk } from '../contract/ids.ts';
import type { RingKey } from './key-ring.ts';
import { publicKeyFrom, rawPublicKey } from './raw-keys.ts';

// Frames at rest. Gateways store them and must not be able to read what is stored, so they have the public half of a
// key only: each process agrees on a secret with it (X25519), and from that secret the key of each company is derived
// (HKDF). The API has the private half.

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const PUBLIC_BYTES = 32;
const FORMAT = 1;

/** Another secret from time to time: one that leaks opens the frames of this time only. */
const SECRET_LIFETIME_MS = 3_600_000;

export interface FrameOwner {
  readonly company: CompanyPk;
  readonly device: DevicePk;
}

export type FrameSealer = (frame: Buffer, owner: FrameOwner) => Buffer;

const companyKey = (secret: Buffer, salt: Buffer, company: CompanyPk): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, `vigil last frames of company ${company}`, KEY_BYTES));

/** A sealed frame that is stored for another device cannot be opened. */
const contextOf = ({ company, device }: FrameOwner): Buffer => Buffer.from(`last_frames:${company}:${device}`);

/**
 * Encrypts frames with the newest frame key. Null without one: the ring is of an older version.
 * @param now the clock in milliseconds, by which the secret of this process is replaced
 */
export function createFrameSealer(keys: readonly RingKey[], now: () => number): FrameSealer | null {
  const [key] = keys;
  if (!key) return null;
  const recipient = createPublicKey(key.public);
  const head = Buffer.from([FORMAT, Buffer.byteLength(key.kid)]);
  const agree = () => {
    const own = generateKeyPairSync('x25519');
    return {
      madeAt: now(),
      secret: diffieHellman({ privateKey: own.privateKey, publicKey: recipient }),
      public: Buffer.from(rawPublicKey(own.publicKey), 'base64'),
    };
  };
  let current = agree();
  return (frame, owner) => {
    if (now() - current.madeAt >= SECRET_LIFETIME_MS) current = agree();
    const iv = randomBytes(IV_BYTES);
    const own = companyKey(current.secret, current.public, owner.company);
    const cipher = createCipheriv(ALGORITHM, own, iv).setAAD(contextOf(owner));
    const body = Buffer.concat([cipher.update(frame), cipher.final()]);
    return Buffer.concat([head, Buffer.from(key.kid), current.public, iv, cipher.getAuthTag(), body]);
  };
}

/**
 * @throws Error when the private key is not in the ring any more, or the frame was altered or belongs to another device
 */
export function openFrame(keys: readonly RingKey[], sealed: Buffer, owner: FrameOwner): Buffer {
  let at = 0;
  const take = (length: number) => sealed.subarray(at, (at += length));
  const [format, kidLength = 0] = take(2);
  if (format !== FORMAT) throw new Error(`unknown format of a sealed frame: ${format}`);
  const kid = take(kidLength).toString();
  const key = keys.find((one) => one.kid === kid);
  if (key?.private === undefined) throw new Error(`the key ring has no private frame key ${kid}`);
  const agreed = take(PUBLIC_BYTES);
  const iv = take(IV_BYTES);
  const tag = take(TAG_BYTES);
  const publicKey = publicKeyFrom('X25519', agreed.toString('base64'));
  const secret = diffieHellman({ privateKey: createPrivateKey(key.private), publicKey });
  const decipher = createDecipheriv(ALGORITHM, companyKey(secret, agreed, owner.company), iv, {
    authTagLength: TAG_BYTES,
  })
    .setAAD(contextOf(owner))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(at)), decipher.final()]);
}
