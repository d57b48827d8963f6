import { startFleet, type Fleet, type FleetOptions } from '@vigil/agent-sim/fleet';
import type { Stack } from './stack.ts';

/** A fleet of simulated devices on a stack, all of them connected. */
export async function startFleetOn(stack: Stack, count: number, more: Partial<FleetOptions> = {}): Promise<Fleet> {
  const enrolToken = await stack.operator.enrolToken(count);
  const fleet = startFleet({ server: stack.url, enrolToken, count, ...more });
  await fleet.started;
  await fleet.whenConnected(count, 60_000);
  return fleet;
}
