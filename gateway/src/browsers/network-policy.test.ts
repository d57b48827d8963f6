import { expect } from 'vitest';
import { addressRange } from '@vigil/shared/domain/ip-addresses';
import { readSession, announceSessionChange, writeSession, type SessionRecord } from '@vigil/shared/platform/sessions';
import { eventually } from '../../../tests/support/eventually.ts';
import { gatewayTest } from '../testing/fixture.ts';
import type { TestGateways } from '../testing/test-gateway.ts';

const test = gatewayTest();
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

const rules = (block: boolean, ...subnets: readonly string[]): SessionRecord['networkPolicy'] => ({
  external: true,
  ip: { block, ranges: subnets.map((subnet) => addressRange(subnet)).filter((range) => range !== null) },
});

test.each([
  ['blocks this address', rules(true, '127.0.0.0/8')],
  ['admits other addresses', rules(false, '203.0.113.0/24')],
])('[SESSION-5] a session of a company that %s opens no socket here', async (_, networkPolicy) => {
  const { token } = await gateways.session({ networkPolicy });
  await expect(gateways.browser(token)).rejects.toMatchObject({ data: { code: 'ip_blocked' } });
});

test('[SESSION-5] a browser is admitted, and disconnected when the policy changes', async () => {
  const { id, token } = await gateways.session({ networkPolicy: rules(false, '127.0.0.1') });
  const browser = await gateways.browser(token);
  const session = await readSession(gateways.redis, id);
  if (!session) throw new Error('the session is gone');
  await writeSession(gateways.redis, { ...session, networkPolicy: rules(true, '127.0.0.1') }, Date.now());
  await announceSessionChange(gateways.redis, id);
  await eventually(() => expect(browser.received('session_ended')).toEqual([{ reason: 'policy' }]));
  await eventually(() => expect(browser.socket.connected).toBe(false));
});

test('[SESSION-5] without external access, addresses of private networks are admitted', async () => {
  const { token } = await gateways.session({ networkPolicy: { external: false, ip: null } });
  expect((await gateways.browser(token)).socket.connected).toBe(true);
});
