import { setTimeout as delay } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { startStack } from '../support/stack.ts';
import { connectAll, connectBare, connectSeeded, seedAgents, type SeededAgent } from './support/agents.ts';
import { startBare } from './support/bare.ts';
import { percentile, report, round } from './support/report.ts';
import { connectBrowser, measureStateChange, type StateChange } from './support/state-changes.ts';

// How long a state change takes from the agent's goodbye, or from the start of its connection, to the browser, with
// some agents around, against a server that does nothing but pass it on. Taken in turns and at odd moments, so that
// both meet the same machine; and often, because the hundredth part of a few hundred is a handful of accidents.
const AGENTS = 200;
const ROUNDS = Number(process.env['ROUNDS'] ?? 1_500);
const WARM_UP = 150;
const PAUSE_MS = 15;
/** In turns: one device may not connect as often in so short a time. */
const TRAVELLERS = 10;

await using stack = await startStack({ env: { LOG_LEVEL: 'warn', AGENT_BUDGET_FACTOR: '1000000' } });
await using bare = await startBare();
const around = await seedAgents(stack, AGENTS);
const travellers = await seedAgents(stack, TRAVELLERS);
const gatewayUrl = stack.gateways[0]?.url ?? '';
const client = await stack.signIn();
const vigilBrowser = await connectBrowser(gatewayUrl, { token: client.token });
await vigilBrowser.emitWithAck('watch_fleet', { group_pk: 'all', usage: false });
const bareBrowser = await connectBrowser(bare.url, {});
using sockets = new DisposableStack();
for (const socket of [
  vigilBrowser,
  bareBrowser,
  ...(await connectAll(around, (agent) => connectSeeded(gatewayUrl, agent))),
  ...(await connectAll(around, (agent) => connectBare(bare.url, agent.pk))),
]) {
  sockets.defer(() => socket.close());
}

const connectOne = async <T>(item: T, connect: (item: T) => Socket): Promise<Socket> => {
  const [socket] = await connectAll([item], connect);
  if (!socket) throw new Error('not connected');
  return socket;
};
const pause = () => delay(Math.random() * PAUSE_MS);
const changeOurs = (traveller: SeededAgent) =>
  measureStateChange(vigilBrowser, traveller.pk, {
    connect: () => connectOne(traveller, (agent) => connectSeeded(gatewayUrl, agent)),
    pause,
  });
const changeBare = ({ pk }: SeededAgent) =>
  measureStateChange(bareBrowser, pk, {
    connect: () => connectOne(pk, (device) => connectBare(bare.url, device)),
    pause,
  });

const vigil: StateChange[] = [];
const plain: StateChange[] = [];
for (let i = 0; i < ROUNDS + WARM_UP; i += 1) {
  const traveller = travellers[i % TRAVELLERS];
  if (!traveller) throw new Error('no agent to travel');
  const ours = await changeOurs(traveller);
  const theirs = await changeBare(traveller);
  if (i < WARM_UP) continue;
  vigil.push(ours);
  plain.push(theirs);
}

/** Goals on a machine with two cores, in milliseconds, and as a ratio to the bare server. */
const goals = { offline: { 0.5: 1.5, 0.99: 10 }, online: { 0.5: 5, 0.99: 20 } } as const;
const MAX_RATIO = 2;

report(
  (['offline', 'online'] as const).flatMap((state) =>
    ([0.5, 0.99] as const).map((share) => {
      const ours = percentile(
        vigil.map((one) => one[state]),
        share,
      );
      const theirs = percentile(
        plain.map((one) => one[state]),
        share,
      );
      const isAsked = state === 'offline' && share === 0.99;
      const goal = goals[state][share];
      return {
        figure: `${state}, p${share * 100}`,
        vigil: `${round(ours)} ms`,
        bare: `${round(theirs)} ms`,
        ratio: round(ours / theirs),
        wanted: `${goal} ms${isAsked ? `, under ${MAX_RATIO} × bare` : ''}`,
        met: ours <= goal && (!isAsked || ours / theirs < MAX_RATIO),
      };
    }),
  ),
);
