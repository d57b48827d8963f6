import { randomUUID } from 'node:crypto';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { PayloadOf } from '@vigil/shared/contract/event';
import { actionReported, type remoteSessionState } from '@vigil/shared/contract/events/agent-up/remote-session';
import { RemoteSessionId } from '@vigil/shared/contract/ids';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';
import { silentLog } from './log.ts';
import { RemoteSessionManager } from './remote-sessions.ts';
import { RemoteSessionSleepInhibitor } from './sleep-inhibitor.ts';
import { FakeHost } from './testing/fake-host.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Sent = PayloadOf<typeof remoteSessionState>;

function startSessions() {
  const host = new FakeHost();
  const sent: Sent[] = [];
  const settings = { current: { policies: null } };
  const awake = new RemoteSessionSleepInhibitor({ host, settings, log: silentLog, onChanged: () => undefined });
  const sessions = new RemoteSessionManager({
    clock: systemClock,
    serverNow: Date.now,
    awake,
    host,
    desktops: { join: () => undefined, end: () => undefined },
    reportQueue: { push: (_event, payload) => void sent.push(payload as Sent) },
    log: silentLog,
    observer: {},
  });
  const open = (ends_at: number | null = null) => {
    const session = randomUUID();
    sessions.receive({ session, type: 'rc', user_name: 'Mina', ends_at });
    return session;
  };
  const states = () => sent.map(({ state }) => state);
  return { host, sessions, open, sent, states };
}

test('a session is reported with life signs, and keeps the device awake until it is cut', () => {
  const { host, sessions, open, states } = startSessions();
  const session = open();
  expect([sessions.running, host.awake.length]).toEqual([1, 1]);
  vi.advanceTimersByTime(40_000);
  expect(states()).toEqual(['started', 'alive', 'alive']);
  sessions.receiveCut({ session, reason: 'withdrawn', at: Date.now() });
  expect([sessions.running, host.awake.length]).toEqual([0, 0]);
  vi.advanceTimersByTime(60_000);
  expect(states()).toEqual(['started', 'alive', 'alive']);
});

test('a session ends with its window, which may be moved', () => {
  const { sessions } = startSessions();
  const session = randomUUID();
  const at = (ends_at: number) => sessions.receive({ session, type: 'rc', user_name: 'Mina', ends_at });
  at(Date.now() + 10_000);
  at(Date.now() + 30_000);
  vi.advanceTimersByTime(20_000);
  expect(sessions.running).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(sessions.running).toBe(0);
});

test('when the agent stops it reports the end of its sessions', () => {
  const { sessions, host, open, states } = startSessions();
  open();
  open();
  expect(host.awake).toHaveLength(1);
  sessions[Symbol.dispose]();
  expect(states()).toEqual(['started', 'started', 'ended', 'ended']);
  expect([sessions.running, host.awake.length]).toEqual([0, 0]);
});

test('a session that was ended at the device does not begin again while the server has not heard of it', () => {
  const { sessions, open, states } = startSessions();
  const session = RemoteSessionId.parse(open());
  const again = () => sessions.receive({ session, type: 'rc', user_name: 'Mina', ends_at: null });
  sessions.endAtDevice([session], 'person');
  again();
  expect([sessions.running, states()]).toEqual([0, ['started', 'ended', 'ended']]);
  vi.advanceTimersByTime(130_000);
  again();
  expect(sessions.running).toBe(1);
});

test.each([
  [null, 'Mina'],
  ['Incident 7', 'Mina – Incident 7'],
])('[RELAY-10] a hand-over is reported with both names and its reason: %s', (reason, new_value) => {
  const { sessions, open, sent } = startSessions();
  const session = RemoteSessionId.parse(open());
  sessions.reportHandOver({ session, from: 'Jun', to: 'Mina', reason });
  expect(actionReported.payload.parse(sent.at(-1))).toMatchObject({
    session,
    act_name_id: auditCode.handOver,
    old_value: 'Jun',
    new_value,
  });
});

test.each([
  ['given', 'consentGiven'],
  ['declined', 'consentDeclined'],
  ['unanswered', 'consentUnanswered'],
] as const)('[RELAY-11] a consent that was %s is reported for the audit', (answer, new_value) => {
  const { sessions, open, sent } = startSessions();
  const session = RemoteSessionId.parse(open());
  sessions.reportConsent({ session, answer });
  const report = { session, at: Date.now(), act_name_id: auditCode.remoteConsent, old_value: null, new_value };
  expect(sent.at(-1)).toEqual(report);
  expect(actionReported.payload.parse(report)).toEqual(report);
});

test('malformed messages are ignored', () => {
  const { sessions, open } = startSessions();
  open();
  sessions.receive({ session: 'x' });
  sessions.receiveCut({ session: 'x' });
  expect(sessions.running).toBe(1);
});

test('the person at the device is told that a session ends soon; of other sessions nothing is said', () => {
  const { sessions, host, open } = startSessions();
  const session = open(Date.now() + 5 * 60_000);
  sessions.receiveWarning({ session, ends_at: Date.now() + 4.9 * 60_000 });
  sessions.receiveWarning({ session, ends_at: Date.now() + 20_000 });
  sessions.receiveWarning({ session: randomUUID(), ends_at: Date.now() + 20_000 });
  sessions.receiveWarning({ session: 'x' });
  expect(host.notices).toEqual([
    'The remote session of Mina ends in 5 min.',
    'The remote session of Mina ends in 1 min.',
  ]);
});
