import { randomUUID } from 'node:crypto';
import { RemoteSessionId } from '@vigil/shared/contract/ids';
import type { AgentMessage } from '@vigil/shared/contract/remote-desktop/messages';
import type { DesktopRight } from '@vigil/shared/contract/remote-desktop/rights';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { silentLog } from '../log.ts';
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

  /** The locks that it has and had: false for one that was given back. */
  readonly locks: boolean[] = [];
  /** Resolves as soon as the devices are taken. */
  locking: Promise<void> = Promise.resolve();

  loseLock: () => void = () => undefined;

  async lockInput(onLost: () => void): Promise<Disposable> {
    this.loseLock = onLost;
    await this.locking;
    const index = this.locks.push(true) - 1;
    return { [Symbol.dispose]: () => void (this.locks[index] = false) };
  }
}

function start() {
  const handOvers: Omit<HandOver, 'session'>[] = [];
  const locked: boolean[] = [];
  const control = new InputControl({
    clock: systemClock,
    log: silentLog,
    onInputLocked: ({ isOn }) => locked.push(isOn),
    onHandedOver: ({ from, to, reason }) => handOvers.push({ from, to, reason }),
  });
  const [mina, jun] = [new TestViewer('Mina'), new TestViewer('Jun')];
  control.join(mina);
  control.join(jun);
  return { control, mina, jun, handOvers, locked };
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

/** Promises are not moved by fake timers. */
const settled = () => vi.advanceTimersByTimeAsync(0);

test('[RELAY-15] the viewer in control locks the input of the device and gives it back, and all are told', async () => {
  const { control, mina, jun, locked } = start();
  control.receive(jun, { t: 'lock', on: true });
  await settled();
  expect([jun.locks, mina.state?.is_locked]).toEqual([[], false]);
  control.receive(mina, { t: 'lock', on: true });
  control.receive(mina, { t: 'lock', on: true });
  await settled();
  expect([mina.locks, mina.state?.is_locked, jun.state?.is_locked]).toEqual([[true], true, true]);
  control.receive(mina, { t: 'lock', on: false });
  expect([mina.locks, mina.state?.is_locked, jun.state?.is_locked]).toEqual([[false], false, false]);
  expect(locked).toEqual([true, false]);
});

test.each([
  [
    'its control is handed over',
    ({ control, mina, jun }) => {
      control.receive(jun, { t: 'request' });
      control.receive(mina, { t: 'grant' });
    },
  ],
  ['its connection is lost', ({ control, mina }) => control.leave(mina)],
  ['its session ends', ({ control, mina }) => control.end(mina.session)],
  ['the agent ends', ({ control }) => control[Symbol.dispose]()],
] satisfies [string, (started: ReturnType<typeof start>) => void][])(
  '[RELAY-15] the lock of a viewer ends when %s',
  async (_, end) => {
    const started = start();
    const { control, mina, locked } = started;
    control.receive(mina, { t: 'lock', on: true });
    await settled();
    expect(control.isInputLocked).toBe(true);
    end(started);
    expect([mina.locks, control.isInputLocked, locked]).toEqual([[false], false, [true, false]]);
  },
);

test('[RELAY-15] a lock that is turned off while it takes the devices gives them back before the next one takes them', async () => {
  const { control, mina, locked } = start();
  const taken = Promise.withResolvers<void>();
  mina.locking = taken.promise;
  for (const on of [true, false, true]) {
    control.receive(mina, { t: 'lock', on });
    await settled();
  }
  expect(mina.locks).toEqual([]);
  taken.resolve();
  await settled();
  expect([mina.locks, control.isInputLocked, locked]).toEqual([[false, true], true, [true]]);
});

test('[RELAY-15] a lock that is not possible is told to its viewer, who may try again', async () => {
  const { control, mina, jun } = start();
  mina.locking = Promise.reject(new Error('the device Mouse is held by another program'));
  control.receive(mina, { t: 'lock', on: true });
  await settled();
  expect(mina.told).toContainEqual({ t: 'not_locked' });
  expect(jun.told).not.toContainEqual({ t: 'not_locked' });
  mina.locking = Promise.resolve();
  control.receive(mina, { t: 'lock', on: true });
  await settled();
  expect(control.isInputLocked).toBe(true);
});

test('[RELAY-15] [RELAY-12] a lock ends the pause for the hand at the device, and none begins while it lasts', async () => {
  const { control, mina } = start();
  control.pauseForLocalInput();
  expect(control.admits(mina, control.epoch)).toBe(false);
  control.receive(mina, { t: 'lock', on: true });
  await settled();
  expect([control.admits(mina, control.epoch), mina.state?.is_local]).toEqual([true, false]);
  control.pauseForLocalInput();
  expect(control.admits(mina, control.epoch)).toBe(true);
  control.receive(mina, { t: 'lock', on: false });
  control.pauseForLocalInput();
  expect(control.admits(mina, control.epoch)).toBe(false);
});

test('[RELAY-10] a connection that was lost gives no input and no lock any more, while its session keeps the control', async () => {
  const { control, mina } = start();
  control.leave(mina);
  expect(control.admits(mina, control.epoch)).toBe(false);
  control.receive(mina, { t: 'lock', on: true });
  await settled();
  expect(mina.locks).toEqual([]);
  control.join(mina);
  expect(control.admits(mina, control.epoch)).toBe(true);
});

test('[RELAY-10] a session that has ended gets no control', () => {
  const { control, mina, jun, handOvers } = start();
  const kim = new TestViewer('Kim', ['view', 'input', 'take']);
  control.join(kim);
  control.end(kim.session);
  const { epoch } = control;
  control.receive(kim, { t: 'take', reason: 'late' });
  control.end(mina.session);
  control.receive(kim, { t: 'request' });
  expect([control.admits(kim, control.epoch), control.epoch, handOvers]).toEqual([false, epoch, []]);
  expect(jun.state?.holder).toBeNull();
});

test('[RELAY-15] a lock that the device has lost is over, and its viewer is told', async () => {
  const { control, mina, jun, locked } = start();
  control.receive(mina, { t: 'lock', on: true });
  await settled();
  mina.loseLock();
  expect([mina.locks, control.isInputLocked, locked]).toEqual([[false], false, [true, false]]);
  expect([mina.told.at(-1), jun.state?.is_locked]).toEqual([{ t: 'not_locked' }, false]);
});

test('[RELAY-16] a viewer of which nothing is heard holds no key and no lock, and keeps the control', async () => {
  const { control, mina, jun } = start();
  control.receive(mina, { t: 'lock', on: true });
  await settled();
  const { released } = mina;
  control.suspend(jun);
  expect(control.isInputLocked).toBe(true);
  control.suspend(mina);
  expect([mina.released, control.isInputLocked, mina.isHolder]).toEqual([released + 1, false, true]);
});

test('[RELAY-10] whoever takes the place of one that has gone has the control from them', () => {
  const { control, mina, jun, handOvers } = start();
  control.end(mina.session);
  expect(handOvers).toEqual([]);
  control.receive(jun, { t: 'request' });
  expect(handOvers.splice(0)).toEqual([{ from: 'Mina', to: 'Jun', reason: null }]);
  control.end(jun.session);
  control.join(new TestViewer('Kim'));
  expect(handOvers).toEqual([]);
});
