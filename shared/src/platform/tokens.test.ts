import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAgentKey } from '../../../tests/support/agent-key.ts';
import { alterSignature, alterToken, claimsFor, forgeToken } from '../../../tests/support/tokens.ts';
import { CompanyPk, DevicePk, DeviceGuid } from '../contract/ids.ts';
import { createKeyRing, publicKeyRing, rotateKeyRing } from './key-ring.ts';
import {
  createAgentCredentialSigner,
  createAgentCredentialVerifier,
  createSessionVerifier,
  isSignedBy,
  thumbprintOf,
} from './tokens.ts';

const ring = createKeyRing();
const { publicKey } = createAgentKey();
const credential = {
  guid: DeviceGuid.parse(randomUUID()),
  device: DevicePk.parse(7),
  company: CompanyPk.parse(3),
  key: publicKey,
  thumbprint: thumbprintOf(publicKey),
};
const verify = createAgentCredentialVerifier(publicKeyRing(ring).agent);
const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'accepted';
  } catch (cause) {
    return (cause as { code?: string }).code;
  }
};

test('a verified credential has the claims that were signed', () => {
  expect(verify(createAgentCredentialSigner(ring.agent)(credential))).toEqual(credential);
});

test('a ring without private keys cannot sign', () => {
  expect(() => createAgentCredentialSigner(publicKeyRing(ring).agent)).toThrow(/verify, not sign|cannot|private/u);
});

test('[HELLO-4] a credential needs a signature of the ring’s key, the right audience and a future expiry', () => {
  const [key] = ring.agent;
  const claims = claimsFor('agent', credential);
  const good = forgeToken(claims, key);
  const tokens = {
    accepted: [good],
    credential_expired: [forgeToken({ ...claims, exp: 1 }, key)],
    credential_invalid: [
      forgeToken(claims, undefined, { alg: 'none', kid: key?.kid }),
      forgeToken(claims, key, { alg: 'none' }),
      forgeToken(claims, key, { alg: 'HS256' }),
      forgeToken(claims, key, { kid: 'other' }),
      forgeToken(claims, key, { kid: undefined }),
      forgeToken(claims, createKeyRing().agent[0]),
      forgeToken(claims, ring.session[0]),
      forgeToken({ ...claims, aud: 'console' }, key),
      forgeToken({ ...claims, aud: undefined }, key),
      forgeToken({ ...claims, exp: undefined }, key),
      forgeToken(claimsFor('agent', { ...credential, guid: 'x' }), key),
      alterToken(good, { device: 8 }),
      alterSignature(good),
      '',
      'a.b.c',
      good.split('.').slice(0, 2).join('.'),
    ],
  };
  for (const [code, list] of Object.entries(tokens)) {
    for (const token of list) expect([token, codeOf(() => verify(token))]).toEqual([token, code]);
  }
});

test('an expired credential still identifies the agent that renews it', () => {
  const expired = forgeToken({ ...claimsFor('agent', credential), exp: 1 }, ring.agent[0]);
  expect(createAgentCredentialVerifier(ring.agent, { ignoreExpiration: true })(expired)).toMatchObject(credential);
  const forged = forgeToken({ ...claimsFor('agent', credential), exp: 1 }, createKeyRing().agent[0]);
  expect(codeOf(() => createAgentCredentialVerifier(ring.agent, { ignoreExpiration: true })(forged))).toBe(
    'credential_invalid',
  );
});

test('after a rotation the new key signs and the old one still verifies, until the next', () => {
  const old = createAgentCredentialSigner(ring.agent)(credential);
  const rotated = rotateKeyRing(ring);
  const fresh = createAgentCredentialSigner(rotated.agent)(credential);
  expect(createAgentCredentialVerifier(rotated.agent)(old)).toEqual(credential);
  expect(createAgentCredentialVerifier(rotated.agent)(fresh)).toEqual(credential);
  expect(codeOf(() => verify(fresh))).toBe('credential_invalid');
  expect(codeOf(() => createAgentCredentialVerifier(rotateKeyRing(rotated).agent)(old))).toBe('credential_invalid');
});

test('[SESSION-1] tokens of sessions and credentials of agents are not interchangeable', () => {
  const check = createSessionVerifier(publicKeyRing(ring).session);
  const claims = claimsFor('console', { jti: randomUUID(), user: 1, company: 1, kind: 'session' });
  expect(check(forgeToken(claims, ring.session[0]))).toMatchObject({ user: 1, kind: 'session' });
  const agent = createAgentCredentialSigner(ring.agent)(credential);
  for (const token of [agent, forgeToken(claims, ring.agent[0]), forgeToken({ ...claims, exp: 1 }, ring.session[0])]) {
    expect(codeOf(() => check(token))).toBe('session_invalid');
  }
  expect(codeOf(() => verify(forgeToken(claims, ring.session[0])))).toBe('credential_invalid');
});

test('an empty, foreign or unparsable signature or key is refused', async () => {
  const key = createAgentKey();
  const { sig, ts, nonce } = key.handshake({ guid: credential.guid, credential: '' });
  const text = `vigil-agent|${credential.guid}|${ts}|${nonce}`;
  expect(await isSignedBy(key.publicKey, text, sig)).toBe(true);
  expect(await isSignedBy(key.publicKey, `${text}x`, sig)).toBe(false);
  expect(await isSignedBy(publicKey, text, sig)).toBe(false);
  for (const [bad, signature] of [
    ['', sig],
    ['AAAA', sig],
    [key.publicKey, ''],
    [key.publicKey, 'AAAA'],
  ] as const) {
    expect(await isSignedBy(bad, text, signature)).toBe(false);
  }
});
