import { eventually } from '../support/eventually.ts';
import { startStack } from '../support/stack.ts';
import { startWatcher } from '../support/watcher.ts';
import { connectAll, connectSeeded, seedAgents } from './support/agents.ts';
import { report, round } from './support/report.ts';

// Everybody at once: after a power cut of a whole site, or of a gateway's machine.
const AGENTS = 10_000;
const AT_ONCE = 400;

await using stack = await startStack({ env: { LOG_LEVEL: 'warn' } });
const gateway = stack.gateways[0]?.url ?? '';
const agents = await seedAgents(stack, AGENTS);
await using watcher = await startWatcher(await stack.signIn());
using held = new DisposableStack();

const start = performance.now();
const sockets = await connectAll(agents, (agent) => connectSeeded(gateway, agent), AT_ONCE);
for (const socket of sockets) held.defer(() => socket.close());
const connected = (performance.now() - start) / 1_000;
await eventually(
  () => {
    if (watcher.online() !== AGENTS) throw new Error(`${watcher.online()} of ${AGENTS} are online on the screen`);
  },
  { timeout: 30_000 },
);
const seen = (performance.now() - start) / 1_000;
report([
  { figure: '10,000 agents connected', vigil: `${round(connected, 1)} s`, wanted: 'under 15 s', met: connected < 15 },
  { figure: '… and online on the screen', vigil: `${round(seen, 1)} s`, wanted: 'under 15 s', met: seen < 15 },
]);
