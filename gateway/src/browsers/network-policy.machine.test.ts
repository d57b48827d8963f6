import { expect } from 'vitest';
import { addressRange, mergeRanges } from '@vigil/shared/domain/ip-addresses';
import { openNetworkPolicy, type NetworkPolicy } from '@vigil/shared/domain/network-policy';
import { dropNetworkPolicy } from '@vigil/shared/platform/network-policies';
import { eventually } from '../../../tests/support/eventually.ts';
import { gatewayTest } from '../testing/fixture.ts';
import type { TestGateways } from '../testing/test-gateway.ts';

const test = gatewayTest({ count: 2 });
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});
test.beforeEach(() => gateways.setNetworkPolicy(openNetworkPolicy));

const rules = (block: boolean, ...subnets: readonly string[]): NetworkPolicy => ({
  external: true,
  ip: {
    block,
    ranges: mergeRanges(subnets.map((subnet) => addressRange(subnet)).filter((range) => range !== null)),
  },
});

const BLOCKED = rules(true, '127.0.0.0/8');

test.each([
  ['blocks this address', BLOCKED],
  ['admits other addresses', rules(false, '203.0.113.0/24')],
])('[SESSION-5] a session of a company that %s opens no socket here', async (_, policy) => {
  const { token } = await gateways.session();
  await gateways.setNetworkPolicy(policy);
  await expect(gateways.browser(token)).rejects.toMatchObject({ data: { code: 'ip_blocked' } });
});

test.each([
  ['is announced', true],
  ['is not announced, because its process ended before', false],
])('[SESSION-5] sockets of all gateways are ended by a policy that %s', async (_, announced) => {
  const { token } = await gateways.session();
  await gateways.setNetworkPolicy(rules(false, '127.0.0.1'));
  const browsers = await Promise.all([0, 1].map((gateway) => gateways.browser(token, { gateway })));
  await gateways.setNetworkPolicy(BLOCKED, { announced });
  await eventually(() => {
    for (const browser of browsers) {
      expect(browser.received('session_ended')).toEqual([{ reason: 'policy' }]);
      expect(browser.socket.connected).toBe(false);
    }
  });
});

test('[SESSION-5] sockets that the changed policy admits stay', async () => {
  const { token } = await gateways.session();
  const browser = await gateways.browser(token);
  const { token: other } = await gateways.session();
  await gateways.setNetworkPolicy(rules(true, '203.0.113.0/24', '2001:db8::/32'));
  // Its answer shows that the gateway knows the new policy.
  await eventually(async () => expect((await gateways.browser(other)).socket.connected).toBe(true));
  expect(browser.received('session_ended')).toEqual([]);
  expect(browser.socket.connected).toBe(true);
});

test('[SESSION-5] a policy that Redis has lost admits no socket, and closes the open ones until an API restores it', async () => {
  const { token } = await gateways.session();
  const browser = await gateways.browser(token);
  await dropNetworkPolicy(gateways.redis, gateways.company);
  await expect(gateways.browser(token)).rejects.toMatchObject({ data: { code: 'session_invalid' } });
  await eventually(() => expect(browser.socket.connected).toBe(false));
  // The transport was closed, not the session: a client connects again by itself.
  expect(browser.received('session_ended')).toEqual([]);
  await gateways.setNetworkPolicy(openNetworkPolicy);
  expect((await gateways.browser(token)).socket.connected).toBe(true);
});

test('[SESSION-5] without external access, addresses of private networks are admitted', async () => {
  const { token } = await gateways.session();
  await gateways.setNetworkPolicy({ external: false, ip: null });
  expect((await gateways.browser(token)).socket.connected).toBe(true);
});
