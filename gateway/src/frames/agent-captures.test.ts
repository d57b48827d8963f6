import { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import type { Subscribe } from '@vigil/shared/platform/bus/bus';
import type { BusMessageOf } from '@vigil/shared/platform/bus/messages';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import type { JobQueues } from '@vigil/shared/platform/queues';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { createCaptureDemands } from './agent-captures.ts';

const company = CompanyPk.parse(1);
const device = DevicePk.parse(900);
const queues: JobQueues = { add: async () => undefined, all: () => [], [Symbol.asyncDispose]: async () => undefined };

/** Captures whose first attempts to subscribe fail. */
function startCaptures({ failures }: { failures: number }) {
  const calls = { subscribe: 0, unsubscribe: 0 };
  const listeners: ((message: BusMessageOf<'capture_requests'>) => void)[] = [];
  const subscribe: Subscribe = async (_, listener) => {
    calls.subscribe += 1;
    if (calls.subscribe <= failures) throw new Error('connection lost');
    listeners.push(listener as unknown as (typeof listeners)[number]);
    return async () => {
      calls.unsubscribe += 1;
    };
  };
  const captures = createCaptureDemands(
    {
      redis: { commands: { sMembers: async () => [] } } as unknown as Redis,
      subscribe,
      queues,
      log: createLog('test', 'silent'),
      metrics: createMetrics('test'),
      now: Date.now,
    },
    { isShown: () => true, onChange: () => undefined },
  );
  return { captures, calls, listeners };
}

test('[FRAME-1] a failed subscription to the capture requests of a company is repeated', async () => {
  const { captures, calls, listeners } = startCaptures({ failures: 2 });
  using _captures = captures;
  captures.listen(company, () => [device]);
  await eventually(() => expect(listeners).toHaveLength(1));
  listeners[0]?.({ t: 'capture_requests', gateway: 'other', rows: [[device, 320, 500]], jpg_only: null });
  expect(captures.of(device)).toMatchObject({ on: true, width: 320, interval_ms: 500 });
  captures.listen(company, () => [device]);
  expect(calls.subscribe).toBe(3);
});

test('[FRAME-1] capture requests of a company without agents are not subscribed any more', async () => {
  const { captures, calls } = startCaptures({ failures: 0 });
  using _captures = captures;
  captures.listen(company, () => [device]);
  captures.releaseUnneeded(new Set());
  await eventually(() => expect(calls.unsubscribe).toBe(1));
});

test('[FRAME-1] a subscription that fails is not repeated after the end', async () => {
  const { captures, calls } = startCaptures({ failures: Infinity });
  captures.listen(company, () => [device]);
  await eventually(() => expect(calls.subscribe).toBeGreaterThan(0));
  captures[Symbol.dispose]();
  const attempts = calls.subscribe;
  // Another one goes on meanwhile.
  const { captures: others, calls: otherCalls } = startCaptures({ failures: Infinity });
  using _others = others;
  others.listen(company, () => [device]);
  await eventually(() => expect(otherCalls.subscribe).toBeGreaterThan(2));
  expect(calls.subscribe).toBe(attempts);
});
