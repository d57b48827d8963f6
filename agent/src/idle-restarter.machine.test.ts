import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Agent, AgentOptions } from './agent.ts';
import type { FinalResult, Installer, Updater } from './executors/executor.ts';
import { IdleRestarter, type RestartObstacle } from './idle-restarter.ts';
import { silentLog } from './log.ts';
import { memoryStore } from './state-store.ts';
import { eventually } from './testing/eventually.ts';
import { FakeHost } from './testing/fake-host.ts';
import { createTestAgent } from './testing/test-agent.ts';
import { TestGateway } from './testing/test-gateway.ts';

const updater: Updater = {
  prepare: () => Promise.resolve(null),
  activate: () => undefined,
  outcomeOf: () => undefined,
};

/** What restarts the agent, in the version of the agents of these tests. */
const restarts = [
  ['agent_restart', () => ({ type: 'agent_restart', args: {} }) as const],
  ['update', (gateway: TestGateway) => ({ type: 'update', args: { ...gateway.releaseKeys.job('1.3.0') } }) as const],
] as const;

class Linux extends FakeHost {
  override identity() {
    return { ...super.identity(), dev_os_id: 2 as const };
  }
}

async function connected(gateway: TestGateway, options: Partial<AgentOptions> = {}): Promise<Agent> {
  const agent = createTestAgent(gateway, { host: new Linux(), updater, ...options });
  await agent.start();
  await eventually(() => agent.state === 'connected' && gateway.received.alive.length > 0);
  return agent;
}

/** The agent goes on: it carries out another command. */
async function expectRunning(gateway: TestGateway): Promise<void> {
  const id = randomUUID();
  await gateway.command({ id, type: 'process_list', args: {} });
  await eventually(() => gateway.received.command_progress.some((row) => row.id === id && row.state === 'done'));
}

test.each(restarts)('%s waits for the end of an installation, whose result is reported', async (_, restart) => {
  await using gateway = await TestGateway.start();
  const ended = Promise.withResolvers<FinalResult>();
  const installer: Installer = {
    install: () => ended.promise,
    resume: () => ended.promise,
    forget: () => Promise.resolve(),
  };
  const store = memoryStore();
  await using agent = await connected(gateway, { installer, store });
  const id = randomUUID();
  await gateway.command(gateway.application(id));
  expect(await gateway.command(restart(gateway))).toMatchObject({ ok: true, state: 'accepted' });
  await eventually(() => gateway.received.command_progress.some((row) => row.id !== id && row.state === 'running'));
  await expectRunning(gateway);
  ended.resolve({ state: 'done' });
  expect(await agent.ended).toBe('restart');
  await using _next = await connected(gateway, { installer, store });
  await eventually(() => gateway.received.command_progress.some((row) => row.id === id && row.state === 'done'));
});

test.each(restarts)('%s does not cut a session that begins while its progress is on its way', async (_, restart) => {
  await using gateway = await TestGateway.start();
  await using agent = await connected(gateway);
  const session = randomUUID();
  // Before the acknowledgement, for which the agent waits.
  gateway.socket.prependOnceListener('command_progress', () =>
    gateway.socket.emit('session', { session, type: 'rc', user_name: 'Mina', ends_at: null } as never),
  );
  await gateway.command(restart(gateway));
  await eventually(() => gateway.received.remote_state.some(({ state }) => state === 'started'));
  await expectRunning(gateway);
  gateway.socket.emit('session_cut', { session, reason: 'withdrawn', at: Date.now() } as never);
  expect(await agent.ended).toBe('restart');
});

test('a restart tells what still runs when its time is over, and nothing is prepared then', async () => {
  const activity = { running: 1, whenIdle: () => new Promise<void>(() => undefined) };
  const idle = { running: 0, whenIdle: () => Promise.resolve() };
  const calls: string[] = [];
  const obstacleOf = (sessions: typeof idle, installations: typeof idle | null): Promise<RestartObstacle | null> =>
    new IdleRestarter({ sessions, installations, restart: () => calls.push('restart'), log: silentLog }).restart({
      signal: AbortSignal.timeout(1),
      prepare: () => calls.push('prepare'),
    });
  expect(await obstacleOf(activity, activity)).toBe('device_in_use');
  expect(await obstacleOf(idle, activity)).toBe('install_running');
  expect(calls).toEqual([]);
  expect(await obstacleOf(idle, null)).toBeNull();
  expect(calls).toEqual(['prepare', 'restart']);
});
