import { startSimulatedFleet, type SimulatedFleet, type FleetOptions } from '@vigil/agent-sim/fleet';
import { silentLog } from '@vigil/agent/log';
import type { Stack } from './stack.ts';
import { within } from './within.ts';

/** A fleet of simulated devices on a stack, all of them connected. */
export async function startFleetOn(
  stack: Stack,
  count: number,
  more: Partial<FleetOptions> = {},
): Promise<SimulatedFleet> {
  const enrolToken = await within('the operator makes an enrolment token', stack.operator.enrolToken(count));
  return startConnected({ server: stack.url, enrolToken, count, ...more });
}

/** A fleet whose devices are all connected. */
export async function startConnected(options: FleetOptions, timeout = 150_000): Promise<SimulatedFleet> {
  await using started = new AsyncDisposableStack();
  // An enrolment is repeated for as long as the server is unavailable.
  let lastProblem = '';
  const warn = (message: string, details?: object): void => {
    lastProblem = `${message} ${JSON.stringify(details ?? {})}`;
  };
  const fleet = started.use(startSimulatedFleet({ log: { ...silentLog, warn }, ...options }));
  const describe = (): string => `${fleet.counters.enrolled} of ${options.count} are enrolled; ${lastProblem}`;
  await within('the devices of a fleet are enrolled', fleet.started, { timeout, describe });
  await fleet.whenConnected(options.count, timeout);
  started.move();
  return fleet;
}
