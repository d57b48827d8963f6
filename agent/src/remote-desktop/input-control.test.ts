import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RemoteSessionId } from '@vigil/shared/contract/ids';
import type { AgentMessage } from '@vigil/shared/contract/remote-desktop/messages';
import type { DesktopRight } from '@vigil/shared/contract/remote-desktop/rights';
import { systemClock } from '../clock.ts';
import { InputControl, type ControlViewer, type HandOver } from './input-control.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type ControlState = Extract<AgentMessage, { t: 'control' }>;

class TestViewer implements ControlViewer {
  readonly session = RemoteSessionId.parse(randomUUID());
  readonly told: AgentMessage[] = [];
  released = 0;
  readonly name: string;
  readonly rights: readonly DesktopRight[];

  constructor(name: string, rights: readonly DesktopRight[] = ['view', 'input']) {
    this.name = name;
    this.rights = rights;
  }

  get state(): ControlState | undefined {
    return this.told.findLast((message): message is ControlState => message.t === 'control');
  }

  get isHolder(): boolean {
    return this.state?.holder === this.state?.you;
  }

  tell(message: AgentMessage): void {
    this.told.push(message);
  }

  releaseInput(): void {
    this.released += 1;
  }
}

function start() {
  const handOvers: Omit<HandOver, 'session'>[] = [];
  const control = new InputControl({
    clock: systemClock,
    onHandedOver: ({ from, to, reason }) => handOvers.push({ from, to, reason }),
  });
  const [mina, jun] = [new TestViewer('Mina'), new TestViewer('Jun')];
  control.join(mina);
  control.join(jun);
  return { control, mina, jun, handOvers };
}

test('[RELAY-10] the first viewer is in control, and all see who watches', () => {
  const { mina, jun } = start();
  expect([mina.isHolder, jun.isHolder]).toEqual([true, false]);
  expect(jun.state).toMatchObject({
    viewers: [
      { name: 'Mina', may_control: true },
      { name: 'Jun', may_control: true },
    ],
    requester: null,
  });
});

test('[RELAY-10] input counts only of the holder, and only of its epoch', () => {
  const { control, mina, jun, handOvers } = start();
  const before = control.epoch;
  expect([control.admits(mina, before), control.admits(jun, before)]).toEqual([true, false]);
  control.receive(jun, { t: 'request' });
  control.receive(mina, { t: 'grant' });
  expect(jun.isHolder).toBe(true);
  expect([control.admits(mina, before), control.admits(jun, before)]).toEqual([false, false]);
  expect([control.admits(mina, control.epoch), control.admits(jun, control.epoch)]).toEqual([false, true]);
  expect(mina.released).toBe(1);
  expect(handOvers).toEqual([{ from: 'Mina', to: 'Jun', reason: null }]);
});

test('[RELAY-10] a holder has ten seconds to refuse a request', () => {
  const { control, mina, jun } = start();
  control.receive(jun, { t: 'request' });
  expect(mina.state?.requester).toBe(jun.state?.you);
  control.receive(mina, { t: 'refuse' });
  expect(jun.told).toContainEqual({ t: 'refused' });
  vi.advanceTimersByTime(20_000);
  expect(mina.isHolder).toBe(true);
  control.receive(jun, { t: 'request' });
  vi.advanceTimersByTime(9_999);
  expect(mina.isHolder).toBe(true);
  vi.advanceTimersByTime(1);
  expect(jun.isHolder).toBe(true);
});

test('[RELAY-10] a holder who has done nothing for thirty seconds is not asked', () => {
  const { control, mina, jun } = start();
  vi.advanceTimersByTime(20_000);
  control.admits(mina, control.epoch);
  vi.advanceTimersByTime(29_999);
  control.receive(jun, { t: 'request' });
  control.receive(mina, { t: 'refuse' });
  vi.advanceTimersByTime(1);
  control.receive(jun, { t: 'request' });
  expect(jun.isHolder).toBe(true);
});

test('[RELAY-10] a second request is refused while one waits', () => {
  const { control, mina } = start();
  const [jun, ara] = [new TestViewer('Jun'), new TestViewer('Ara')];
  for (const viewer of [jun, ara]) control.join(viewer);
  control.receive(jun, { t: 'request' });
  control.receive(ara, { t: 'request' });
  expect(ara.told).toContainEqual({ t: 'refused' });
  expect(mina.state?.requester).toBe(jun.state?.you);
});

test('[RELAY-10] an administrator takes the control with a reason that all hear; nobody else does', () => {
  const { control, mina, jun, handOvers } = start();
  control.receive(jun, { t: 'take', reason: 'mine' });
  expect(mina.isHolder).toBe(true);
  const admin = new TestViewer('Admin', ['view', 'input', 'take']);
  control.join(admin);
  control.receive(admin, { t: 'take', reason: 'Incident 7' });
  expect(admin.isHolder).toBe(true);
  for (const { told } of [mina, jun]) expect(told).toContainEqual({ t: 'taken', by: 'Admin', reason: 'Incident 7' });
  expect(handOvers).toEqual([{ from: 'Mina', to: 'Admin', reason: 'Incident 7' }]);
});

test('[RELAY-10] who may only view is never in control', () => {
  const { control, mina } = start();
  const guest = new TestViewer('Guest', ['view']);
  control.join(guest);
  control.receive(guest, { t: 'request' });
  expect(mina.state).toMatchObject({ requester: null, viewers: [{}, {}, { name: 'Guest', may_control: false }] });
});

test('[RELAY-10] a holder whose connection is lost keeps the control for five seconds', () => {
  const { control, mina, jun } = start();
  const before = control.epoch;
  control.leave(mina);
  vi.advanceTimersByTime(4_999);
  control.join(mina);
  vi.advanceTimersByTime(5_000);
  expect([mina.isHolder, control.epoch]).toEqual([true, before]);
  control.leave(mina);
  control.receive(jun, { t: 'request' });
  expect(jun.isHolder).toBe(false);
  vi.advanceTimersByTime(5_000);
  expect(jun.isHolder).toBe(true);
  control.join(mina);
  expect(mina.isHolder).toBe(false);
});

test('[RELAY-10] the control of a session that has ended is free at once', () => {
  const { control, mina, jun } = start();
  control.end(mina.session);
  expect(jun.state).toMatchObject({ holder: null, viewers: [{ name: 'Jun' }] });
  control.receive(jun, { t: 'request' });
  expect(jun.isHolder).toBe(true);
});

test('[RELAY-12] input at the device releases what the holder has pressed, and suspends it until 2 s after the last', () => {
  const { control, mina, jun } = start();
  const { epoch } = control;
  const { released } = mina;
  control.pauseForLocalInput();
  expect(mina.released).toBe(released + 1);
  expect([mina.state?.is_local, jun.state?.is_local]).toEqual([true, true]);
  expect(control.admits(mina, epoch)).toBe(false);
  const { length } = mina.told;
  vi.advanceTimersByTime(1_500);
  control.pauseForLocalInput();
  vi.advanceTimersByTime(1_500);
  expect(control.admits(mina, epoch)).toBe(false);
  // A pointer that moves says nothing further to anybody.
  expect(mina.told).toHaveLength(length);
  vi.advanceTimersByTime(500);
  expect(mina.state).toMatchObject({ is_local: false, epoch });
  expect(control.admits(mina, epoch)).toBe(true);
});
