import { addressRange, mergeRanges } from '@vigil/shared/domain/ip-addresses';
import type { NetworkPolicy } from '@vigil/shared/domain/network-policy';
import { invalidateAccessPolicy } from '@vigil/shared/platform/access-policy-cache';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { gatewayTest } from '../testing/fixture.ts';
import type { TestGateways } from '../testing/test-gateway.ts';

const test = gatewayTest({ count: 2 });
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});
test.beforeEach(() => gateways.setAccessPolicy({}));

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
  await gateways.setAccessPolicy(policy);
  await expect(gateways.browser(token)).rejects.toMatchObject({ data: { code: 'ip_blocked' } });
});

test.each([
  ['is announced', true],
  ['is not announced, because its process ended before', false],
])('[SESSION-5] sockets of all gateways are ended by a policy that %s', async (_, announced) => {
  const { token } = await gateways.session();
  await gateways.setAccessPolicy(rules(false, '127.0.0.1'));
  const browsers = await Promise.all([0, 1].map((gateway) => gateways.browser(token, { gateway })));
  await gateways.setAccessPolicy(BLOCKED, { announced });
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
  await gateways.setAccessPolicy(rules(true, '203.0.113.0/24', '2001:db8::/32'));
  // Its answer shows that the gateway knows the new policy.
  await eventually(async () => expect((await gateways.browser(other)).socket.connected).toBe(true));
  expect(browser.received('session_ended')).toEqual([]);
  expect(browser.socket.connected).toBe(true);
});

test('[SESSION-5] a policy that Redis has lost admits no socket, and closes the open ones until an API restores it', async () => {
  const { token } = await gateways.session();
  const browser = await gateways.browser(token);
  await invalidateAccessPolicy(gateways.redis, gateways.company);
  await expect(gateways.browser(token)).rejects.toMatchObject({ data: { code: 'session_invalid' } });
  await eventually(() => expect(browser.socket.connected).toBe(false));
  // The transport was closed, not the session: a client connects again by itself.
  expect(browser.received('session_ended')).toEqual([]);
  await gateways.setAccessPolicy({});
  expect((await gateways.browser(token)).socket.connected).toBe(true);
});

test('[SESSION-5] without external access, addresses of private networks are admitted', async () => {
  const { token } = await gateways.session();
  await gateways.setAccessPolicy({ external: false, ip: null });
  expect((await gateways.browser(token)).socket.connected).toBe(true);
});

test('[ACCESS-2] sockets of all gateways are closed when the licence of the company changes', async () => {
  const { token } = await gateways.session();
  const browsers = await Promise.all([0, 1].map((gateway) => gateways.browser(token, { gateway })));
  await gateways.setAccessPolicy({ isCorporate: false });
  await eventually(() => {
    for (const browser of browsers) {
      expect(browser.received('rights_changed')).toHaveLength(1);
      expect(browser.socket.connected).toBe(false);
    }
  });
  expect(browsers.flatMap((browser) => browser.received('session_ended'))).toEqual([]);
});

const MINUTE_MS = 60_000;

test('[SESSION-2] a session that is older than the company allows by now is ended, and opens no socket', async () => {
  const old = await gateways.session({ createdAt: Date.now() - 11 * MINUTE_MS });
  const young = await gateways.session({ createdAt: Date.now() - 9 * MINUTE_MS });
  const [ended, staying] = [await gateways.browser(old.token), await gateways.browser(young.token)];
  await gateways.setAccessPolicy({ limits: { idleTime: 0, idleSince: 0, sessionTime: 10 } });
  await eventually(() => expect(ended.received('session_ended')).toEqual([{ reason: 'policy' }]));
  await expect(gateways.browser(old.token)).rejects.toMatchObject({ data: { code: 'session_invalid' } });
  expect(staying.socket.connected).toBe(true);
});

test('[SESSION-2] sockets are ended when the session is not used for as long as the company allows', async () => {
  const { token } = await gateways.session({ usedAt: Date.now() - 10 * MINUTE_MS });
  const browser = await gateways.browser(token);
  // The time before the limit was set does not count.
  const limits = { idleTime: 1, idleSince: Date.now() - MINUTE_MS + 1_500, sessionTime: 0 };
  await gateways.setAccessPolicy({ limits });
  await eventually(() => expect(browser.received('session_ended')).toEqual([{ reason: 'expired' }]));
});

test('[SESSION-2] sockets end with the account of their user', async () => {
  const { token, user } = await gateways.session();
  const browser = await gateways.browser(token);
  await gateways.changeRights(user, () => ({ validUntil: Date.now() + 500 }));
  await eventually(() => expect(browser.received('session_ended')).toEqual([{ reason: 'expired' }]));
  expect(browser.received('rights_changed')).toEqual([]);
});
