import { setTimeout as delay } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { startStack } from '../support/stack.ts';
import { connectAll, connectBare, connectSeeded, seedAgents } from './support/agents.ts';
import { startBare } from './support/bare.ts';
import { gatewayStatus } from './support/gateway-status.ts';
import { report, round } from './support/report.ts';

// What an agent that says nothing costs in the gateway's memory, against a server that only holds the socket. Both are
// warmed up first and measured over many sockets, because a heap grows in steps.
const AGENTS = 8_000;
const WARM_UP = 2_000;
const SETTLE_MS = 8_000;

await using stack = await startStack({ env: { LOG_LEVEL: 'warn' } });
await using bare = await startBare();
const gateway = stack.gateways[0]?.url ?? '';
const status = stack.gateways[0]?.operatorUrl ?? '';
const agents = await seedAgents(stack, AGENTS + WARM_UP);

async function grow<T>(rss: () => Promise<number>, open: (agent: T) => Socket, all: readonly T[]): Promise<number> {
  using sockets = new DisposableStack();
  const connect = async (from: number, to: number) => {
    for (const socket of await connectAll(all.slice(from, to), open)) sockets.defer(() => socket.close());
  };
  // The first sockets pay for code and pools that the others share.
  await connect(0, WARM_UP);
  await delay(SETTLE_MS);
  const before = await rss();
  await connect(WARM_UP, WARM_UP + AGENTS);
  await delay(SETTLE_MS);
  return ((await rss()) - before) / AGENTS;
}

// One after the other and closed in between: both at once would be more files than a process may hold.
const plain = await grow(
  async () => (await bare.status()).rss,
  (agent) => connectBare(bare.url, agent.pk),
  agents,
);
await delay(SETTLE_MS);
const ours = await grow(
  async () => (await gatewayStatus(status)).rss,
  (agent) => connectSeeded(gateway, agent),
  agents,
);
const ratio = round(ours / plain);
report([
  {
    figure: 'memory an idle agent',
    vigil: `${round(ours / 1_024, 1)} KB`,
    bare: `${round(plain / 1_024, 1)} KB`,
    ratio,
    wanted: 'under 1.5 × bare',
    met: ratio < 1.5,
  },
]);
