import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from '@vigil/shared/contract/command';
import type { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import { issueCommand } from '@vigil/shared/contract/http/commands';
import { CommandId } from '@vigil/shared/contract/ids';
import type { CommandState } from '@vigil/shared/contract/names';
import { startStack } from '../support/stack.ts';
import { startWatcher } from '../support/watcher.ts';
import { connectAll, connectSeeded, seedAgents } from './support/agents.ts';
import { percentile, report, round } from './support/report.ts';
import { countRoundTrips } from './support/round-trips.ts';

// How long a command takes from the request of a browser until that browser sees each of its states: in quiet, and
// while the other devices report their usage, which the browser watches.
const AGENTS = Number(process.env['AGENTS'] ?? 2_000);
const COMMANDS = Number(process.env['COMMANDS'] ?? 300);
const WARM_UP = 30;
const SAMPLE_INTERVAL_MS = 2_000;
const TURN_MS = 10;
const steps = ['reply', 'sent', 'done'] as const;
type Step = (typeof steps)[number];
type Measured = Record<Step, number[]>;

await using stack = await startStack({ env: { LOG_LEVEL: 'fatal', AGENT_BUDGET_FACTOR: '1000000' } });
const gateway = stack.gateways[0]?.url ?? '';
const [own, ...others] = await seedAgents(stack, AGENTS + 1);
if (!own) throw new Error('no agent');
const [agent, ...rest] = await connectAll([own, ...others], (one) => connectSeeded(gateway, one));
// The last of the queue is connected first.
const target = [agent, ...rest].find((socket) => socket !== undefined);
if (!target) throw new Error('not connected');
using sockets = new DisposableStack();
for (const socket of [agent, ...rest]) {
  if (!socket) continue;
  sockets.defer(() => socket.close());
  socket.on('command', ({ id }: Command, answer: (given: CommandAnswer) => void) => {
    answer({ ok: true, state: 'accepted' });
    socket.emit('command_progress', { id, state: 'done' }, () => undefined);
  });
}

const client = await stack.signIn();
await using watcher = await startWatcher(client);
await watcher.socket.emitWithAck('watch_fleet', { group_pk: 'all', usage: true });

async function commandOnce(into: Measured): Promise<void> {
  const id = CommandId.parse(crypto.randomUUID());
  const since = performance.now();
  const done = new Promise<void>((resolve) => {
    const listen = (event: { id: string; state: CommandState }) => {
      if (event.id !== id) return;
      if (event.state === 'sent') into.sent.push(performance.now() - since);
      if (event.state !== 'done') return;
      into.done.push(performance.now() - since);
      watcher.socket.off('command_state', listen);
      resolve();
    };
    watcher.socket.on('command_state', listen);
  });
  await client.call(issueCommand, { params: { guid: own!.guid }, body: { type: 'process_list', id } });
  into.reply.push(performance.now() - since);
  await done;
}

async function measure(count: number): Promise<Measured> {
  const measured: Measured = { reply: [], sent: [], done: [] };
  for (let i = 0; i < count; i += 1) {
    await commandOnce(measured);
    await delay(Math.random() * 20);
  }
  return measured;
}

const usage = { cpu_usage: 1, memory_usage: 1, memory_capacity: 1, memory_uses: 1, hdd_usage: 1, hdd_capacity: 1 };

/** Lets each device report once per interval, a few of them each turn, until the signal ends it. */
async function load(signal: AbortSignal): Promise<void> {
  const all = rest.filter((socket) => socket !== undefined);
  const perTurn = Math.ceil((all.length * TURN_MS) / SAMPLE_INTERVAL_MS);
  for (let next = 0; !signal.aborted; next = (next + perTurn) % all.length) {
    for (const socket of all.slice(next, next + perTurn)) {
      const cpu_usage = Math.round(Math.random() * 100);
      socket.emit('system_usage', {
        at: Date.now(),
        ...usage,
        cpu_usage,
        hdd_uses: 1,
        cpu_temp: 1,
        hdd_temp: 1,
        fan_speed: 1,
      });
    }
    await delay(TURN_MS);
  }
}

await measure(WARM_UP);
const quiet = await measure(COMMANDS);
const trips = await countRoundTrips(stack, async () => (await measure(COMMANDS)).done.length);
const ended = new AbortController();
const loading = load(ended.signal);
await measure(WARM_UP);
const loaded = await measure(COMMANDS);
ended.abort();
await loading;

const GOALS: { readonly [share: number]: number } = { 0.5: 15, 0.99: 60 };
report([
  ...Object.entries({ quiet, [`${AGENTS} devices reporting`]: loaded }).flatMap(([name, measured]) =>
    steps.flatMap((step) =>
      [0.5, 0.99].map((share) => {
        const ms = percentile(measured[step], share);
        const goal = step === 'done' ? GOALS[share] : undefined;
        return {
          figure: `${name}: ${step}, p${share * 100}`,
          vigil: `${round(ms, 1)} ms`,
          wanted: goal === undefined ? '–' : `at most ${goal} ms`,
          met: goal === undefined || ms <= goal,
        };
      }),
    ),
  ),
  ...(['redis', 'postgres'] as const).map((store) => ({
    figure: `quiet: round trips to ${store} a command, from the request to done`,
    vigil: String(round(trips[store], 1)),
    wanted: '–',
    met: true,
  })),
]);
