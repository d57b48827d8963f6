import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { startStack } from '../support/stack.ts';
import { connectAll, connectBare, connectSeeded, seedAgents } from './support/agents.ts';
import { startBare } from './support/bare.ts';
import { percentile, report, round } from './support/report.ts';

// How long a state change takes from the agent's goodbye to the browser, with some agents around, against a server
// that does nothing but pass it on. Taken in turns and at odd moments, so that both meet the same machine; and often,
// because the hundredth part of a few hundred is a handful of accidents.
const AGENTS = 200;
const ROUNDS = 1_500;
const WARM_UP = 150;
const PAUSE_MS = 15;

async function watch(url: string, auth: object): Promise<Socket> {
  const socket = io(`${url}/console`, { transports: ['websocket'], auth, forceNew: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', reject);
  });
  return socket;
}

/** Milliseconds until the browser is told that `device` is in `state`. */
const timeUntilState = (browser: Socket, device: number, state: 0 | 1, since: number) =>
  new Promise<number>((resolve) => {
    const listen = ({ rows }: { rows: [number, number, number][] }) => {
      if (!rows.some(([pk, alive]) => pk === device && alive === state)) return;
      browser.off('alive', listen);
      resolve(performance.now() - since);
    };
    browser.on('alive', listen);
  });

async function goodbye(browser: Socket, socket: Socket, device: number): Promise<number> {
  const since = performance.now();
  const answer = timeUntilState(browser, device, 0, since);
  socket.disconnect();
  return answer;
}

await using stack = await startStack({ env: { LOG_LEVEL: 'warn', AGENT_BUDGET_FACTOR: '1000000' } });
await using bare = await startBare();
const agents = await seedAgents(stack, AGENTS + 1);
const [traveller, ...around] = agents;
if (!traveller) throw new Error('no agent to travel');
const gatewayUrl = stack.gateways[0]?.url ?? '';
const client = await stack.signIn();
const vigilBrowser = await watch(gatewayUrl, { token: client.token });
await vigilBrowser.emitWithAck('watch_fleet', { group_pk: 'all', usage: false });
const bareBrowser = await watch(bare.url, {});
using sockets = new DisposableStack();
for (const socket of [
  vigilBrowser,
  bareBrowser,
  ...(await connectAll(around, (agent) => connectSeeded(gatewayUrl, agent))),
  ...(await connectAll(around, (agent) => connectBare(bare.url, agent.pk))),
]) {
  sockets.defer(() => socket.close());
}

async function changeOurs(): Promise<number> {
  if (!traveller) return 0;
  const arrival = timeUntilState(vigilBrowser, traveller.pk, 1, performance.now());
  const [socket] = await connectAll([traveller], (agent) => connectSeeded(gatewayUrl, agent));
  await arrival;
  await odd();
  return socket ? goodbye(vigilBrowser, socket, traveller.pk) : 0;
}

async function changeBare(): Promise<number> {
  if (!traveller) return 0;
  const [socket] = await connectAll([traveller.pk], (device) => connectBare(bare.url, device));
  await odd();
  return socket ? goodbye(bareBrowser, socket, traveller.pk) : 0;
}

const odd = () => delay(Math.random() * PAUSE_MS);

const vigil: number[] = [];
const plain: number[] = [];
for (let i = 0; i < ROUNDS + WARM_UP; i += 1) {
  const ours = await changeOurs();
  const theirs = await changeBare();
  if (i < WARM_UP) continue;
  vigil.push(ours);
  plain.push(theirs);
}

const figure = (share: number) => {
  const ours = percentile(vigil, share);
  const theirs = percentile(plain, share);
  return { ours, theirs, ratio: round(ours / theirs) };
};
const p50 = figure(0.5);
const p99 = figure(0.99);
report([
  {
    figure: 'state change p50',
    vigil: `${round(p50.ours)} ms`,
    bare: `${round(p50.theirs)} ms`,
    ratio: p50.ratio,
    wanted: '–',
    met: true,
  },
  {
    figure: 'state change p99',
    vigil: `${round(p99.ours)} ms`,
    bare: `${round(p99.theirs)} ms`,
    ratio: p99.ratio,
    wanted: 'under 2 × bare',
    met: p99.ratio < 2,
  },
]);
