import type { SimulatedFleet } from '@vigil/agent-sim/fleet';
import type { DeviceRow } from '@vigil/shared/contract/device';
import { createEnrolToken } from '@vigil/shared/contract/http/agents';
import { listDevices } from '@vigil/shared/contract/http/devices';
import type { z } from 'zod';
import { eventually } from '../../support/eventually.ts';
import { startConnected } from '../../support/fleet.ts';
import type { Company } from './companies.ts';

export type Device = z.output<typeof DeviceRow>;

/** The simulated devices of a company, with the rows that the server lists for them. */
export interface SimulatedDevices extends AsyncDisposable {
  readonly fleet: SimulatedFleet;
  /** In the order of the fleet: `devices[2]` is `fleet.device(2)`. */
  readonly devices: readonly Device[];
  device(index: number): Device;
  /** Turned on again by the test or when the scope ends: `await using _off = devices.turnOff(3)`. */
  turnOff(index: number): AsyncDisposable;
  /** Waits until it is on. */
  turnOn(index: number): Promise<void>;
}

const RECONNECT_TIMEOUT_MS = 20_000;
/** Long enough to be seen offline meanwhile. */
const TIMES = { reboot: { min: 4_000, max: 6_000 }, wake: { min: 2_000, max: 3_000 } };
// Each fleet has keys of its own; two with the same seed would be the same devices.
let seed = 41;

export async function startDevices({ client }: Company, count: number): Promise<SimulatedDevices> {
  const { objects: token } = await client.call(createEnrolToken, { body: { uses: count } });
  const fleet = await startConnected({
    server: client.url,
    enrolToken: token.enrol_token,
    count,
    seed: (seed += 1),
    times: TIMES,
  });
  const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
  const devices = fleet.devices.map(({ guid }) => {
    const device = objects.find((one) => one.guid === guid);
    if (!device) throw new Error(`the server does not list ${guid}`);
    return device;
  });
  const turnOn = async (index: number): Promise<void> => {
    const simulated = fleet.device(index);
    simulated.turnOn();
    const connected = (): void => {
      if (!simulated.connected) throw new Error(`${simulated.name} has not reconnected`);
    };
    await eventually(connected, { timeout: RECONNECT_TIMEOUT_MS });
  };
  return {
    fleet,
    devices,
    device(index) {
      const device = devices[index];
      if (!device) throw new RangeError(`there is no device ${index}`);
      return device;
    },
    turnOff(index) {
      fleet.device(index).turnOff();
      return { [Symbol.asyncDispose]: () => turnOn(index) };
    },
    turnOn,
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}
