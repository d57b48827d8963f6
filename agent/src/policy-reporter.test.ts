import type { AgentPolicies } from '@vigil/shared/contract/events/agent-down/settings';
import type { PolicyComplianceFacts } from '@vigil/shared/contract/events/agent-up/policy-state';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AgentSocket } from './agent-socket.ts';
import { systemClock } from './clock.ts';
import { silentLog } from './log.ts';
import { PolicyComplianceReporter } from './policy-reporter.ts';
import { noDemands } from './testing/agent-policies.ts';
import { FakeHost } from './testing/fake-host.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(vaccine = '') {
  const host = new FakeHost();
  const sent: PolicyComplianceFacts[] = [];
  const socket = {
    emit: (_name: string, state: PolicyComplianceFacts) => void sent.push(state),
  } as unknown as AgentSocket;
  const settings: { current: { policies: AgentPolicies | null } } = {
    current: { policies: { ...noDemands, vaccine } },
  };
  const awake: { couldKeepAwake: boolean | null } = { couldKeepAwake: null };
  const report = new PolicyComplianceReporter({
    clock: systemClock,
    host,
    settings,
    awake,
    limits: { waitFor: () => 0 },
    log: silentLog,
  });
  return { host, sent, socket, settings, awake, report };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const MINUTE_MS = 60_000;

test('a device reports its version on each connection, once', async () => {
  const { sent, socket, report } = start();
  report.attachSocket(socket);
  await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
  const state = { os_version: '10.0.22631', vaccine: '', vaccine_running: null, stays_awake: null };
  expect(sent).toEqual([state]);
  report.attachSocket(null);
  report.attachSocket(socket);
  await settle();
  expect(sent).toEqual([state, state]);
});

test('the demanded program is looked for each minute, and a change is reported', async () => {
  const { host, sent, socket, report } = start('busy');
  report.attachSocket(socket);
  await settle();
  expect(sent.at(-1)).toMatchObject({ vaccine: 'busy', vaccine_running: true });
  host.running = [];
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(sent.at(-1)).toMatchObject({ vaccine: 'busy', vaccine_running: false });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(sent).toHaveLength(2);
});

test('another demand is answered at once, under its own name', async () => {
  const { sent, socket, settings, report } = start('busy');
  report.attachSocket(socket);
  settings.current = { policies: { ...noDemands, vaccine: 'guard' } };
  report.check();
  await settle();
  expect(sent.at(-1)).toMatchObject({ vaccine: 'guard', vaccine_running: false });
});

test('a device that cannot look, or cannot stay awake, says so', async () => {
  const { host, sent, socket, awake, report } = start('busy');
  host.runs = () => Promise.reject(new Error('no list'));
  report.attachSocket(socket);
  await settle();
  expect(sent.at(-1)).toMatchObject({ vaccine: 'busy', vaccine_running: null });
  awake.couldKeepAwake = false;
  report.check();
  await settle();
  expect(sent.at(-1)).toMatchObject({ stays_awake: false });
});
