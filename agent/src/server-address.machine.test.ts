import { expect, test } from 'vitest';
import { readIdentity, writeIdentity } from './identity.ts';
import {
  assertSecureAddress,
  chooseGatewayAddress,
  InsecureAddress,
  OtherServer,
  strictConnectionPolicy,
} from './server-address.ts';
import { memoryStore } from './state-store.ts';
import { eventually } from './testing/eventually.ts';
import { createTestAgent } from './testing/test-agent.ts';
import { TestGateway } from './testing/test-gateway.ts';

const trusting = { allowPlainHttp: true };

test.each([
  ['https://vigil.test', 'https://gateway.test', 'https://gateway.test'],
  // A server without a public address in its settings.
  ['https://vigil.test', 'http://localhost:8080', 'https://vigil.test'],
  ['http://127.0.0.1:8081', 'http://localhost:8082', 'http://localhost:8082'],
  ['http://127.0.0.1:8081', 'https://vigil.test', 'https://vigil.test'],
])('at %s, the gateway %s is reached at %s', (server, named, address) => {
  expect(chooseGatewayAddress({ server, named }, strictConnectionPolicy)).toBe(address);
});

test.each([
  ['https://vigil.test', 'http://vigil.test', trusting],
  ['https://vigil.test', 'ws://vigil.test', trusting],
  ['https://localhost', 'http://localhost', trusting],
  ['http://127.0.0.1:8081', 'http://elsewhere.test', strictConnectionPolicy],
  ['http://localhost.test', 'http://localhost.test', strictConnectionPolicy],
] as const)('at %s, the gateway %s is refused', (server, named, transport) => {
  expect(() => chooseGatewayAddress({ server, named }, transport)).toThrow(InsecureAddress);
});

test('a gateway that is given to the agent needs the permission for plain HTTP, too', () => {
  const reach = (gateway: string, transport = strictConnectionPolicy) =>
    chooseGatewayAddress({ server: 'https://vigil.test', named: 'https://vigil.test' }, { ...transport, gateway });
  expect(() => reach('http://gateway.test')).toThrow(/--allow-plain-http/);
  expect(reach('http://gateway.test', trusting)).toBe('http://gateway.test');
  expect(reach('http://127.0.0.1:8082')).toBe('http://127.0.0.1:8082');
});

test('plain HTTP beyond this device has to be allowed', () => {
  for (const server of ['http://vigil.test', 'http://192.168.1.5:8080', 'http://127.0.0.1.evil.test']) {
    expect(() => assertSecureAddress(server, strictConnectionPolicy)).toThrow(/--allow-plain-http/);
    expect(() => assertSecureAddress(server, trusting)).not.toThrow();
  }
  for (const server of ['http://127.0.0.1:1', 'http://[::1]:1', 'http://localhost', 'https://vigil.test'])
    expect(() => assertSecureAddress(server, strictConnectionPolicy)).not.toThrow();
});

test('an enrolment over plain HTTP beyond this device sends nothing', async () => {
  await using gateway = await TestGateway.start();
  const sent: string[] = [];
  const post = (url: string) => {
    sent.push(url);
    return Promise.reject(new Error('nothing may be sent'));
  };
  await using agent = createTestAgent(gateway, { server: 'http://vigil.test', post });
  await expect(agent.start()).rejects.toThrow(InsecureAddress);
  expect(sent).toEqual([]);
});

test('an enrolment that is answered with a gateway without encryption is not stored', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  const post = async (_url: string, body: string) => {
    const reply = await fetch(`${gateway.url}/lmm/api/v1.0/agents/enrol`, { method: 'POST', body });
    const text = (await reply.text()).replace(gateway.url, 'http://attacker.test');
    return { status: reply.status, date: undefined, text };
  };
  await using agent = createTestAgent(gateway, { server: 'https://vigil.test', store, post, transport: trusting });
  await expect(agent.start()).rejects.toThrow(InsecureAddress);
  expect(readIdentity(store)).toBeNull();
});

test('an agent whose state is of another server does not start, and keeps that state', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  {
    await using agent = createTestAgent(gateway, { store });
    await agent.start();
    await eventually(() => agent.state === 'connected');
  }
  const stored = readIdentity(store);
  await using other = createTestAgent(gateway, { store, server: 'https://elsewhere.test' });
  await expect(other.start()).rejects.toThrow(OtherServer);
  expect(readIdentity(store)).toEqual(stored);
  // The same place in other words, and no word about it.
  for (const server of [`${gateway.url}/`, undefined]) {
    await using agent = createTestAgent(gateway, { store, server });
    await agent.start();
    await eventually(() => agent.state === 'connected');
  }
  expect(gateway.enrolments).toHaveLength(1);
});

test('a stored or renewed gateway without encryption is not used', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  await using first = createTestAgent(gateway, { store });
  await first.start();
  await eventually(() => first.state === 'connected');
  first.stop();
  await first.ended;
  const identity = readIdentity(store);
  if (!identity) throw new Error('not enrolled');
  writeIdentity(store, { ...identity, gateway_url: 'http://attacker.test' });
  await using second = createTestAgent(gateway, { store });
  await second.start();
  await eventually(() => second.state === 'connected');
});
