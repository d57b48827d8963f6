import { UserPk } from '@vigil/shared/contract/ids';
import { dropCachedSessions } from '@vigil/shared/platform/sessions';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { gatewayTest } from '../testing/fixture.ts';
import { startTestGateways, type TestGateways } from '../testing/test-gateway.ts';
import {
  connectRate,
  sessionRequestRate,
  MAX_SOCKETS_PER_SESSION,
  MAX_SOCKETS_PER_USER,
  OVER_BUDGET_REFUSAL_MS,
} from './rates.ts';

const test = gatewayTest();

test('[BUDGET-5] requests over the rate are refused with the time of the next try, in all browsers of the session', async ({
  gateways,
}) => {
  const { token } = await gateways.session();
  const other = await gateways.session();
  using browser = await gateways.browser(token);
  using second = await gateways.browser(token);
  using neighbour = await gateways.browser(other.token);
  const refusal = { ok: false, error: { code: 'too_many_requests', retry_after_ms: expect.any(Number) as number } };
  const burst = (of: TestSocket) => Promise.all(Array.from({ length: 100 }, () => of.ask('sync_check', {})));
  const answers = [];
  // The slower the machine, the more requests are within the rate.
  while (answers.at(-1)?.['ok'] !== false) answers.push(...(await burst(browser)));
  expect(answers.at(-1)).toMatchObject(refusal);
  expect(answers.filter((answer) => answer['ok'] === true).length).toBeGreaterThanOrEqual(sessionRequestRate.burst);
  expect((await burst(second)).filter((answer) => answer['ok'] === false)).not.toEqual([]);
  expect(await neighbour.ask('sync_check', {})).toMatchObject({ ok: true });
});

test('[BUDGET-5] a new connection brings no new reserve, and what is not needed any more is released', async () => {
  await using own = await startTestGateways({ releaseIntervalMs: 100 });
  const budgets = () => own.entryCounts()[0]?.['browserBudgets'];
  using quiet = await own.browser((await own.session()).token);
  await quiet.ask('sync_check', {});
  quiet.socket.close();
  await eventually(() => expect(budgets()).toBe(0));

  const { token } = await own.session();
  const answers = [];
  using first = await own.browser(token);
  while (answers.at(-1)?.['ok'] !== false) answers.push(await first.ask('sync_check', {}));
  first.socket.close();
  using second = await own.browser(token);
  const burst = await Promise.all(Array.from({ length: 100 }, () => second.ask('sync_check', {})));
  expect(burst.filter((answer) => answer['ok'] === false)).not.toEqual([]);
});

test('[BUDGET-5] a browser is told once a second that its messages are dropped, also those without an acknowledgement', async ({
  gateways,
}) => {
  using browser = await gateways.browser((await gateways.session()).token);
  const started = Date.now();
  while (browser.received('rate_limited').length === 0) {
    for (let sent = 0; sent < 50; sent += 1) browser.socket.emit('no_such_event', {});
    await browser.ask('sync_check', {});
  }
  expect(browser.received('rate_limited')[0]).toEqual({
    event: expect.stringMatching(/^(?:unknown|sync_check)$/u) as string,
    retry_after_ms: expect.any(Number) as number,
  });
  expect(browser.received('rate_limited').length).toBeLessThanOrEqual(1 + (Date.now() - started) / 1_000);
});

test('[BUDGET-5] a browser that does not stop is disconnected and refused for a while; the others are not', async ({
  gateways,
}) => {
  const { token } = await gateways.session();
  const other = await gateways.session();
  using browser = await gateways.browser(token);
  using neighbour = await gateways.browser(other.token);
  for (let sent = 0; sent < 20_000; sent += 1) browser.socket.emit('no_such_event', {});
  await eventually(() => expect(browser.socket.connected).toBe(false));
  expect(browser.received('rate_limited').at(-1)).toEqual({ event: null, retry_after_ms: OVER_BUDGET_REFUSAL_MS });
  await expect(gateways.browser(token)).rejects.toMatchObject({ data: { code: 'too_many_requests' } });
  expect(neighbour.socket.connected).toBe(true);
});

/** The WebSocket of a browser, for what its library does not send. */
const webSocketOf = ({ socket }: TestSocket) =>
  (socket.io.engine.transport as unknown as { ws: { send(text: string): void } }).ws;

const large = 'x'.repeat(200_000);

test.each([
  ['an acknowledgement that was not asked for', `43/console,7["${large}"]`],
  ['a packet without a message', `6${large}`],
  ['an answer to no ping', `3${large}`],
])('[BUDGET-5] %s is charged by its size', async (_, packet) => {
  await using gateways = await startTestGateways();
  const { token } = await gateways.session();
  const other = await gateways.session();
  using browser = await gateways.browser(token);
  using neighbour = await gateways.browser(other.token);
  for (let sent = 0; sent < 20; sent += 1) webSocketOf(browser).send(packet);
  await eventually(() => expect(browser.socket.connected).toBe(false));
  expect(browser.received('rate_limited')).toEqual([{ event: null, retry_after_ms: OVER_BUDGET_REFUSAL_MS }]);
  expect(await neighbour.ask('sync_check', {})).toMatchObject({ ok: true });
});

test('[BUDGET-5] packets without any content are charged as well', async ({ gateways }) => {
  const { token } = await gateways.session();
  using browser = await gateways.browser(token);
  for (let sent = 0; sent < 100_000; sent += 1) webSocketOf(browser).send('6');
  await eventually(() => expect(browser.socket.connected).toBe(false));
});

test('[BUDGET-6] sockets that a session opens at the same moment are limited as well', async ({ gateways }) => {
  const { token } = await gateways.session();
  using sockets = new DisposableStack();
  const opening = Array.from({ length: MAX_SOCKETS_PER_SESSION + 30 }, () => gateways.browser(token));
  const opened = (await Promise.allSettled(opening)).flatMap((one) =>
    one.status === 'fulfilled' ? [sockets.use(one.value)] : [],
  );
  await eventually(() =>
    expect(opened.filter(({ socket }) => socket.connected).length).toBeLessThanOrEqual(MAX_SOCKETS_PER_SESSION),
  );
  const served = opened.filter(({ socket }) => socket.connected);
  expect(served).toHaveLength(MAX_SOCKETS_PER_SESSION);
  expect(await served[0]?.ask('sync_check', {})).toMatchObject({ ok: true });
});

test('[BUDGET-6] a session has a limited number of sockets, and a closed one makes room', async ({ gateways }) => {
  const { token } = await gateways.session();
  using sockets = new DisposableStack();
  const opened = await Promise.all(Array.from({ length: MAX_SOCKETS_PER_SESSION }, () => gateways.browser(token)));
  for (const socket of opened) sockets.use(socket);
  await expect(gateways.browser(token)).rejects.toMatchObject({ data: { code: 'too_many_requests' } });
  opened[0]?.socket.close();
  await eventually(async () => void sockets.use(await gateways.browser(token)));
});

/** Opens and closes sockets of sessions, one after the other, until one is refused. @returns how many were admitted */
async function connectUntilRefused(gateways: TestGateways, tokens: readonly string[], most = 1_000): Promise<number> {
  for (let connects = 0; connects < most; connects += 1) {
    try {
      using _browser = await gateways.browser(tokens[connects % tokens.length] ?? '');
    } catch (cause) {
      expect(cause).toMatchObject({
        data: { code: 'too_many_requests', retry_after_ms: expect.any(Number) as number },
      });
      return connects;
    }
  }
  return most;
}

test('[BUDGET-6] a session that connects again and again is refused until its rate allows it, others are not', async () => {
  let now = Date.now();
  await using own = await startTestGateways({ now: () => now });
  const { token } = await own.session();
  expect(await connectUntilRefused(own, [token])).toBe(connectRate.burst);
  using _other = await own.browser((await own.session()).token);
  now += 1_000;
  expect(await connectUntilRefused(own, [token])).toBe(connectRate.perSecond);
});

test('[BUDGET-6] the connections of all sessions of a user count together, but not those of ended ones', async () => {
  const started = Date.now();
  await using own = await startTestGateways({ now: () => started });
  const user = UserPk.parse(5);
  const sessions = await Promise.all(Array.from({ length: 3 }, () => own.session({ user })));
  const ended = await own.session({ user });
  await dropCachedSessions(own.redis, [ended.id]);
  const tries = await Promise.allSettled(Array.from({ length: 250 }, () => own.browser(ended.token)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  const tokens = sessions.map(({ token }) => token);
  expect(await connectUntilRefused(own, tokens)).toBe(connectRate.burst);
});

test('[BUDGET-6] all sessions of a user together have a limited number of sockets', async () => {
  const started = Date.now();
  await using own = await startTestGateways({ now: () => started });
  const user = UserPk.parse(5);
  using sockets = new DisposableStack();
  const sessions = await Promise.all(Array.from({ length: 5 }, () => own.session({ user })));
  const opening = sessions.flatMap(({ token }) => Array.from({ length: 45 }, () => own.browser(token)));
  const opened = (await Promise.allSettled(opening)).flatMap((one) =>
    one.status === 'fulfilled' ? [sockets.use(one.value)] : [],
  );
  const served = () => opened.filter(({ socket }) => socket.connected);
  await eventually(() => expect(served()).toHaveLength(MAX_SOCKETS_PER_USER));
  await expect(own.browser(sessions[0]?.token ?? '')).rejects.toMatchObject({ data: { code: 'too_many_requests' } });
});
