import { setTimeout as delay } from 'node:timers/promises';
import { buildWebWhenStale } from '@vigil/infra/local/servers/web-client';
import { createEnrolToken, enrolAgent } from '@vigil/shared/contract/http/agents';
import postgres from 'postgres';
import { createAgentKey } from '../support/agent-key.ts';
import { launchBrowser } from '../support/browser.ts';
import { startStack } from '../support/stack.ts';
import { connectAll, connectSeeded, seedAgents } from './support/agents.ts';
import { percentile, report, round } from './support/report.ts';

// Whether the list stays smooth: the frames that a browser draws which watches all devices, in quiet, with some
// enrolments a second, and while all devices go dark at once and the alerts of it arrive.
const DEVICES = Number(process.env['DEVICES'] ?? 5_000);
const SECONDS = Number(process.env['SECONDS'] ?? 20);
const PER_SECOND = 10;
const LONG_FRAME_MS = 50;
const POLL_MS = 500;
const STUCK_MS = 180_000;

await buildWebWhenStale();
await using stack = await startStack({ env: { LOG_LEVEL: 'fatal', AGENT_BUDGET_FACTOR: '1000000' } });
await using sql = Object.assign(postgres(stack.databaseAdminUrl, { max: 1, onnotice: () => undefined }), {
  [Symbol.asyncDispose]: () => sql.end(),
});
await sql`update licences set device_volume = 100000`;
await sql`update alert_thresholds set alert_time = 1 where alert_code = 'IL1'`;
const agents = await seedAgents(stack, DEVICES);
const gateway = stack.gateways[0]?.url ?? '';
using sockets = new DisposableStack();
for (const socket of await connectAll(agents, (agent) => connectSeeded(gateway, agent))) {
  sockets.defer(() => socket.close());
}
const admin = await stack.signIn();
const { objects: token } = await admin.call(createEnrolToken, { body: { uses: 2 * PER_SECOND * SECONDS } });
let enrolled = 0;
const enrolOne = async () => {
  enrolled += 1;
  const name = `New ${enrolled}`;
  const about = { name, dev_os_id: 2 as const, user_os_str: 'Debian 13', mac_addr: '', agent_version: '1.0.0' };
  const body = { ...about, enrol_token: token.enrol_token, public_key: createAgentKey().publicKey };
  await stack.publicClient.call(enrolAgent, { body });
};

const browser = await launchBrowser();
await using _browser = { [Symbol.asyncDispose]: () => browser.close() };
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`${stack.url}/en/`);
await page.getByRole('textbox', { name: 'ID', exact: true }).fill(stack.admin.id);
await page.getByLabel('Password', { exact: true }).fill(stack.admin.password);
await page.getByRole('button', { name: 'Sign in', exact: true }).click();
await page.getByText(new Intl.NumberFormat('en').format(DEVICES)).first().waitFor({ timeout: 60_000 });
await delay(3_000);

// As text, because it runs in the browser.
const START = `{
  globalThis.frames = [];
  globalThis.measuring = true;
  let last = performance.now();
  const next = (now) => {
    frames.push(now - last);
    last = now;
    if (measuring) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}`;
const STOP = `measuring = false; frames.slice(2)`;

/** Milliseconds of each frame while `work` runs. */
async function framesDuring(work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(START);
  await work();
  return page.evaluate<number[]>(STOP);
}

const quiet = await framesDuring(() => delay(SECONDS * 1_000));
const enrolling = await framesDuring(async () => {
  for (let second = 0; second < SECONDS; second += 1) {
    const next = delay(1_000);
    for (let i = 0; i < PER_SECOND; i += 1) {
      await enrolOne();
      await delay(1_000 / PER_SECOND / 2);
    }
    await next;
  }
});

/** Until the history has an alert of each device that has gone, and the browser had time to show them. */
async function untilAlerted(): Promise<void> {
  const end = Date.now() + STUCK_MS;
  for (let alerts = 0; alerts < DEVICES; await delay(POLL_MS)) {
    if (Date.now() > end) throw new Error(`${alerts} of ${DEVICES} alerts after ${STUCK_MS / 1_000} s`);
    [{ alerts } = { alerts: 0 }] = await sql<{ alerts: number }[]>`select count(*)::int as alerts from alerts`;
  }
  await delay(3_000);
}

const dark = await framesDuring(async () => {
  sockets.dispose();
  await untilAlerted();
});
report(
  Object.entries({ quiet, enrolling, dark }).flatMap(([name, frames]) => {
    const long = frames.filter((ms) => ms > LONG_FRAME_MS).length;
    const isAsked = name !== 'quiet';
    const seconds = frames.reduce((sum, ms) => sum + ms, 0) / 1_000;
    return [
      { figure: `${name}: frames a second`, vigil: `${round(frames.length / seconds, 1)}`, wanted: '–', met: true },
      { figure: `${name}: p99`, vigil: `${round(percentile(frames, 0.99), 1)} ms`, wanted: '–', met: true },
      { figure: `${name}: worst`, vigil: `${round(Math.max(...frames), 1)} ms`, wanted: '–', met: true },
      {
        figure: `${name}: frames over ${LONG_FRAME_MS} ms`,
        vigil: `${long}`,
        wanted: isAsked ? '0' : '–',
        met: !isAsked || long === 0,
      },
    ];
  }),
);
