import type { AgentStartIdentity } from '@vigil/shared/contract/agent-facts';
import { agentCommandTypes, type CommandType } from '@vigil/shared/contract/names';
import {
  isFinalCommandState,
  OUTCOME_UNKNOWN_MESSAGE,
  EFFECT_PENDING_MESSAGE,
  commandEffectOf,
  commandEffects,
  commandTypesWithEffect,
} from '@vigil/shared/domain/command-life';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { runsOf } from '../../../tests/support/scope.ts';
import { persistCommandProgress } from '../stream/persist-commands.ts';
import { CommandWorld } from '../testing/command-world.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';

const test = workersTest();
const MINUTE_MS = 60_000;
let workers: WorkersTestContext;
test.beforeAll(({ workers: started }) => {
  workers = started;
});

const system = <T>(work: Parameters<typeof workers.deps.database.asSystem<T>>[0]) =>
  workers.deps.database.asSystem(work);

async function world(type: CommandType): Promise<CommandWorld> {
  const made = new CommandWorld(workers, { type, device: await workers.addDevice() });
  await made.start();
  return made;
}

test.each(commandTypesWithEffect)(
  '[CMD-10] %s: the word of the agent does not end it, the effect does',
  async (type) => {
    const one = await world(type);
    await one.deliver();
    one.execute({ works: false });
    await one.sendReports({ times: 2 });
    await one.sweep(10_000);
    expect(await one.row()).toMatchObject({ state: 'running', message: EFFECT_PENDING_MESSAGE });
    one.takeEffect();
    await one.storeFacts();
    await one.storeState();
    await one.sweep(10_000);
    await one.sweep(commandEffects[type].withinMs);
    const row = await one.row();
    expect(row).toMatchObject({ state: 'done', message: null });
    const { observed } = row.result as { observed: Record<string, unknown> };
    expect(observed).toMatchObject({ exists: true, at: expect.any(String) as string, boot_id: one.facts.boot_id });
    expect((await one.steps()).filter(({ state }) => isFinalCommandState(state))).toHaveLength(1);
  },
);

test.each(commandTypesWithEffect)(
  '[CMD-10] %s: without an effect it has failed at its deadline, and not before',
  async (type) => {
    const one = await world(type);
    await one.deliver();
    one.execute({ works: false });
    await one.sendReports();
    await one.sweep(commandEffects[type].withinMs - 1);
    expect((await one.row()).state).toBe('running');
    await one.sweep(1);
    expect(await one.row()).toMatchObject({ state: 'failed', message: 'effect_not_observed' });
    one.takeEffect();
    await one.storeFacts();
    await one.sweep(MINUTE_MS);
    expect((await one.row()).state).toBe('failed');
  },
);

test('[CMD-10] an agent that refuses, or is refused by its system, ends the command with its reason', async () => {
  const one = await world('reboot');
  await one.deliver();
  const progress = { id: one.id, state: 'failed', message: 'not permitted' } as const;
  const entry = { id: '1-0', company: workers.company, kind: 'command', seq: 0 } as const;
  await persistCommandProgress(one.deps, [{ ...entry, data: { device: one.device, progress, at: one.now } }]);
  expect(await one.row()).toMatchObject({ state: 'failed', message: 'not permitted' });
});

test('[CMD-10] a reboot that was stored late, and happened before the command, is not its effect', async () => {
  const one = await world('reboot');
  one.rebootByHand();
  await one.deliver();
  await one.storeFacts();
  await one.sweep(1_000);
  expect((await one.row()).state).toBe('accepted');
  one.execute();
  await one.storeFacts();
  await one.sweep(1_000);
  expect((await one.row()).state).toBe('done');
});

test('[CMD-6] a command whose answer was lost is not called undelivered while the device is away', async () => {
  const one = await world('reboot');
  await one.deliver({ isAnswered: false });
  one.online = false;
  await one.storeState();
  await one.deliver();
  await one.sweep(3 * MINUTE_MS);
  expect((await one.row()).state).toBe('sent');
  one.online = true;
  one.execute();
  await one.storeState();
  await one.sendReports();
  await one.storeFacts();
  await one.sweep(1_000);
  expect(await one.row()).toMatchObject({ state: 'done' });
});

const withChange = ['reboot', 'agent_restart', 'update', 'shutdown'] as const;

test.each(withChange)(
  '[CMD-10] %s: what happened in time while the workers were away counts, although it is read after the deadline',
  async (type) => {
    const one = await world(type);
    await one.deliver();
    one.workersRun = false;
    one.execute();
    one.now += 10_000;
    await one.storeState();
    await one.storeFacts();
    await one.sendReports();
    await one.sweep(commandEffects[type].withinMs + 5 * MINUTE_MS);
    one.workersRun = true;
    await one.sweep(1_000);
    expect((await one.row()).state).toBe('accepted');
    await one.readStreams();
    await one.sweep(1_000);
    expect(await one.row()).toMatchObject({ state: 'done', message: null });
  },
);

test('[CMD-10] without an effect it has failed once what was reported until its deadline is read, and not before', async () => {
  const one = await world('reboot');
  await one.deliver();
  one.workersRun = false;
  await one.storeFacts();
  await one.sweep(commandEffects.reboot.withinMs + 10_000);
  await one.storeFacts();
  one.workersRun = true;
  await one.sweep(1_000);
  expect((await one.row()).state).toBe('accepted');
  await one.readStreams(1);
  await one.sweep(1_000);
  expect(await one.row()).toMatchObject({ state: 'failed', message: 'effect_not_observed' });
});

test('[CMD-10] a connection that was lost for a moment is no shutdown, although workers read of its end long after', async () => {
  const one = await world('shutdown');
  await one.deliver();
  one.workersRun = false;
  one.online = false;
  one.now += 2_000;
  await one.storeState();
  one.online = true;
  one.now += 3_000;
  await one.storeState();
  await one.sweep(2 * MINUTE_MS);
  one.workersRun = true;
  await one.readStreams(1);
  await one.sweep(1_000);
  expect((await one.row()).state).toBe('accepted');
});

test('[CMD-6] the outcome of a command is not unknown while its report is on the stream', async () => {
  const one = await world('application_install');
  await one.deliver();
  one.workersRun = false;
  one.execute();
  await one.sendReports();
  await one.sweep(20 * MINUTE_MS);
  one.workersRun = true;
  await one.sweep(1_000);
  expect((await one.row()).state).toBe('accepted');
  await one.readStreams();
  await one.sweep(1_000);
  expect((await one.steps()).filter(({ state }) => isFinalCommandState(state)).map(({ state }) => state)).toEqual([
    'done',
  ]);
});

const withoutEffect = [
  'information',
  'process_list',
  'process_end',
  'application_install',
  'application_uninstall',
] as const;

test.each(withoutEffect)(
  '[CMD-6] %s: one whose answer was lost while its device was away ends as its agent reports',
  async (type) => {
    const one = await world(type);
    await one.deliver({ isAnswered: false });
    one.execute();
    one.online = false;
    await one.storeState();
    await one.sweep(3 * MINUTE_MS);
    expect((await one.row()).state).toBe('sent');
    one.online = true;
    await one.storeState();
    await one.sweep(20_000);
    await one.sendReports();
    expect(await one.row()).toMatchObject({ state: 'done', message: null });
  },
);

test.each([...withoutEffect, 'reboot'] as const)(
  '[CMD-6] %s: what ran while the workers were away is not called expired by the first of them',
  async (type) => {
    const one = await world(type);
    await one.deliver({ survives: false });
    one.execute();
    // The report lies in the stream, which is read after this.
    await one.sweep(75_000);
    expect((await one.row()).state).toBe('sent');
    await one.sendReports();
    await one.storeFacts();
    await one.sweep(1_000);
    expect(await one.row()).toMatchObject({ state: 'done', message: null });
  },
);

test('[CMD-6] a connected agent is asked after the deadline what became of a command, and does not run it then', async () => {
  const [heard, unheard] = [await world('process_end'), await world('process_end')];
  await heard.deliver({ isAnswered: false });
  await unheard.deliver({ isHeard: false });
  heard.execute();
  for (const one of [heard, unheard]) {
    await one.sweep(MINUTE_MS + 10_000);
    await one.deliver();
    expect((await one.row()).state).toBe('sent');
    await one.sweep(10_000);
    await one.deliver();
  }
  expect(await heard.row()).toMatchObject({ state: 'done' });
  expect(await unheard.row()).toMatchObject({ state: 'expired', message: 'command_expired' });
  expect(unheard.executions).toBe(0);
});

test('[CMD-6] of a device that stays away the outcome is unknown after 15 minutes, until it reports', async () => {
  const one = await world('application_install');
  await one.deliver({ isAnswered: false });
  one.execute();
  one.online = false;
  await one.storeState();
  await one.sweep(16 * MINUTE_MS + 1_000);
  expect(await one.row()).toMatchObject({
    state: 'failed',
    message: 'outcome_unknown',
    finishedAt: expect.any(Date) as Date,
  });
  one.online = true;
  await one.sendReports({ times: 2 });
  expect(await one.row()).toMatchObject({ state: 'done', message: null });
});

test('[CMD-6] a command whose key was retired after it was sent does not end with what its agent says of the key', async () => {
  const one = await world('process_end');
  await one.deliver({ isAnswered: false });
  await one.deliver({ refusal: 'signature_invalid' });
  expect((await one.row()).state).toBe('sent');
  await one.deliver();
  one.execute();
  await one.sendReports();
  expect((await one.row()).state).toBe('done');
});

test('[CMD-10] an agent that names no ids ends a reboot with its own word, as before', async () => {
  const one = await world('reboot');
  await system((tx) => tx.update(devices).set({ bootId: null, agentStartId: null }).where(eq(devices.pk, one.device)));
  await one.deliver({ isHeard: false });
  const progress = { id: one.id, state: 'done' } as const;
  const entry = { id: '1-0', company: workers.company, kind: 'command', seq: 0 } as const;
  await persistCommandProgress(one.deps, [{ ...entry, data: { device: one.device, progress, at: one.now } }]);
  expect((await one.row()).state).toBe('done');
});

type Step = (one: CommandWorld) => void | Promise<void>;
const steps: Record<string, Step> = {
  deliver: (one) => one.deliver(),
  'deliver, answer lost': (one) => one.deliver({ isAnswered: false }),
  'deliver, not heard': (one) => one.deliver({ isHeard: false }),
  'deliver, worker ends': (one) => one.deliver({ survives: false }),
  execute: (one) => one.execute(),
  'execute without effect': (one) => one.execute({ works: false }),
  'reboot by hand': (one) => one.rebootByHand(),
  'the agent ends and starts': (one) => one.restartAgent(),
  'connection lost': (one) => void (one.online = false),
  'connection back': (one) => void (one.online = !isGone(one)),
  'store facts': (one) => one.storeFacts(),
  'store state': (one) => one.storeState(),
  'workers end': (one) => void (one.workersRun = false),
  'workers start': (one) => void (one.workersRun = true),
  'streams are read': (one) => one.readStreams(),
  'one entry is read': (one) => one.readStreams(1),
  'reports arrive': (one) => one.sendReports(),
  'reports arrive twice': (one) => one.sendReports({ times: 2 }),
  'a second': (one) => one.sweep(1_000),
  'ten seconds': (one) => one.sweep(10_000),
  'half a minute': (one) => one.sweep(30_000),
  'five minutes': (one) => one.sweep(5 * MINUTE_MS),
};
/** It was turned off. */
const isGone = (one: CommandWorld): boolean => one.executions > 0 && one.type === 'shutdown';

/** The effect comes, and its deadline passes, while the workers are away. */
const whileAway = ['deliver', 'workers end', 'execute', 'store state', 'store facts'].concat(
  Array.from({ length: 4 }, () => 'five minutes'),
);

/** Wakes have properties of their own. */
const types = agentCommandTypes.filter((type) => type !== 'wol');

test.each(types)(
  '[CMD-6] [CMD-10] %s ends exactly once with a true state, although messages are lost, late or repeated',
  async (type) => {
    const order = fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 3, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(order, async (names) => {
        const one = await world(type);
        for (const name of names) await steps[name]!(one);
        // All processes run again, and the agent sends the reports that it has kept.
        if (!isGone(one)) one.online = true;
        one.workersRun = true;
        await one.sweep(1_000);
        await one.readStreams();
        await one.storeState();
        await one.sendReports();
        await one.storeFacts();
        await one.deliver();
        await one.sweep(20_000);
        await one.sendReports();
        for (let i = 0; i < 5; i += 1) {
          await one.deliver();
          await one.sweep(5 * MINUTE_MS);
        }
        await expectTruth(one);
      }),
      {
        numRuns: runsOf({ usual: 6, all: 25 }),
        examples: [
          [['deliver', 'connection lost', 'store state', 'ten seconds']],
          [whileAway],
          [['deliver', 'the agent ends and starts', 'execute', 'store facts']],
          [['deliver, answer lost', 'the agent ends and starts', 'deliver']],
          [['store facts', 'the agent ends and starts', 'deliver']],
        ],
      },
    );
  },
  120_000,
);

const changedFact = { reboot: 'boot_id', agent_restart: 'agent_start_id', update: 'cs_ver' } as const;

/** Whether gateways saw the effect of an accepted command before its deadline. */
function wasSeen({ type, seen, accepted, seenBeforeAccepted, online }: CommandWorld, effectBy: Date | null): boolean {
  const inTime = seen.slice(seenBeforeAccepted).filter(({ at }) => at < (effectBy?.getTime() ?? 0));
  const hasOther = (fact: keyof AgentStartIdentity) =>
    inTime.some((one) => one.facts !== null && one.facts[fact] !== accepted?.[fact]);
  if (type in changedFact) return hasOther(changedFact[type as keyof typeof changedFact]);
  const isOff = !online && inTime.some((one) => one.facts === null);
  return type === 'shutdown' && (isOff || hasOther('boot_id'));
}

async function expectTruth(one: CommandWorld): Promise<void> {
  const row = await one.row();
  const all = await one.steps();
  // Only an unknown end is followed by another.
  const ends = all.filter(({ state }) => isFinalCommandState(state));
  expect(ends.slice(0, -1).every(({ message }) => message === OUTCOME_UNKNOWN_MESSAGE)).toBe(true);
  expect(ends.at(-1)?.state).toBe(row.state);
  expect(one.executions).toBeLessThanOrEqual(1);
  if (row.state === 'done') {
    expect(one.accepted).not.toBeNull();
    if (commandEffectOf(one.type) === null) expect([one.executions, one.accepted?.state]).toEqual([1, 'done']);
    if (one.type in changedFact) {
      const fact = changedFact[one.type as keyof typeof changedFact];
      expect(one.facts[fact]).not.toBe(one.accepted?.[fact]);
    }
    // A lost connection of some seconds is no shutdown.
    if (one.type === 'shutdown' && one.executions === 0 && one.facts.boot_id === one.accepted?.boot_id)
      expect(one.longestOfflineMs).toBeGreaterThanOrEqual(30_000);
  }
  if (row.message === 'effect_not_observed') expect(wasSeen(one, row.effectBy)).toBe(false);
  if (row.message === 'not_online_warning') expect(one.accepted).toBeNull();
  if (row.state === 'expired') expect([one.executions, one.accepted]).toEqual([0, null]);
  if (row.message === OUTCOME_UNKNOWN_MESSAGE) expect(one.online && one.accepted?.state === 'done').toBe(false);
}
