import { expect, test } from 'vitest';
import { WAKE_WITHIN_MS, wakeStep, type ObservedWake } from './wake-progress.ts';

const AT = Date.UTC(2026, 0, 1);
const asleep = { isOnline: false, connectedAt: AT - 60_000 };
const wake = (more: Partial<ObservedWake>): ObservedWake => ({
  requestedAt: AT,
  deadline: AT + WAKE_WITHIN_MS,
  packets: ['queued', 'queued'],
  sleeper: asleep,
  now: AT + 10_000,
  ...more,
});
const online = (afterMs: number) => ({ isOnline: true, connectedAt: AT + afterMs });

test.each<[string, Partial<ObservedWake>, unknown]>([
  ['nothing sent yet', {}, null],
  ['one order sent', { packets: ['queued', 'sent'] }, { state: 'sent' }],
  ['one failed, one open', { packets: ['failed', 'queued'] }, { state: 'sent' }],
  ['one packet sent', { packets: ['failed', 'done'] }, { state: 'running', message: 'waiting_for_effect' }],
  ['all orders failed', { packets: ['failed', 'expired'] }, { state: 'failed', message: 'wake_not_sent' }],
  ['online since', { packets: ['done', 'sent'], sleeper: online(5_000) }, { state: 'done' }],
  ['online since, turned on by hand', { sleeper: online(5_000) }, { state: 'done' }],
  ['online by a clock that is slow', { sleeper: online(-1_000) }, { state: 'done' }],
  ['online before', { sleeper: online(-9_000), packets: ['queued'] }, null],
  ['came online and left', { sleeper: { isOnline: false, connectedAt: AT + 1 } }, { state: 'done' }],
  ['left just before the request', { sleeper: { isOnline: false, connectedAt: AT - 1 } }, null],
  ['never connected', { sleeper: { isOnline: false, connectedAt: null } }, null],
  ['deleted', { sleeper: null }, { state: 'failed', message: 'not_found' }],
  [
    'asleep at the deadline',
    { packets: ['done'], now: AT + WAKE_WITHIN_MS },
    { state: 'failed', message: 'effect_not_observed' },
  ],
  [
    'asleep just before it',
    { packets: ['done'], now: AT + WAKE_WITHIN_MS - 1 },
    { state: 'running', message: 'waiting_for_effect' },
  ],
  ['online at the deadline', { sleeper: online(1_000), now: AT + WAKE_WITHIN_MS }, { state: 'done' }],
])('[CMD-11] %s', (_name, more, expected) => {
  expect(wakeStep(wake(more))).toEqual(expected);
});
