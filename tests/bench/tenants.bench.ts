import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fromRoot, NODE_EXECUTABLE } from '@vigil/infra/local/runtime';
import type { Command } from '@vigil/shared/contract/command';
import type { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import { issueCommand } from '@vigil/shared/contract/http/commands';
import { CommandId } from '@vigil/shared/contract/ids';
import type { CommandState } from '@vigil/shared/contract/names';
import { isFinalCommandState } from '@vigil/shared/domain/command-life';
import { startStack } from '../support/stack.ts';
import { startWatcher } from '../support/watcher.ts';
import { connectAll, connectSeeded, seedAgents } from './support/agents.ts';
import { percentile, report, round } from './support/report.ts';

// Whether one tenant slows another one down: round trips of commands and samples of a company, in quiet, and while
// agents of another company, and browsers of another session, send as much as their connections take.
const COMMANDS = Number(process.env['COMMANDS'] ?? 250);
const ROUNDS = Number(process.env['ROUNDS'] ?? 2);
const WARM_UP = 20;
const ATTACKERS = 2;
const WANTED = 1.5;

await using stack = await startStack({
  env: { LOG_LEVEL: 'fatal', AGENT_BUDGET_FACTOR: process.env['AGENT_BUDGET_FACTOR'] ?? '1' },
});
const gateway = stack.gateways[0]?.url ?? '';
const [own] = await seedAgents(stack, 1);
const attackers = await seedAgents(stack, ATTACKERS, 'Noisy');
if (!own) throw new Error('no agent');

const [agent] = await connectAll([own], (one) => connectSeeded(gateway, one));
if (!agent) throw new Error('not connected');
using _agent = { [Symbol.dispose]: () => void agent.close() };
agent.on('command', ({ id }: Command, answer: (given: CommandAnswer) => void) => {
  answer({ ok: true, state: 'accepted' });
  agent.emit('command_progress', { id, state: 'done' }, () => undefined);
});

const client = await stack.signIn();
const hostile = await stack.signIn();
await using watcher = await startWatcher(client);
watcher.socket.emit('watch_device', { pk: own.pk }, () => undefined);

/** Milliseconds until the screen shows a command as done. */
async function commandOnce(): Promise<number> {
  const id = CommandId.parse(crypto.randomUUID());
  const since = performance.now();
  const done = new Promise<void>((resolve) => {
    const listen = (event: { id: string; state: CommandState }) => {
      if (event.id !== id || !isFinalCommandState(event.state)) return;
      watcher.socket.off('command_state', listen);
      resolve();
    };
    watcher.socket.on('command_state', listen);
  });
  await client.call(issueCommand, { params: { guid: own!.guid }, body: { type: 'process_list', id } });
  await done;
  return performance.now() - since;
}

const usage = { cpu_usage: 1, memory_usage: 1, memory_capacity: 1, memory_uses: 1, hdd_usage: 1, hdd_capacity: 1 };

/** Milliseconds until the screen has a sample; each has a value of its own. */
let marker = 0;
async function sampleOnce(): Promise<number> {
  marker = (marker + 1) % 10_000;
  const fan_speed = marker;
  const since = performance.now();
  const seen = new Promise<void>((resolve) => {
    const listen = ({ rows }: { rows: number[][] }) => {
      if (!rows.some((row) => row.at(-1) === fan_speed)) return;
      watcher.socket.off('system_usage', listen);
      resolve();
    };
    watcher.socket.on('system_usage', listen);
  });
  agent!.emit('system_usage', { at: Date.now(), ...usage, hdd_uses: 1, cpu_temp: 1, hdd_temp: 1, fan_speed });
  await Promise.race([seen, delay(10_000)]);
  return performance.now() - since;
}

interface Measured {
  readonly commands: number[];
  readonly samples: number[];
}

async function measure(count: number, into: Measured): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    into.commands.push(await commandOnce());
    // Within the rate of five samples a second.
    if (i % 3 === 0) into.samples.push(await sampleOnce());
    await delay(Math.random() * 20);
  }
}

async function withNoise(work: () => Promise<void>): Promise<void> {
  const agents = attackers.map(({ guid, credential, key }) => ({
    guid,
    credential,
    pem: key.export({ type: 'pkcs8', format: 'pem' }),
  }));
  const child = spawn(NODE_EXECUTABLE, [fromRoot('tests/bench/support/noisy-tenant.ts')], {
    env: { ...process.env, NOISE: JSON.stringify({ url: gateway, agents, session: hostile.token }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  try {
    await work();
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

const empty = (): Measured => ({ commands: [], samples: [] });
await measure(WARM_UP, empty());
const [quiet, noisy] = [empty(), empty()];
for (let turn = 0; turn < ROUNDS; turn += 1) {
  await measure(COMMANDS, quiet);
  await withNoise(() => measure(COMMANDS, noisy));
}

const verdict = (figure: string, pick: (one: Measured) => readonly number[], share: number) => {
  const [before, during] = [percentile(pick(quiet), share), percentile(pick(noisy), share)];
  const ratio = round(during / before);
  const isAsked = share === 0.99;
  return {
    figure,
    vigil: `${round(during, 1)} ms, quiet ${round(before, 1)} ms`,
    ratio,
    wanted: isAsked ? `at most ${WANTED} × quiet` : '–',
    met: !isAsked || ratio <= WANTED,
  };
};
report([
  verdict('command, p50, beside a noisy tenant', (one) => one.commands, 0.5),
  verdict('command, p99', (one) => one.commands, 0.99),
  verdict('sample, p50', (one) => one.samples, 0.5),
  verdict('sample, p99', (one) => one.samples, 0.99),
]);
