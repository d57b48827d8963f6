import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createAgentKey } from '../../../tests/support/agent-key.ts';
import { redisTest } from '../../../tests/support/redis-test.ts';
import type { ProofPurpose } from '../contract/agent-handshake.ts';
import { CompanyPk, DevicePk, DeviceGuid } from '../contract/ids.ts';
import { PROTOCOL_VERSION } from '../contract/protocol-version.ts';
import { consumeAgentProof } from './agent-proof.ts';
import { packFrame, unpackFrame } from './redis/frames.ts';
import { redisKeys } from './redis/keys.ts';
import type { Redis } from './redis/redis.ts';
import { thumbprintOf } from './tokens.ts';

const test = redisTest;
let redis: Redis;

test.beforeAll(({ redis: connected }) => {
  redis = connected;
});

const agentKey = createAgentKey();
const known = {
  guid: DeviceGuid.parse(randomUUID()),
  device: DevicePk.parse(1),
  company: CompanyPk.parse(1),
  key: agentKey.publicKey,
  thumbprint: thumbprintOf(agentKey.publicKey),
};
const NOW = 1_800_000_000_000;
const check = (handshake: ReturnType<typeof agentKey.handshake>, purpose: ProofPurpose = 'connect') =>
  consumeAgentProof(handshake, { purpose, verifyCredential: () => known, redis, now: () => NOW });
const proof = (ts: number, key = agentKey) => key.handshake({ guid: known.guid, credential: 'x', ts });

test('[HELLO-2] a clock may be off by two minutes at most; the refusal has the server time', async () => {
  for (const skew of [0, 120_000, -120_000]) expect(await check(proof(NOW + skew))).toEqual(known);
  for (const skew of [120_001, -120_001, Number.NaN, Number.POSITIVE_INFINITY]) {
    await expect(check(proof(NOW + skew))).rejects.toMatchObject({ code: 'clock_skew', detail: { detail: NOW } });
  }
});

test('[HELLO-3] a nonce is stored for as long as its handshake could be replayed', async () => {
  const handshake = proof(NOW + 120_000);
  await check(handshake);
  await expect(check(handshake)).rejects.toMatchObject({ code: 'replayed' });
  expect(await redis.commands.pTTL(redisKeys.nonces(known.guid))).toBeGreaterThan(120_000);
});

test('[HELLO-3] a device with a key that is used without end takes limited room, and others are not affected', async () => {
  const device = { ...known, guid: DeviceGuid.parse(randomUUID()) };
  const checkOf = (of: typeof known) =>
    consumeAgentProof(agentKey.handshake({ guid: of.guid, credential: 'x', ts: NOW }), {
      purpose: 'connect',
      verifyCredential: () => of,
      redis,
      now: () => NOW,
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 600 }, () => checkOf(device)));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(100);
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: 'too_many_requests', detail: { retryAfter: expect.any(Number) as number } });
  expect(await redis.commands.zCard(redisKeys.nonces(device.guid))).toBe(500);
  const other = { ...known, guid: DeviceGuid.parse(randomUUID()) };
  expect(await checkOf(other)).toEqual(other);
});

test('[HELLO-1] a wrong signature is refused, and does not use up the nonce', async () => {
  const handshake = proof(NOW);
  const forged = { ...handshake, sig: proof(NOW, createAgentKey()).sig };
  await expect(check(forged)).rejects.toMatchObject({ code: 'bad_signature' });
  expect(await check(handshake)).toEqual(known);
});

const purposes = ['connect', 'renew', 'new-key', 'application:1', 'application:2', 'release:1'] as const;

test('[HELLO-1] a proof counts for its purpose only, and becomes none without a purpose by another version', async () => {
  for (const made of purposes)
    for (const asked of purposes) {
      const handshake = agentKey.handshake(
        { guid: known.guid, credential: 'x', ts: NOW, purpose: made },
        { protocol: PROTOCOL_VERSION },
      );
      if (made === asked) expect(await check(handshake, asked)).toEqual(known);
      else
        for (const claimed of [handshake, { ...handshake, protocol: 1 }, { ...handshake, protocol: undefined }])
          await expect(check(claimed as never, asked)).rejects.toMatchObject({ code: 'bad_signature' });
    }
});

test('[HELLO-1] agents of earlier versions connect, renew and update, and get no application and no new key', async () => {
  for (const protocol of [1, 2]) {
    const old = () => agentKey.handshake({ guid: known.guid, credential: 'x', ts: NOW }, { protocol });
    for (const purpose of ['connect', 'renew', 'release:1'] as const)
      expect(await check(old(), purpose)).toEqual(known);
    for (const purpose of ['new-key', 'application:1'] as const)
      await expect(check(old(), purpose)).rejects.toMatchObject({ code: 'bad_signature' });
  }
});

test('a packed frame is unpacked unchanged', () => {
  const header = fc.record({
    device_pk: fc.integer({ min: 1, max: 2_147_483_647 }).map((pk) => DevicePk.parse(pk)),
    at: fc.nat(),
    width: fc.integer({ min: 1, max: 4_096 }),
    height: fc.integer({ min: 1, max: 4_096 }),
    ext: fc.constantFrom('jpg' as const, 'webp' as const, 'png' as const),
  });
  fc.assert(
    fc.property(header, fc.uint8Array({ maxLength: 300 }), (one, noise) => {
      const bytes = Buffer.from(noise);
      expect(unpackFrame(packFrame({ header: one, bytes }))).toEqual({ header: one, bytes });
    }),
  );
});
