import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { startStack } from '../support/stack.ts';
import { startWatcher } from '../support/watcher.ts';
import { report, round } from './support/report.ts';

// One of two gateways dies with all the agents on it; the reverse proxy sends them to the other one.
const AGENTS = 5_000;

await using stack = await startStack({ gateways: 2, env: { LOG_LEVEL: 'warn' } });
const [first, second] = stack.gateways;
await second?.kill();
await using fleet = await startFleetOn(stack, AGENTS, { rate: 1_000 });
await second?.start();
await using watcher = await startWatcher(await stack.signIn());

const killedAt = performance.now();
await first?.kill();
await eventually(
  () => {
    const back = fleet.devices.filter((device) => device.connected).length;
    if (back !== AGENTS || watcher.online() !== AGENTS)
      throw new Error(`${back} back, ${watcher.online()} on the screen`);
  },
  { timeout: 60_000 },
);
const seconds = (performance.now() - killedAt) / 1_000;
report([
  {
    figure: 'agents of a dead gateway back, every state right',
    vigil: `${round(seconds, 1)} s`,
    wanted: 'under 20 s',
    met: seconds < 20,
  },
]);
