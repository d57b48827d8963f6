import { randomUUID } from 'node:crypto';
import type { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import { CommandId, type DevicePk } from '@vigil/shared/contract/ids';
import { isFinalCommandState, EFFECT_PENDING_MESSAGE } from '@vigil/shared/domain/command-life';
import { WAKE_WITHIN_MS } from '@vigil/shared/domain/wake-progress';
import { commands, commandSteps } from '@vigil/shared/platform/db/schema/commands';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import type { StreamEntryOf } from '@vigil/shared/platform/redis/stream';
import { asc, eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { runsOf } from '../../../tests/support/scope.ts';
import type { Deps } from '../deps.ts';
import { persistCommandProgress } from '../stream/persist-commands.ts';
import { persistConnectionStates } from '../stream/persist-connection-states.ts';
import { workersTest } from '../testing/fixture.ts';
import { signCommand } from '../testing/sign-command.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { UnreadStreams } from '../testing/unread-streams.ts';
import { deliverCommand } from './deliver-commands.ts';
import { endOverdueCommands } from './expire-commands.ts';
import type { DeliveryOutcome } from './gateway-client.ts';
import { endObservedCommands } from './observe-effects.ts';
import { updateWakeStates } from './observe-wakes.ts';
import { queueDueCommands } from './queue-due-commands.ts';

const test = workersTest();
const MINUTE_MS = 60_000;
let workers: WorkersTestContext;
test.beforeAll(({ workers: started }) => {
  workers = started;
});

const system = <T>(work: Parameters<typeof workers.deps.database.asSystem<T>>[0]) =>
  workers.deps.database.asSystem(work);

/** An order to send the packet, and the agent that gets it. */
interface Packet {
  readonly id: CommandId;
  readonly sender: DevicePk;
  isOnline: boolean;
  sent: number;
  hasReported: boolean;
}

/** A wake with two senders. Any process may end after any step, which is what leaving out its next step amounts to. */
class World {
  readonly id = CommandId.parse(randomUUID());
  readonly sleeper: DevicePk;
  readonly packets: readonly Packet[];
  readonly requestedAt = Date.now();
  /** Of servers, in milliseconds since 1970. */
  now = this.requestedAt;
  /** When the sleeper connected; null while it is asleep. */
  connectedAt: number | null = null;
  #seq = 0;

  constructor(sleeper: DevicePk, senders: readonly DevicePk[]) {
    this.sleeper = sleeper;
    this.packets = senders.map((sender) => ({
      id: CommandId.parse(randomUUID()),
      sender,
      isOnline: true,
      sent: 0,
      hasReported: false,
    }));
  }

  get deps(): Deps {
    return { ...workers.deps, now: () => this.now };
  }

  async start(): Promise<void> {
    const row = { companyFk: workers.company, deviceAlias: 'Device', type: 'wol' as const };
    const createdAt = new Date(this.now);
    const deadline = new Date(this.now + WAKE_WITHIN_MS);
    const startBy = new Date(this.now + MINUTE_MS);
    const orders = await Promise.all(
      this.packets.map(async ({ id, sender }) => ({
        ...row,
        ...(await signCommand(workers, { id, type: 'wol', device: sender, deadline: startBy })),
        id,
        deviceFk: sender,
        parentFk: this.id,
        createdAt,
        deadline: startBy,
      })),
    );
    await system(async (tx) => {
      await tx.insert(commands).values({ ...row, id: this.id, deviceFk: this.sleeper, createdAt, deadline });
      await tx.insert(commands).values(orders);
    });
  }

  /**
   * One attempt of a worker. `isAnswered`: the answer of the agent reaches the worker; `survives`: so does the worker.
   */
  async deliver(packet: Packet, { isAnswered = true, survives = true } = {}): Promise<void> {
    const deliver = (): Promise<DeliveryOutcome> => {
      if (!packet.isOnline) return Promise.resolve({ kind: 'offline' });
      const isLate = this.now >= this.requestedAt + MINUTE_MS && packet.sent === 0;
      const answer: CommandAnswer = isLate
        ? { ok: false, state: 'failed', error: { code: 'command_expired' } }
        : { ok: true, state: 'accepted' };
      if (!isLate && packet.sent === 0) packet.sent = 1;
      if (!survives) throw new Error('the worker ends');
      return Promise.resolve(isAnswered ? { kind: 'answered', answer } : { kind: 'unanswered' });
    };
    const gateways = { ...workers.deps.gateways, deliver };
    await deliverCommand({ ...this.deps, gateways }, { id: packet.id, company: workers.company }).catch(
      () => undefined,
    );
  }

  async report(packet: Packet, state: 'done' | 'failed' = 'done'): Promise<void> {
    if (packet.sent === 0 || !packet.isOnline) return;
    packet.hasReported = true;
    await this.reportAs(packet.sender, packet.id, state);
  }

  async reportAs(device: DevicePk, id: CommandId, state: 'done' | 'failed'): Promise<void> {
    const data = { device, progress: { id, state }, at: this.now };
    await persistCommandProgress(this.deps, [
      { id: `${this.now}-0`, company: workers.company, kind: 'command', seq: 0, data },
    ]);
  }

  wakeUp(): void {
    this.connectedAt ??= this.now;
  }

  storeState(): Promise<void> {
    return this.connectedAt === null ? Promise.resolve() : persistConnectionStates(this.deps, [this.connection()]);
  }

  /** What a gateway says of the connection of the sleeper. */
  connection(): StreamEntryOf<'state'> {
    this.#seq += 1;
    const data = [[this.sleeper, 1, this.connectedAt ?? 0, randomUUID()] as [DevicePk, 0 | 1, number, string]];
    return { id: `${this.now}-0`, company: workers.company, kind: 'state', seq: this.#seq, data };
  }

  async sweep(ms = 0): Promise<void> {
    this.now += ms;
    await endObservedCommands(this.deps);
    await endOverdueCommands(this.deps);
    await Promise.all([updateWakeStates(this.deps), updateWakeStates(this.deps)]);
  }

  async row() {
    const [row] = await system((tx) => tx.select().from(commands).where(eq(commands.id, this.id)));
    return row!;
  }

  steps() {
    const ids = [this.id, ...this.packets.map(({ id }) => id)];
    return system((tx) =>
      tx.select().from(commandSteps).where(inArray(commandSteps.commandFk, ids)).orderBy(asc(commandSteps.pk)),
    );
  }
}

async function world(): Promise<World> {
  const made = new World(await workers.addDevice(), [await workers.addDevice(), await workers.addDevice()]);
  await made.start();
  return made;
}

test('[CMD-11] a wake is sent, waits for its effect, and is done when the device came online', async () => {
  const one = await world();
  const [first] = one.packets as [Packet];
  await one.sweep(1_000);
  expect((await one.row()).state).toBe('queued');
  await one.deliver(first);
  await one.sweep(1_000);
  expect((await one.row()).state).toBe('sent');
  await one.report(first);
  await one.sweep(1_000);
  expect(await one.row()).toMatchObject({ state: 'running', message: EFFECT_PENDING_MESSAGE });
  one.now += 20_000;
  one.wakeUp();
  await one.storeState();
  await one.sweep(1_000);
  const row = await one.row();
  expect(row).toMatchObject({ state: 'done', message: null });
  expect(row.result).toMatchObject({
    observed: { exists: true, connected_at: new Date(one.connectedAt!).toISOString() },
  });
});

test('[CMD-11] without the device it has failed at its deadline, and not before; what comes later changes nothing', async () => {
  const one = await world();
  for (const packet of one.packets) {
    await one.deliver(packet);
    await one.report(packet);
  }
  await one.sweep(WAKE_WITHIN_MS - 1);
  expect((await one.row()).state).toBe('running');
  await one.sweep(1);
  expect(await one.row()).toMatchObject({ state: 'failed', message: 'effect_not_observed' });
  one.wakeUp();
  await one.storeState();
  await one.sweep(1_000);
  expect((await one.row()).state).toBe('failed');
});

test('[CMD-11] a device that came online while the workers were away was woken, although it is read after the deadline', async () => {
  const one = await world();
  const [first] = one.packets as [Packet];
  await one.deliver(first);
  await one.report(first);
  one.now += 20_000;
  one.wakeUp();
  const unread = new UnreadStreams(workers);
  await unread.clear();
  await unread.append(one.connection());
  await one.sweep(2 * WAKE_WITHIN_MS);
  expect((await one.row()).state).toBe('running');
  await unread.read(one.deps);
  await one.sweep(1_000);
  expect(await one.row()).toMatchObject({ state: 'done', message: null });
});

test('[CMD-11] it has failed at once when no sender could send', async () => {
  const one = await world();
  const [first, second] = one.packets as [Packet, Packet];
  first.isOnline = false;
  await one.deliver(first);
  await one.sweep(1_000);
  expect((await one.row()).state).toBe('sent');
  await one.deliver(second);
  await one.report(second, 'failed');
  await one.sweep(1_000);
  expect(await one.row()).toMatchObject({ state: 'failed', message: 'wake_not_sent' });
});

test('[CMD-11] a device that is deleted meanwhile ends its wake', async () => {
  const one = await world();
  await system((tx) => tx.delete(devices).where(eq(devices.pk, one.sleeper)));
  await one.sweep(1_000);
  expect(await one.row()).toMatchObject({ state: 'failed', message: 'not_found' });
});

test('[CMD-7] [CMD-11] the woken device cannot report its own wake, and a sender only its own order', async () => {
  const one = await world();
  const [first, second] = one.packets as [Packet, Packet];
  await one.reportAs(one.sleeper, one.id, 'done');
  await one.reportAs(first.sender, second.id, 'failed');
  await one.reportAs(first.sender, one.id, 'failed');
  await one.sweep(1_000);
  expect((await one.row()).state).toBe('queued');
  expect(await one.steps()).toEqual([]);
});

test('[CMD-11] a wake is delivered to no device, and is not queued', async () => {
  const one = await world();
  one.now += 10_000;
  await queueDueCommands(one.deps);
  const jobs = (await workers.deps.queues.all()[0]?.getJobs(['waiting', 'delayed'])) ?? [];
  const ids = jobs.map(({ id }) => id);
  expect(ids).not.toContain(one.id);
  expect(ids).toEqual(expect.arrayContaining(one.packets.map(({ id }) => id)));
  const deliver = () => Promise.reject(new Error('it was delivered'));
  const deps = { ...one.deps, gateways: { ...workers.deps.gateways, deliver } };
  await deliverCommand(deps, { id: one.id, company: workers.company });
});

type Step = (one: World) => void | Promise<void>;
const at = (one: World, index: 0 | 1) => one.packets[index]!;
const steps: Record<string, Step> = {
  'deliver the first': (one) => one.deliver(at(one, 0)),
  'deliver the second': (one) => one.deliver(at(one, 1)),
  'deliver, answer lost': (one) => one.deliver(at(one, 0), { isAnswered: false }),
  'deliver, worker ends': (one) => one.deliver(at(one, 1), { survives: false }),
  'the first reports': (one) => one.report(at(one, 0)),
  'the second reports': (one) => one.report(at(one, 1)),
  'the second cannot send': (one) => one.report(at(one, 1), 'failed'),
  'the first leaves': (one) => void (at(one, 0).isOnline = false),
  'the second leaves': (one) => void (at(one, 1).isOnline = false),
  'the sleeper starts': (one) => one.wakeUp(),
  'store state': (one) => one.storeState(),
  'a second': (one) => one.sweep(1_000),
  'half a minute': (one) => one.sweep(30_000),
  'two minutes': (one) => one.sweep(2 * MINUTE_MS),
};

test('[CMD-6] [CMD-11] wake and orders end exactly once with a true state, whichever process ends', async () => {
  const order = fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 3, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(order, async (names) => {
      const one = await world();
      for (const name of names) await steps[name]!(one);
      const wasDecided = isFinalCommandState((await one.row()).state);
      // All processes run again, and agents send the reports that they have kept.
      await one.storeState();
      for (const packet of one.packets) {
        await one.deliver(packet);
        if (!packet.hasReported) await one.report(packet);
      }
      await one.sweep(1_000);
      for (let i = 0; i < 10; i += 1) await one.sweep(2 * MINUTE_MS);
      await expectTruth(one, { wasDecided });
    }),
    { numRuns: runsOf({ usual: 10, all: 40 }) },
  );
});

async function expectTruth(one: World, { wasDecided }: { wasDecided: boolean }): Promise<void> {
  const ended = (await one.steps()).filter(({ state }) => isFinalCommandState(state));
  for (const id of [one.id, ...one.packets.map((packet) => packet.id)])
    expect(ended.filter(({ commandFk }) => commandFk === id)).toHaveLength(1);
  const { state, message } = await one.row();
  if (state === 'done') expect(one.connectedAt).not.toBeNull();
  else if (!wasDecided) expect(one.connectedAt).toBeNull();
  if (message === 'effect_not_observed') expect(one.packets.some(({ sent }) => sent === 1)).toBe(true);
}
