import { setTimeout as delay } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { startStack } from '../support/stack.ts';
import { connectAll, connectBare, connectSeeded, seedAgents } from './support/agents.ts';
import { startBare } from './support/bare.ts';
import { gatewayStatus } from './support/gateway-status.ts';
import { report, round } from './support/report.ts';

// How many samples a second a gateway takes in, checks, batches and publishes, against a server that throws them away.
const AGENTS = 500;
const MEASURE_MS = 5_000;
const WARM_UP_MS = 2_000;
const ROUNDS = 3;

const sample = {
  cpu_usage: 12.34,
  memory_usage: 45.67,
  memory_capacity: 16_384,
  memory_uses: 7_482,
  hdd_usage: 61.5,
  hdd_capacity: 512_000,
  hdd_uses: 314_880,
  cpu_temp: 48.5,
  hdd_temp: 36,
  fan_speed: 1_200,
};

interface Internals {
  readonly io: { readonly engine: { readonly writeBuffer: { readonly length: number } } };
}

/** Keeps every socket busy without letting any of them queue more than a few packets; ends when `until` passes. */
async function flood(sockets: readonly Socket[], until: number): Promise<void> {
  while (performance.now() < until) {
    for (const socket of sockets) {
      const { engine } = (socket as unknown as Internals).io;
      for (let room = 4 - engine.writeBuffer.length; room > 0; room -= 1) {
        socket.emit('system_usage', { at: Date.now(), ...sample });
      }
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

interface Taken {
  readonly samples: number;
  readonly cpu: number;
}

/** Samples a second, and samples a second of the server's processor time. */
async function measure(
  sockets: readonly Socket[],
  status: () => Promise<Taken>,
): Promise<{ rate: number; capacity: number }> {
  await flood(sockets, performance.now() + WARM_UP_MS);
  const [before, start] = [await status(), performance.now()];
  await flood(sockets, start + MEASURE_MS);
  const after = await status();
  const samples = after.samples - before.samples;
  return { rate: (samples / (performance.now() - start)) * 1_000, capacity: samples / (after.cpu - before.cpu) };
}

await using stack = await startStack({ env: { LOG_LEVEL: 'warn', AGENT_BUDGET_FACTOR: '1000000' } });
await using bare = await startBare();
using held = new DisposableStack();
const gateway = stack.gateways[0]?.url ?? '';
const status = stack.gateways[0]?.operatorUrl ?? '';
const agents = await seedAgents(stack, AGENTS);
const mine = await connectAll(agents, (agent) => connectSeeded(gateway, agent));
const theirs = await connectAll(agents, (agent) => connectBare(bare.url, agent.pk));
for (const socket of [...mine, ...theirs]) held.defer(() => socket.close());

const ours: Awaited<ReturnType<typeof measure>>[] = [];
const plain: typeof ours = [];
for (let turn = 0; turn < ROUNDS; turn += 1) {
  ours.push(await measure(mine, () => gatewayStatus(status)));
  plain.push(await measure(theirs, () => bare.status()));
  await delay(500);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const verdict = (figure: string, pick: (one: (typeof ours)[number]) => number) => {
  const [mineMean, plainMean] = [mean(ours.map(pick)), mean(plain.map(pick))];
  const ratio = round(mineMean / plainMean);
  const met = ratio >= 0.6;
  return {
    figure,
    vigil: `${Math.round(mineMean)} /s`,
    bare: `${Math.round(plainMean)} /s`,
    ratio,
    wanted: 'at least 0.6 × bare',
    met,
  };
};
// The generator may be slower than either server; a second of processor time says what each could take.
report([
  verdict('samples taken in', (one) => one.rate),
  verdict('… a second of processor time', (one) => one.capacity),
]);
