import { expect, test } from 'vitest';
import {
  initialConnectionStatus,
  needsPolling,
  nextConnectionStatus,
  type ConnectionEvent,
  type ConnectionStatus,
} from './connection-state.ts';

const live: ConnectionStatus = { kind: 'live', reason: 'subscribed', latencyMs: 12 };
const polling: ConnectionStatus = { kind: 'polling', reason: 'disconnected', at: 1_000, everyMs: 12_000 };
const offline: ConnectionStatus = { kind: 'offline', reason: 'disconnected', since: 1_000 };
const lost: ConnectionStatus = { kind: 'connecting', reason: 'disconnected' };

const CASES: readonly [title: string, from: ConnectionStatus, event: ConnectionEvent, to: ConnectionStatus][] = [
  [
    'a subscription makes the first connection live',
    initialConnectionStatus,
    { type: 'subscribed', latencyMs: 12 },
    live,
  ],
  ['a subscription ends polling', polling, { type: 'subscribed', latencyMs: 12 }, live],
  ['a subscription ends being offline', offline, { type: 'subscribed', latencyMs: 12 }, live],
  [
    'a first connection that takes long is bridged by polling',
    initialConnectionStatus,
    { type: 'first_paint_timeout' },
    { kind: 'connecting', reason: 'slow' },
  ],
  ['patience concerns only the first connection', lost, { type: 'first_paint_timeout' }, lost],
  ['patience does not concern a live link', live, { type: 'first_paint_timeout' }, live],
  [
    'a heartbeat updates the latency',
    live,
    { type: 'heartbeat_answered', latencyMs: 30 },
    { kind: 'live', reason: 'subscribed', latencyMs: 30 },
  ],
  ['a late heartbeat does not make a lost link live', lost, { type: 'heartbeat_answered', latencyMs: 30 }, lost],
  ['a lost link connects again', live, { type: 'lost', reason: 'disconnected' }, lost],
  [
    'a refused first connection is bridged by polling',
    initialConnectionStatus,
    { type: 'lost', reason: 'refused' },
    { kind: 'connecting', reason: 'refused' },
  ],
  [
    'another failure while polling changes the reason only',
    polling,
    { type: 'lost', reason: 'refused' },
    { kind: 'polling', reason: 'refused', at: 1_000, everyMs: 12_000 },
  ],
  [
    'another failure while offline changes the reason only',
    offline,
    { type: 'lost', reason: 'unanswered' },
    { kind: 'offline', reason: 'unanswered', since: 1_000 },
  ],
  ['the first answered poll shows polling', lost, { type: 'polled', at: 1_000, everyMs: 12_000 }, polling],
  [
    'a poll moves the time of the last reading',
    polling,
    { type: 'polled', at: 2_000, everyMs: 12_000 },
    { kind: 'polling', reason: 'disconnected', at: 2_000, everyMs: 12_000 },
  ],
  ['an answered poll ends being offline', offline, { type: 'polled', at: 1_000, everyMs: 12_000 }, polling],
  ['an unanswered poll takes the screen offline', polling, { type: 'poll_failed', at: 1_000 }, offline],
  ['an offline screen keeps the time since when it is', offline, { type: 'poll_failed', at: 9_000 }, offline],
  ['a poll that ends late does not change a live link', live, { type: 'polled', at: 9_000, everyMs: 12_000 }, live],
  ['a poll that fails late does not change a live link', live, { type: 'poll_failed', at: 9_000 }, live],
];

test.each(CASES)('%s', (_title, from, event, to) => {
  expect(nextConnectionStatus(from, event)).toEqual(to);
});

test('every state but a live link and the first attempt needs polling', () => {
  expect([initialConnectionStatus, live].map(needsPolling)).toEqual([false, false]);
  const slow: ConnectionStatus = { kind: 'connecting', reason: 'slow' };
  expect([slow, lost, polling, offline].map(needsPolling)).toEqual([true, true, true, true]);
});
