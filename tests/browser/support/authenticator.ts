import { createHmac } from 'node:crypto';

const STEP_S = 30;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator shows for a secret, `steps` of 30 s from now: a code is good once, and one step either way. */
export function codeOf(secret: string, { steps = 0 } = {}): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1_000 / STEP_S) + steps));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** Six digits that are no code of a secret, now or a step before or after. */
export function wrongCodeFor(secret: string): string {
  const good = new Set([-1, 0, 1].map((steps) => codeOf(secret, { steps })));
  return ['000000', '000001', '000002', '000003'].find((code) => !good.has(code)) ?? '';
}

/** The secret in the text of a QR image. */
export const secretOf = (otpauth: string): string => new URL(otpauth).searchParams.get('secret') ?? '';

function fromBase32(text: string): Buffer {
  const bits = text
    .replaceAll(' ', '')
    .split('')
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/gu) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
