import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { programFile } from '../../tests/support/programs.ts';
import { eventually } from './testing/eventually.ts';
import { TestGateway } from './testing/test-gateway.ts';

let program: string;
beforeAll(async () => {
  program = await programFile('agent');
});

function run(...args: string[]) {
  // As the packed agent, whose launcher says so before the program is loaded (infra/bundles/compact-start.ts).
  const child = spawn(process.execPath, ['--no-concurrent-sparkplug', program, ...args], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return { child, exit, output: () => output };
}

const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-agent-main-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
};

test('the program enrols the device, reports measured values, and exits with 0 on SIGTERM', async () => {
  await using gateway = await TestGateway.start();
  using place = temporaryFolder();
  const agent = run('--server', gateway.url, '--enrol', 'token', '--state', place.folder, '--name', 'bench-device');
  await eventually(() => gateway.received.system_usage.length > 0 && gateway.received.alive.length > 0);
  expect(gateway.enrolments[0]).toMatchObject({ name: 'bench-device' });
  expect(gateway.received.system_usage[0]?.memory_capacity).toBeGreaterThan(0);
  expect(statSync(join(place.folder, 'agent.key')).mode & 0o777).toBe(0o600);
  expect(statSync(join(place.folder, 'identity.json')).mode & 0o777).toBe(0o600);
  agent.child.kill('SIGTERM');
  expect(await agent.exit).toBe(0);

  // A slow one has said more than once that it is alive.
  const { length: saidByFirst } = gateway.received.alive;
  const second = run('--state', place.folder);
  await eventually(() => gateway.received.alive.length > saidByFirst);
  expect(gateway.enrolments).toHaveLength(1);
  second.child.kill('SIGINT');
  expect(await second.exit).toBe(0);
});

test('agent_restart restarts the agent under the same process, which still stops as a whole', async () => {
  await using gateway = await TestGateway.start();
  using place = temporaryFolder();
  const agent = run('--server', gateway.url, '--enrol', 'token', '--state', place.folder);
  await eventually(() => gateway.received.alive.length > 0);
  for (const round of [1, 2]) {
    await gateway.command({ type: 'agent_restart', args: {} });
    await eventually(() => gateway.received.command_progress.filter(({ state }) => state === 'done').length === round);
  }
  expect(agent.child.exitCode).toBeNull();
  agent.child.kill('SIGTERM');
  expect(await agent.exit).toBe(0);
  await eventually(() => gateway.sockets.length === 0);
});

test('under a supervisor it exits with 75 to be started again', async () => {
  await using gateway = await TestGateway.start();
  using place = temporaryFolder();
  const agent = run('--server', gateway.url, '--enrol', 'token', '--state', place.folder, '--supervised');
  await eventually(() => gateway.received.alive.length > 0);
  await gateway.command({ type: 'agent_restart', args: {} });
  expect(await agent.exit).toBe(75);
});

test('a second agent on the state of a running one ends with 1 and a one-line message, and disturbs nothing', async () => {
  await using gateway = await TestGateway.start();
  using place = temporaryFolder();
  const first = run('--server', gateway.url, '--enrol', 'token', '--state', place.folder);
  await eventually(() => gateway.received.alive.length > 0);
  await gateway.command({ type: 'agent_restart', args: {} });
  await eventually(() => gateway.received.command_progress.some(({ state }) => state === 'done'));
  await eventually(() => gateway.received.alive.length === 2);

  const second = run('--state', place.folder);
  expect(await second.exit).toBe(1);
  expect(second.output()).toMatch(/^vigil-agent: .*another agent.*\n$/);
  expect(gateway.received.alive).toHaveLength(2);
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
});

test('of agents that start together one runs, and a killed one is succeeded by the next', async () => {
  await using gateway = await TestGateway.start();
  using place = temporaryFolder();
  const enrolled = run('--server', gateway.url, '--enrol', 'token', '--state', place.folder);
  await eventually(() => gateway.received.alive.length > 0);
  enrolled.child.kill('SIGKILL');
  await enrolled.exit;

  const agents = Array.from({ length: 4 }, () => run('--state', place.folder));
  const ended = () => agents.filter(({ child }) => child.exitCode !== null);
  await eventually(() => ended().length === 3 && gateway.received.alive.length > 1);
  expect(ended().map(({ child }) => child.exitCode)).toEqual([1, 1, 1]);
  for (const { child } of agents) child.kill('SIGTERM');
  const codes = await Promise.all(agents.map(({ exit }) => exit));
  expect(codes.filter((code) => code === 0)).toHaveLength(1);
  expect(gateway.received.alive).toHaveLength(2);
});

test.each([
  [['--server', 'nonsense'], /^vigil-agent: --server: .*\n$/],
  [[], /^vigil-agent: .*server.*token.*\n$/],
])('%o exits with 1 and a one-line message', async (args, line) => {
  using place = temporaryFolder();
  const agent = run(...args, '--state', place.folder);
  expect(await agent.exit).toBe(1);
  expect(agent.output()).toMatch(line);
});
