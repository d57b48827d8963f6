import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import type { Socket } from 'socket.io-client';
import { startStack } from '../support/stack.ts';
import { connectAll, connectSeeded, seedAgents, type SeededAgent } from './support/agents.ts';
import { percentile, report, round } from './support/report.ts';
import { connectBrowser, measureStateChange } from './support/state-changes.ts';

// Devices that went away at the same moment: how long until the history has an alert of each, what the evaluation
// writes a second against a bare INSERT of as many rows, and how much longer other changes of state take meanwhile.
const { values } = parseArgs({ options: { devices: { type: 'string', default: '5000' } } });
const DEVICES = Number(values.devices);
const TRAVELLERS = 10;
const PAUSE_MS = 15;
const QUIET_MS = 20_000;
/** Of these, so that the hundredth part is no handful of accidents, as many are taken after the storm was told. */
const LEAST_CHANGES = 300;
const BARE_RUNS = 3;
const WANTED_SECONDS = 15;
const WANTED_RATIO = 1.5;
/** Longer than a run takes. */
const LONG_MINUTES = 60;
const POLL_MS = 50;
const STUCK_MS = 180_000;

await using stack = await startStack({ env: { LOG_LEVEL: 'warn', AGENT_BUDGET_FACTOR: '1000000' } });
await using sql = Object.assign(postgres(stack.databaseAdminUrl, { max: 2, onnotice: () => undefined }), {
  [Symbol.asyncDispose]: () => sql.end(),
});
const gateway = stack.gateways[0]?.url ?? '';
const client = await stack.signIn();
const travellers = await seedAgents(stack, TRAVELLERS);
const stormy = await seedAgents(stack, DEVICES);
await sql`update alert_thresholds set alert_time = ${LONG_MINUTES} where alert_code = 'IL1'`;
const browser = await connectBrowser(gateway, { token: client.token });
using held = new DisposableStack();
held.defer(() => browser.close());
await browser.emitWithAck('watch_fleet', { group_pk: 'all', usage: false });

const connectOne = async (agent: SeededAgent): Promise<Socket> => {
  const [socket] = await connectAll([agent], (one) => connectSeeded(gateway, one));
  if (!socket) throw new Error('not connected');
  return socket;
};

/** Changes of state, one after the other, while `isGoingOn`. @returns milliseconds of each */
async function changeStates(isGoingOn: (count: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; isGoingOn(times.length); i += 1) {
    const traveller = travellers[i % TRAVELLERS];
    if (!traveller) throw new Error('no agent to travel');
    const pause = () => delay(Math.random() * PAUSE_MS);
    const { online, offline } = await measureStateChange(browser, traveller.pk, {
      connect: () => connectOne(traveller),
      pause,
    });
    times.push(online, offline);
  }
  return times;
}

async function countAlerts(): Promise<number> {
  const [row] = await sql`select count(*)::int as count from alerts where incident_fk is not null`;
  return Number(row?.['count']);
}

/** @returns when the history had all of them, of the clock of this process */
async function untilComplete(): Promise<number> {
  const end = Date.now() + STUCK_MS;
  while ((await countAlerts()) < DEVICES) {
    if (Date.now() > end) throw new Error(`${await countAlerts()} of ${DEVICES} alerts after ${STUCK_MS / 1_000} s`);
    await delay(POLL_MS);
  }
  return Date.now();
}

/** Seconds of a single statement that writes as many rows with the same indexes. */
async function insertBare(): Promise<number> {
  await sql`drop table if exists bare_alerts`;
  await sql`create table bare_alerts (like alerts including all)`;
  const since = performance.now();
  await sql`
    insert into bare_alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, alert_value, generate)
    select company_fk, pk, alias, dev_os_id, 'IL1', 1, now() from devices where pk = any(${stormy.map(({ pk }) => pk)}::int[])`;
  return (performance.now() - since) / 1_000;
}

await changeStates((count) => count < 2 * TRAVELLERS);
const quietEnd = Date.now() + QUIET_MS;
const quiet = await changeStates((count) => Date.now() < quietEnd || count < LEAST_CHANGES);

// They are away for longer than what the threshold becomes at one moment, from which the time is taken.
await sql`
  update devices set alive = 0, last_disconnected_time = now() - interval '2 minutes'
  where pk = any(${stormy.map(({ pk }) => pk)}::int[])`;
await sql`update alert_thresholds set alert_time = 1 where alert_code = 'IL1'`;
const due = Date.now();
let completeAt = 0;
const [storm] = await Promise.all([
  changeStates((count) => completeAt === 0 || count < LEAST_CHANGES),
  untilComplete().then((at) => (completeAt = at)),
]);
const [raised] = await sql`select min(generate) as first from alerts where incident_fk is not null`;
if (!raised) throw new Error('no alert was raised');
const evaluation = (completeAt - (raised['first'] as Date).getTime()) / 1_000;
const bare: number[] = [];
for (let run = 0; run < BARE_RUNS; run += 1) bare.push(await insertBare());
const bareSeconds = percentile(bare, 0.5);

const seconds = (completeAt - due) / 1_000;
const [calm, busy] = [percentile(quiet, 0.99), percentile(storm, 0.99)];
report([
  {
    figure: `history of ${DEVICES} alerts complete`,
    vigil: `${round(seconds, 1)} s`,
    wanted: `under ${WANTED_SECONDS} s`,
    met: seconds < WANTED_SECONDS,
  },
  {
    figure: 'rows a second, of one evaluation',
    vigil: `${round(DEVICES / evaluation, 0)}`,
    bare: `${round(DEVICES / bareSeconds, 0)}`,
    ratio: round(evaluation / bareSeconds, 1),
    wanted: 'reported',
    met: true,
  },
  {
    figure: `state change in the storm, p99 of ${storm.length}`,
    vigil: `${round(busy, 1)} ms, quiet ${round(calm, 1)} ms`,
    ratio: round(busy / calm),
    wanted: `${WANTED_RATIO} × quiet`,
    met: busy <= WANTED_RATIO * calm,
  },
]);
