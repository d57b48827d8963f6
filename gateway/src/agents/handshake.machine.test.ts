import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { generateApiToken } from '@vigil/shared/platform/api-tokens';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { readDevicePresence } from '@vigil/shared/platform/redis/presence';
import { expect } from 'vitest';
import { createAgentKey } from '../../../tests/support/agent-key.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { openSocket, type TestSocket } from '../../../tests/support/sockets.ts';
import { alterToken, claimsFor, forgeToken } from '../../../tests/support/tokens.ts';
import { gatewayTest } from '../testing/fixture.ts';
import type { TestGateways, TestDevice } from '../testing/test-gateway.ts';

const test = gatewayTest({ count: 2 });
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

const refusal = (device: TestDevice, more: object) =>
  gateways.agent(device, { more }).then(
    () => 'admitted',
    (refused: { data?: { code?: string } }) => refused.data?.code,
  );
const claimsOf = ({ credential }: TestDevice) =>
  JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString()) as object;

test('[HELLO-1] neither the credential nor the key alone is accepted', async () => {
  const device = await gateways.addDevice();
  const otherKey = createAgentKey();
  using agent = await gateways.agent(device);
  expect(agent.socket.connected).toBe(true);
  expect(await refusal(device, { sig: otherKey.handshake(device).sig })).toBe('bad_signature');
  expect(await refusal(device, { sig: 'AAAA' })).toBe('bad_signature');
  expect(await refusal(device, { credential: '' })).toBe('credential_invalid');
  expect(await refusal(device, { nonce: 'another-nonce-than-was-signed' })).toBe('bad_signature');
});

test('[HELLO-2] an agent with a wrong clock receives the server time, and is admitted once it corrects its clock', async () => {
  const device = await gateways.addDevice();
  for (const ts of [Date.now() - 121_000, Date.now() + 121_000]) {
    const auth = device.key.handshake({ ...device, ts });
    const refused = await openSocket(`${gateways.urls[0]}/agent`, { auth }).catch((cause: unknown) => cause);
    expect(refused).toMatchObject({ data: { code: 'clock_skew', server_time: expect.any(Number) as number } });
  }
  const auth = device.key.handshake({ ...device, ts: Date.now() - 60_000 });
  using late = await openSocket(`${gateways.urls[0]}/agent`, { auth });
  expect(late.socket.connected).toBe(true);
});

test('[HELLO-3] a handshake is accepted once, by one of all gateways', async () => {
  const device = await gateways.addDevice();
  const auth = device.key.handshake(device);
  using _agent = await openSocket(`${gateways.urls[0]}/agent`, { auth });
  for (const url of gateways.urls) {
    await expect(openSocket(`${url}/agent`, { auth })).rejects.toMatchObject({ data: { code: 'replayed' } });
  }
});

test('[HELLO-4] an expired credential has its own code; foreign, altered, unsigned and user tokens are invalid', async () => {
  const device = await gateways.addDevice();
  const [key] = gateways.keyRing.agent;
  const claims = claimsOf(device);
  const { token } = await gateways.session();
  const bad = {
    credential_expired: [forgeToken({ ...claims, exp: 1 }, key)],
    credential_invalid: [
      forgeToken(claims, gateways.keyRing.session[0]),
      forgeToken({ ...claims, aud: 'console' }, key),
      forgeToken(claims, undefined, { alg: 'none', kid: key?.kid }),
      forgeToken(claimsFor('agent', { device: 1 }), key),
      alterToken(device.credential, { device: 999 }),
      token,
      'x',
    ],
  };
  for (const [code, credentials] of Object.entries(bad)) {
    for (const credential of credentials)
      expect([credential, await refusal(device, { credential })]).toEqual([credential, code]);
  }
});

test('[HELLO-5] the agent of a device that the index lacks is refused as unknown, and of an earlier protocol as deleted', async () => {
  const device = await gateways.addDevice();
  await gateways.change({ t: 'device_removed', device_pk: device.pk });
  await eventually(async () => expect(await refusal(device, { protocol: 3 })).toBe('device_unknown'));
  expect(await refusal(device, { protocol: 2 })).toBe('agent_deleted');
  expect(await refusal(device, {})).toBe('agent_deleted');
});

test('[HELLO-5] a device that is deleted during the handshake of its agent is told so, or disconnected', async () => {
  const noneIsLeft = () => eventually(() => expect(gateways.entryCounts()[0]?.['agents']).toBe(0));
  await noneIsLeft();
  // A handshake takes some milliseconds, anywhere in which the deletion may come.
  for (let round = 0; round < 60; round += 1) {
    const device = await gateways.addDevice();
    const connecting = gateways.agent(device).catch((cause: unknown) => cause);
    await delay(round / 6);
    await gateways.change({ t: 'device_removed', device_pk: device.pk });
    const agent = await connecting;
    if (agent instanceof Error) expect(agent).toMatchObject({ data: { code: 'agent_deleted' } });
    else await eventually(() => expect((agent as TestSocket).socket.connected).toBe(false));
  }
  await noneIsLeft();
});

test('[HELLO-5] the socket of a device that a rebuilt index lacks is closed, without a word of deletion', async () => {
  const { redis, company } = gateways;
  const [device, other] = [await gateways.addDevice(), await gateways.addDevice()];
  using agent = await gateways.agent(device);
  using kept = await gateways.agent(other);
  await redis.commands.hDel(redisKeys.index(company), `d${device.pk}`);
  await publish(redis, busChannels.company(company), { t: 'index_rebuilt', version: 1_000 });
  await eventually(() => expect(agent.socket.connected).toBe(false));
  expect(agent.received('deleted')).toHaveLength(0);
  expect(kept.socket.connected).toBe(true);
});

test('[HELLO-5] an agent whose number another device has, after a restored backup, is unknown', async () => {
  const [device, other] = [await gateways.addDevice(), await gateways.addDevice()];
  const claims = { ...claimsOf(device), device: other.pk };
  const credential = forgeToken(claims, gateways.keyRing.agent[0]);
  expect(await refusal(device, { credential, protocol: 3 })).toBe('device_unknown');
  using agent = await gateways.agent(other);
  expect(agent.socket.connected).toBe(true);
});

test('an agent connects by WebSocket only, and with a complete handshake', async () => {
  const device = await gateways.addDevice();
  const auth = device.key.handshake(device);
  const polling = openSocket(`${gateways.urls[0]}/agent`, { auth, transports: ['polling'] });
  await expect(polling).rejects.toMatchObject({ data: { code: 'malformed' } });
  await expect(openSocket(`${gateways.urls[0]}/agent`, {})).rejects.toMatchObject({
    data: { code: 'credential_invalid' },
  });
});

test.each([0, 1])(
  '[HELLO-7] a second socket on gateway %i replaces the first, without an offline state between',
  async (second) => {
    const device = await gateways.addDevice();
    const { token } = await gateways.session();
    using browser = await gateways.browser(token);
    await browser.ask('watch_fleet', { group_pk: 'all', usage: false });
    using first = await gateways.agent(device, { gateway: 0 });
    const place = () => readDevicePresence(gateways.redis, gateways.company, device.pk);
    await eventually(async () => expect(await place()).not.toBeNull());
    using _next = await gateways.agent(device, { gateway: second });
    await eventually(() => expect(first.received('superseded')).toHaveLength(1));
    await eventually(() => expect(first.socket.connected).toBe(false));
    expect(await place()).not.toBeNull();
    const states = browser.received('alive').flatMap((event) => event['rows'] as [number, number][]);
    expect(states.filter(([pk]) => pk === device.pk).map(([, state]) => state)).toEqual([1]);
  },
);

test('[SESSION-4] pages of other origins cannot open a socket; programs send no origin', async () => {
  const { token } = await gateways.session();
  const from = (origin: string) => gateways.browser(token, { headers: { origin } });
  const otherScheme = (gateways.urls[0] ?? '').replace('http:', 'https:');
  for (const origin of ['https://evil.test', otherScheme, 'null', 'x'])
    await expect(from(origin)).rejects.toThrow('websocket error');
  using own = await from(gateways.urls[0] ?? '');
  expect(own.socket.connected).toBe(true);
});

test('[SESSION-1] an API token opens no socket, and is told so', async () => {
  await expect(gateways.browser(generateApiToken())).rejects.toMatchObject({ data: { code: 'token_not_allowed' } });
});

test('[SESSION-1] a browser needs a token of a live session', async () => {
  const { id, token } = await gateways.session();
  const [key] = gateways.keyRing.session;
  const claims = { jti: id, user: 1, company: 1, kind: 'session' };
  const device = await gateways.addDevice();
  const bad = [
    forgeToken(claimsFor('console', { ...claims, kind: 'half' }), key),
    forgeToken(claimsFor('agent', claims), key),
    forgeToken(claimsFor('console', { ...claims, jti: randomUUID() }), key),
    alterToken(token, { company: 2 }),
    device.credential,
    '',
  ];
  for (const one of bad) {
    await expect(gateways.browser(one)).rejects.toMatchObject({ data: { code: 'session_invalid' } });
  }
  using browser = await gateways.browser(token);
  expect(browser.socket.connected).toBe(true);
});
