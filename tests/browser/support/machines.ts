import { startFleet, type Fleet } from '@vigil/agent-sim/fleet';
import type { DeviceRow } from '@vigil/shared/contract/device';
import { createEnrolToken } from '@vigil/shared/contract/http/agents';
import { listDevices } from '@vigil/shared/contract/http/devices';
import type { z } from 'zod';
import { eventually } from '../../support/eventually.ts';
import type { Company } from './companies.ts';

export type Device = z.output<typeof DeviceRow>;

/** The machines of a company, and what the server calls them. */
export interface Machines extends AsyncDisposable {
  readonly fleet: Fleet;
  /** In the order of the fleet: `devices[2]` is `fleet.device(2)`. */
  readonly devices: readonly Device[];
  device(index: number): Device;
  /** Until it is turned on again, by the test or by its end: `await using _off = machines.turnOff(3)`. */
  turnOff(index: number): AsyncDisposable;
  /** Waits until it is on. */
  turnOn(index: number): Promise<void>;
}

const COME_BACK_MS = 20_000;
// Each fleet has keys of its own; two with the same seed would be the same machines.
let seed = 41;

export async function startMachines({ client }: Company, count: number): Promise<Machines> {
  const { objects: token } = await client.call(createEnrolToken, { body: { uses: count } });
  const fleet = startFleet({ server: client.url, enrolToken: token.enrol_token, count, seed: (seed += 1) });
  await fleet.started;
  await fleet.whenConnected(count, COME_BACK_MS);
  const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
  const devices = fleet.devices.map(({ guid }) => {
    const device = objects.find((one) => one.guid === guid);
    if (!device) throw new Error(`the server does not list ${guid}`);
    return device;
  });
  const turnOn = async (index: number): Promise<void> => {
    const machine = fleet.device(index);
    machine.turnOn();
    const connected = (): void => {
      if (!machine.connected) throw new Error(`${machine.name} has not come back`);
    };
    await eventually(connected, { timeout: COME_BACK_MS });
  };
  return {
    fleet,
    devices,
    device(index) {
      const device = devices[index];
      if (!device) throw new RangeError(`there is no machine ${index}`);
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
