import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDevice } from '@vigil/shared/platform/redis/presence';
import { createMachineKey } from '../../../tests/support/machine.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { openSocket } from '../../../tests/support/sockets.ts';
import { alterToken, claimsFor, forgeToken } from '../../../tests/support/tokens.ts';
import { startTestGateways, type TestGateways, type TestMachine } from '../testing/test-gateway.ts';

let gateways: TestGateways;

beforeAll(async () => {
  gateways = await startTestGateways({ count: 2 });
});
afterAll(() => gateways[Symbol.asyncDispose]());

const refusal = (machine: TestMachine, more: object) =>
  gateways.agent(machine, { more }).then(
    () => 'let in',
    (refused: { data?: { code?: string } }) => refused.data?.code,
  );
const claimsOf = ({ credential }: TestMachine) =>
  JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString()) as object;

test('[HELLO-1] neither the credential nor the key opens anything alone', async () => {
  const machine = await gateways.addMachine();
  const stranger = createMachineKey();
  using agent = await gateways.agent(machine);
  expect(agent.socket.connected).toBe(true);
  expect(await refusal(machine, { sig: stranger.handshake(machine).sig })).toBe('bad_signature');
  expect(await refusal(machine, { sig: 'AAAA' })).toBe('bad_signature');
  expect(await refusal(machine, { credential: '' })).toBe('credential_invalid');
  expect(await refusal(machine, { nonce: 'another-nonce-than-was-signed' })).toBe('bad_signature');
});

test('[HELLO-2] a clock that is far off is told the time, and let in when it corrects itself', async () => {
  const machine = await gateways.addMachine();
  for (const ts of [Date.now() - 121_000, Date.now() + 121_000]) {
    const auth = machine.key.handshake({ ...machine, ts });
    const refused = await openSocket(`${gateways.urls[0]}/agent`, { auth }).catch((cause: unknown) => cause);
    expect(refused).toMatchObject({ data: { code: 'clock_skew', server_time: expect.any(Number) as number } });
  }
  const auth = machine.key.handshake({ ...machine, ts: Date.now() - 60_000 });
  using late = await openSocket(`${gateways.urls[0]}/agent`, { auth });
  expect(late.socket.connected).toBe(true);
});

test('[HELLO-3] a handshake opens a door once, on any gateway', async () => {
  const machine = await gateways.addMachine();
  const auth = machine.key.handshake(machine);
  using _agent = await openSocket(`${gateways.urls[0]}/agent`, { auth });
  for (const url of gateways.urls) {
    await expect(openSocket(`${url}/agent`, { auth })).rejects.toMatchObject({ data: { code: 'replayed' } });
  }
});

test('[HELLO-4] expired is told apart from foreign, altered, unsigned and a user’s', async () => {
  const machine = await gateways.addMachine();
  const [key] = gateways.keyRing.agent;
  const claims = claimsOf(machine);
  const { token } = await gateways.session();
  const bad = {
    credential_expired: [forgeToken({ ...claims, exp: 1 }, key)],
    credential_invalid: [
      forgeToken(claims, gateways.keyRing.session[0]),
      forgeToken({ ...claims, aud: 'console' }, key),
      forgeToken(claims, undefined, { alg: 'none', kid: key?.kid }),
      forgeToken(claimsFor('agent', { device: 1 }), key),
      alterToken(machine.credential, { device: 999 }),
      token,
      'x',
    ],
  };
  for (const [code, credentials] of Object.entries(bad)) {
    for (const credential of credentials)
      expect([credential, await refusal(machine, { credential })]).toEqual([credential, code]);
  }
});

test('[HELLO-5] a deleted device is told so', async () => {
  const machine = await gateways.addMachine();
  await gateways.change({ t: 'device_removed', device_pk: machine.device });
  await eventually(async () => expect(await refusal(machine, {})).toBe('agent_deleted'));
});

test('an agent comes by WebSocket only, and with a whole handshake', async () => {
  const machine = await gateways.addMachine();
  const auth = machine.key.handshake(machine);
  const polling = openSocket(`${gateways.urls[0]}/agent`, { auth, transports: ['polling'] });
  await expect(polling).rejects.toMatchObject({ data: { code: 'malformed' } });
  await expect(openSocket(`${gateways.urls[0]}/agent`, {})).rejects.toMatchObject({
    data: { code: 'credential_invalid' },
  });
});

test.each([0, 1])('[HELLO-7] a second socket on gateway %i replaces the first, without a flicker', async (second) => {
  const machine = await gateways.addMachine();
  const { token } = await gateways.session();
  using browser = await gateways.browser(token);
  await browser.ask('watch_fleet', { group_pk: 'all', usage: false });
  using first = await gateways.agent(machine, { gateway: 0 });
  const place = () => findDevice(gateways.redis, gateways.company, machine.device);
  await eventually(async () => expect(await place()).not.toBeNull());
  using _next = await gateways.agent(machine, { gateway: second });
  await eventually(() => expect(first.heard('superseded')).toHaveLength(1));
  await eventually(() => expect(first.socket.connected).toBe(false));
  expect(await place()).not.toBeNull();
  const states = browser.heard('alive').flatMap((event) => event['rows'] as [number, number][]);
  expect(states.filter(([device]) => device === machine.device).map(([, state]) => state)).toEqual([1]);
});

test('[SESSION-4] pages of elsewhere open no socket; programs send no origin', async () => {
  const { token } = await gateways.session();
  const from = (origin: string) => gateways.browser(token, { headers: { origin } });
  for (const origin of ['https://evil.test', 'null', 'x'])
    await expect(from(origin)).rejects.toThrow('websocket error');
  using own = await from(gateways.urls[0] ?? '');
  expect(own.socket.connected).toBe(true);
});

test('[SESSION-1] a browser shows a live session of its own kind', async () => {
  const { id, token } = await gateways.session();
  const [key] = gateways.keyRing.session;
  const claims = { jti: id, user: 1, company: 1, kind: 'session' };
  const machine = await gateways.addMachine();
  const bad = [
    forgeToken(claimsFor('console', { ...claims, kind: 'half' }), key),
    forgeToken(claimsFor('agent', claims), key),
    forgeToken(claimsFor('console', { ...claims, jti: randomUUID() }), key),
    alterToken(token, { company: 2 }),
    machine.credential,
    '',
  ];
  for (const one of bad) {
    await expect(gateways.browser(one)).rejects.toMatchObject({ data: { code: 'session_invalid' } });
  }
  using browser = await gateways.browser(token);
  expect(browser.socket.connected).toBe(true);
});
