import { createEnrolToken, enrolAgent } from '@vigil/shared/contract/http/agents';
import postgres from 'postgres';
import { createAgentKey } from '../support/agent-key.ts';
import { startStack } from '../support/stack.ts';
import { percentile, report, round } from './support/report.ts';

// How fast a site of new devices can enrol: every request is in the air at once as far as AT_ONCE allows.
const DEVICES = Number(process.env['DEVICES'] ?? 5_000);
const AT_ONCE = 200;
const WARM_UP = 200;
const GOAL = 400;

await using stack = await startStack({ env: { LOG_LEVEL: 'fatal', RATE_LIMIT_FACTOR: '1000' } });
const sql = postgres(stack.databaseAdminUrl);
await sql`update licences set device_volume = ${DEVICES + WARM_UP + 10}`;
await sql.end();
const admin = await stack.signIn();
const { objects: token } = await admin.call(createEnrolToken, { body: { uses: DEVICES + WARM_UP } });

let next = 0;
const bodies = Array.from({ length: DEVICES + WARM_UP }, () => {
  next += 1;
  return {
    enrol_token: token.enrol_token,
    public_key: createAgentKey().publicKey,
    name: `Kiosk ${next}`,
    dev_os_id: 2 as const,
    user_os_str: 'Debian 13',
    mac_addr: `02:00:00:00:${(next >> 8).toString(16).padStart(2, '0')}:${(next & 255).toString(16).padStart(2, '0')}`,
    agent_version: '1.0.0',
  };
});

async function enrol(queue: typeof bodies): Promise<number[]> {
  const times: number[] = [];
  const one = async () => {
    for (let body = queue.pop(); body !== undefined; body = queue.pop()) {
      const since = performance.now();
      await stack.publicClient.call(enrolAgent, { body });
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return times;
}

await enrol(bodies.splice(0, WARM_UP));
const since = performance.now();
const times = await enrol(bodies);
const seconds = (performance.now() - since) / 1_000;
const rate = DEVICES / seconds;
report([
  { figure: 'devices enrolled a second', vigil: `${round(rate, 0)}`, wanted: `at least ${GOAL}`, met: rate >= GOAL },
  { figure: `${DEVICES} devices`, vigil: `${round(seconds, 1)} s`, wanted: '–', met: true },
  { figure: 'answer, p50', vigil: `${round(percentile(times, 0.5), 0)} ms`, wanted: '–', met: true },
  { figure: 'answer, p99', vigil: `${round(percentile(times, 0.99), 0)} ms`, wanted: '–', met: true },
]);
