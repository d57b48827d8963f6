import { randomUUID } from 'node:crypto';
import type { CommandId } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import type { AgentOptions } from '../agent.ts';
import type { FinalResult, Updater } from '../executors/executor.ts';
import { memoryStore } from '../state-store.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeHost } from '../testing/fake-host.ts';
import { createTestAgent } from '../testing/test-agent.ts';
import { TestGateway } from '../testing/test-gateway.ts';
import { UpdateState } from './update-state.ts';

/** The version of the agents of these tests. */
const PRESENT = '1.2.3';

class Linux extends FakeHost {
  override identity() {
    return { ...super.identity(), dev_os_id: 2 as const };
  }
}

function fakeUpdater() {
  const activated: string[] = [];
  const outcomes = new Map<CommandId, FinalResult>();
  const updater: Updater = {
    prepare(order) {
      order.report(50);
      return Promise.resolve(null);
    },
    activate: ({ version }) => void activated.push(version),
    outcomeOf: (id) => outcomes.get(id),
  };
  return { activated, outcomes, updater };
}

async function connected(gateway: TestGateway, options: Partial<AgentOptions> = {}) {
  const agent = createTestAgent(gateway, { host: new Linux(), ...options });
  await agent.start();
  await eventually(() => agent.state === 'connected' && gateway.received.alive.length > 0);
  return agent;
}

const ended = async (gateway: TestGateway) => {
  await eventually(() => gateway.received.command_progress.some(({ state }) => state === 'failed'));
  return gateway.received.command_progress.at(-1)?.message;
};

test('[UPD-3] an update shows its progress, and the agent restarts to try the new version', async () => {
  await using gateway = await TestGateway.start();
  const { activated, updater } = fakeUpdater();
  await using agent = await connected(gateway, { updater });
  await gateway.command({ type: 'update', args: { ...gateway.releaseKeys.job('1.3.0') } });
  expect(await agent.ended).toBe('restart');
  expect(activated).toEqual(['1.3.0']);
  expect(gateway.received.command_progress.map(({ state, percent }) => [state, percent])).toEqual([
    ['running', 0],
    ['running', 50],
    ['running', 90],
  ]);
});

test.each([
  ['an altered manifest', 'release_invalid', (g: TestGateway) => g.releaseKeys.job('1.3.0', [{}], { channel: 'beta' })],
  [
    'another version than the one that was requested',
    'release_invalid',
    (g: TestGateway) => ({ ...g.releaseKeys.job('1.3.0'), version: '1.4.0' }),
  ],
  ['a key from nowhere', 'release_invalid', rotatedWithoutLink],
  ['the same version', 'release_older', (g: TestGateway) => g.releaseKeys.job(PRESENT)],
  ['an older version', 'release_older', (g: TestGateway) => g.releaseKeys.job('1.2.0')],
  ['a package for another system', 'no_release', (g: TestGateway) => g.releaseKeys.job('1.3.0', [{ os: 'windows' }])],
  [
    'a package for another processor',
    'no_release',
    (g: TestGateway) => g.releaseKeys.job('1.3.0', [{ arch: 'arm64' }]),
  ],
] as const)('[UPD-2] a genuine command cannot install %s', async (_, code, job) => {
  await using gateway = await TestGateway.start();
  const { activated, updater } = fakeUpdater();
  await using _agent = await connected(gateway, { updater });
  await gateway.command({ type: 'update', args: { ...job(gateway) } });
  expect(await ended(gateway)).toBe(code);
  expect(activated).toEqual([]);
});

function rotatedWithoutLink(gateway: TestGateway) {
  gateway.releaseKeys.rotate({ linked: false });
  return gateway.releaseKeys.job('1.3.0');
}

test('[UPD-1] a release key that the pinned one has signed is learned when it is needed', async () => {
  await using gateway = await TestGateway.start();
  const { activated, updater } = fakeUpdater();
  await using agent = await connected(gateway, { updater });
  gateway.releaseKeys.rotate({ linked: true });
  gateway.releaseKeys.rotate({ linked: true });
  await gateway.command({ type: 'update', args: { ...gateway.releaseKeys.job('1.3.0') } });
  expect(await agent.ended).toBe('restart');
  expect(activated).toEqual(['1.3.0']);
});

test('[UPD-1] a release of a key that was retired since the device pinned it is not installed', async () => {
  await using gateway = await TestGateway.start();
  const { activated, updater } = fakeUpdater();
  await using _agent = await connected(gateway, { updater });
  const job = gateway.releaseKeys.job('1.3.0');
  gateway.releaseKeys.rotate({ linked: true });
  await gateway.command({ type: 'update', args: { ...job } });
  expect(await ended(gateway)).toBe('release_invalid');
  expect(activated).toEqual([]);
});

test('[UPD-1] an update whose key the API cannot confirm is not installed, and says that nothing could be downloaded', async () => {
  await using gateway = await TestGateway.start();
  const { activated, updater } = fakeUpdater();
  await using _agent = await connected(gateway, { updater });
  gateway.apiProblem = { status: 503, code: 'unavailable' };
  await gateway.command({ type: 'update', args: { ...gateway.releaseKeys.job('1.3.0') } });
  expect(await ended(gateway)).toBe('download_failed');
  expect(activated).toEqual([]);
});

test('an agent that was not installed from a package refuses updates', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  const answer = await gateway.command({ type: 'update', args: { ...gateway.releaseKeys.job('1.3.0') } });
  expect(answer).toMatchObject({ ok: false, error: { code: 'update_unsupported' } });
});

test('[UPD-5] the former version reports why the new one failed', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  const { updater, outcomes } = fakeUpdater();
  const id = randomUUID() as CommandId;
  {
    await using agent = await connected(gateway, { store, updater });
    await gateway.command({ id, type: 'update', args: { ...gateway.releaseKeys.job('1.3.0') } });
    await agent.ended;
  }
  outcomes.set(id, { state: 'failed', error: { code: 'update_crashed' } });
  await using _former = await connected(gateway, { store, updater });
  expect(await ended(gateway)).toBe('update_crashed');
});

test.each([
  ['is on trial', true, true],
  ['runs', false, undefined],
])('[UPD-5] a version that %s says so with alive', async (_case, onTrial, said) => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway, { onTrial });
  expect(gateway.received.alive[0]?.on_trial).toBe(said);
});

test('[UPD-4] a trial begins three times at most, and its end is remembered', () => {
  const state = new UpdateState(memoryStore());
  const command = randomUUID() as CommandId;
  state.tryNext({ version: '1.3.0', command });
  expect(state.outcomeOf(command)).toBeNull();
  expect(['1.2.0', '1.3.0'].map((version) => state.isOnTrial(version))).toEqual([false, true]);
  expect([1, 2, 3, 4].map(() => state.beginTrial())).toEqual([true, true, true, false]);
  state.endTrial('update_interrupted');
  expect(state.trial).toBeNull();
  expect(state.isOnTrial('1.3.0')).toBe(false);
  expect(state.current).toBeNull();
  expect(state.outcomeOf(command)).toMatchObject({ state: 'failed', error: { code: 'update_interrupted' } });
});

test('a version that is older than the installed package, or gone, does not run', () => {
  const state = new UpdateState(memoryStore());
  const run = (version: string) => {
    state.tryNext({ version, command: randomUUID() as CommandId });
    state.endTrial(null);
  };
  run('1.3.0');
  state.dropUnusable('1.2.0', () => true);
  expect(state.current).toBe('1.3.0');
  state.dropUnusable('1.2.0', () => false);
  expect(state.current).toBeNull();
  run('1.3.0');
  state.dropUnusable('1.3.0', () => true);
  expect(state.current).toBeNull();
});
