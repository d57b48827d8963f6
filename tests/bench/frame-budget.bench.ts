import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fromRoot, NODE_EXECUTABLE } from '@vigil/infra/local/runtime';
import { startStack } from '../support/stack.ts';
import { connectAll, connectSeeded, seedAgents, type SeededAgent } from './support/agents.ts';
import { percentile, report, round } from './support/report.ts';
import { connectBrowser, measureStateChange, type StateChange } from './support/state-changes.ts';

// Whether frames delay states: how long a browser takes to learn that a device came or went, in quiet, and while other
// browsers of the company watch more frames than its budget allows.
const WATCHED = Number(process.env['WATCHED'] ?? 60);
const BROWSERS = 3;
const CHANGES = Number(process.env['CHANGES'] ?? 500);
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const WARM_UP = 50;
const PAUSE_MS = 15;
/** In turns: one device may not connect as often in so short a time. */
const TRAVELLERS = 10;
const WANTED = 1.5;
/** Until the budget has slowed the demands down. */
const SETTLE_MS = 15_000;
const MEGABYTE = 1_000_000;

await using stack = await startStack({ env: { LOG_LEVEL: 'fatal', AGENT_BUDGET_FACTOR: '1000000' } });
const url = stack.gateways[0]?.url ?? '';
const watched = await seedAgents(stack, WATCHED);
const travellers = await seedAgents(stack, TRAVELLERS);
const { token } = await stack.signIn();
const browser = await connectBrowser(url, { token });
using _browser = { [Symbol.dispose]: () => void browser.close() };
await browser.emitWithAck('watch_fleet', { group_pk: 'all', usage: false });

const agents = watched.map(({ pk, guid, credential, key }) => ({
  pk,
  guid,
  credential,
  pem: key.export({ type: 'pkcs8', format: 'pem' }),
}));
const load = spawn(NODE_EXECUTABLE, [fromRoot('tests/bench/support/frame-load.ts')], {
  env: { ...process.env, FRAME_LOAD: JSON.stringify({ url, session: token, browsers: BROWSERS, agents }) },
  stdio: ['pipe', 'pipe', 'inherit'],
});
using _load = { [Symbol.dispose]: () => void load.kill() };
const answers = createInterface({ input: load.stdout });
await once(answers, 'line');
/** @returns the bytes of frames that the browsers have received so far */
async function tellLoad(word: 'on' | 'off'): Promise<number> {
  const answer = once(answers, 'line');
  load.stdin.write(`${word}\n`);
  return Number((await answer)[0]);
}

const connect = async (traveller: SeededAgent) => {
  const [socket] = await connectAll([traveller], (agent) => connectSeeded(url, agent));
  if (!socket) throw new Error('not connected');
  return socket;
};
async function measure(count: number, into: StateChange[]): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const traveller = travellers[i % TRAVELLERS];
    if (!traveller) throw new Error('no agent to travel');
    const pause = () => delay(Math.random() * PAUSE_MS);
    into.push(await measureStateChange(browser, traveller.pk, { connect: () => connect(traveller), pause }));
  }
}

await measure(WARM_UP, []);
const [quiet, full]: [StateChange[], StateChange[]] = [[], []];
let [bytes, seconds] = [0, 0];
for (let round_ = 0; round_ < ROUNDS; round_ += 1) {
  await measure(CHANGES, quiet);
  await tellLoad('on');
  await delay(SETTLE_MS);
  const [before, since] = [await tellLoad('on'), performance.now()];
  await measure(CHANGES, full);
  bytes += (await tellLoad('off')) - before;
  seconds += (performance.now() - since) / 1_000;
  await delay(SETTLE_MS);
}

report(
  (['offline', 'online'] as const).flatMap((state) =>
    [0.5, 0.99].map((share) => {
      const timesOf = (changes: StateChange[]) =>
        percentile(
          changes.map((one) => one[state]),
          share,
        );
      const ratio = round(timesOf(full) / timesOf(quiet));
      const isWanted = share === 0.99;
      return {
        figure: `${state}, p${share * 100}, beside ${round(bytes / seconds / MEGABYTE, 1)} MB of frames a second`,
        vigil: `${round(timesOf(full), 1)} ms, quiet ${round(timesOf(quiet), 1)} ms`,
        ratio,
        wanted: isWanted ? `at most ${WANTED} × quiet` : '–',
        met: !isWanted || ratio <= WANTED,
      };
    }),
  ),
);
