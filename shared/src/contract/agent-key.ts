import { PublicKey } from './command-signature.ts';

/**
 * The points of Ed25519 of small order, without the sign of x: one signature would do for any text (0, 1, -1, and those
 * of order 8). libsodium refuses the same ones.
 */
const smallOrderPoints = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);
/** 2^255 - 19 and above: a second spelling of another number. */
const OUT_OF_FIELD = /^(?:e[d-f]|f[0-9a-f])f{60}7f$/u;

function withoutSign(key: string): string {
  const bytes = Uint8Array.from(atob(key), (sign) => sign.charCodeAt(0));
  bytes[31] = (bytes[31] ?? 0) & 0x7f;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The public key of an agent: one that proves something. Node's own check takes any 32 bytes. */
export const AgentPublicKey = PublicKey.refine((key) => {
  // What is no key has its own issue, after which the other checks run all the same.
  if (!PublicKey.safeParse(key).success) return true;
  const point = withoutSign(key);
  return !smallOrderPoints.has(point) && !OUT_OF_FIELD.test(point);
}, 'proves nothing');
