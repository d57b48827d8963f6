import { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { ALL_WIDTHS, unpackGatewayMessage, type RelayedFrame } from '@vigil/shared/platform/redis/frames';
import { expect, test } from 'vitest';
import type { Deps } from '../deps.ts';
import { createFrameExchange } from './frame-exchange.ts';
import { createFrameMetrics } from './frame-metrics.ts';
import type { BrowserFrameSender } from './frame-viewers.ts';

const device = DevicePk.parse(1);
const company = CompanyPk.parse(1);
const frameAt = (at: number): RelayedFrame => ({
  header: { device_pk: device, at, width: 320, height: 180, ext: 'jpg' },
  bytes: Buffer.alloc(16),
  widths: ALL_WIDTHS,
});

/** An exchange whose messages to the gateway `elsewhere` are noted, and how often it stores a frame. */
function startExchange() {
  const [sent, state] = [[] as string[], { steady: 0, stored: 0, hiddenAreas: '', applied: '' as string | null }];
  const redis = {
    publish: async (_channel: string, packed: Buffer) => {
      const message = unpackGatewayMessage(packed);
      sent.push('of' in message ? 'same' : 'frame');
    },
    publishCommand: 'PUBLISH',
    run: async () => (state.stored += 1) && 1,
  };
  const deps = { redis, log: createLog('test', 'silent') } as unknown as Deps;
  const exchange = createFrameExchange(deps, {
    viewers: {} as BrowserFrameSender,
    metrics: createFrameMetrics({ metrics: createMetrics('test'), now: Date.now }),
    ownId: () => 'here',
    seal: (packed) => packed,
    storageOf: () => ({ version: 1, hiddenAreas: state.hiddenAreas }),
    hiddenAreasIn: () => state.applied,
    largestWidth: () => 320,
    steadyNow: () => state.steady,
  });
  /** What happens after this time; Redis has answered when it ends. */
  const after = async (ms: number, work: () => void) => {
    state.steady += ms;
    work();
    await new Promise(setImmediate);
  };
  return { exchange, sent, state, after };
}

test('[FRAME-6] frames are stored and sent again in time after the clock was set back', async () => {
  const { exchange, sent, state, after } = startExchange();
  const deliver = (at: number) => exchange.deliver(company, frameAt(at), ['elsewhere']);
  const confirm = (at: number) => exchange.confirm(company, { device, at, widths: [320] }, () => ['elsewhere']);
  await after(0, () => deliver(1_000_000));
  expect([sent, state.stored]).toEqual([['frame'], 1]);
  await after(1_000, () => deliver(401_000));
  expect(state.stored).toBe(1);
  await after(1_000, () => deliver(402_000));
  expect([sent, state.stored]).toEqual([['frame', 'frame', 'frame'], 2]);
  await after(5_000, () => confirm(3_000));
  await after(5_000, () => confirm(8_000));
  expect(sent).toEqual(['frame', 'frame', 'frame', 'same', 'frame']);
  await after(50_000, () => confirm(58_000));
  expect(state.stored).toBe(3);
});

test('a frame that is not known to hide what is to be hidden is not stored, also when it is confirmed', async () => {
  const { exchange, state, after } = startExchange();
  const deliver = (at: number) => after(5_000, () => exchange.deliver(company, frameAt(at), []));
  const confirm = (at: number) =>
    after(60_000, () => void exchange.confirm(company, { device, at, widths: [320] }, () => []));
  await deliver(1);
  expect(state.stored).toBe(1);
  [state.hiddenAreas, state.applied] = ['a', null];
  await confirm(2);
  await deliver(3);
  state.applied = 'a';
  await confirm(4);
  expect(state.stored).toBe(1);
  await deliver(5);
  await confirm(6);
  expect(state.stored).toBe(3);
  state.hiddenAreas = '';
  await confirm(7);
  expect(state.stored).toBe(4);
});
