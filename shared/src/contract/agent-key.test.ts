import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { AgentPublicKey } from './agent-key.ts';

const isAccepted = (bytes: Uint8Array) => AgentPublicKey.safeParse(Buffer.from(bytes).toString('base64')).success;
const point = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

test('keys of agents are accepted', () => {
  for (let count = 0; count < 200; count += 1) {
    const { publicKey } = generateKeyPairSync('ed25519');
    expect(isAccepted(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))).toBe(true);
  }
});

test('what is not written as a key is refused', () => {
  for (const text of ['', 'no key', 'ÿ', '='.repeat(44), 'A'.repeat(43)])
    expect(AgentPublicKey.safeParse(text).success).toBe(false);
});

test.each([
  ['zero', '00'.repeat(32)],
  ['the neutral point', `01${'00'.repeat(31)}`],
  ['the neutral point with a sign', `01${'00'.repeat(30)}80`],
  ['a point of order two', `ec${'ff'.repeat(30)}7f`],
  ['a point of order eight', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
  ['the other of order eight, with a sign', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa'],
  ['another spelling of zero', `ed${'ff'.repeat(30)}7f`],
  ['another spelling of the neutral point', `ee${'ff'.repeat(30)}ff`],
  ['only ones', 'ff'.repeat(32)],
])('%s is no key', (_, hex) => {
  expect(isAccepted(point(hex))).toBe(false);
});
