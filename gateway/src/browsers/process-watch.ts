import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { publish } from '@vigil/shared/platform/bus/bus';
import { channels } from '@vigil/shared/platform/bus/channels';
import { every } from '@vigil/shared/platform/lifecycle';
import { findDevice } from '@vigil/shared/platform/redis/presence';
import type { Deps } from '../deps.ts';
import type { Sessions } from './sessions.ts';

/** Well within the lease of a request, so that one lost message ends no list. */
const RENEW_MS = 5_000;

export interface ProcessWatch extends Disposable {
  /** Asks the gateway of the device for its process list now, and again while a browser here watches it. */
  start(company: CompanyPk, device: DevicePk): void;
  /** Number of watched devices, counted once per browser. */
  readonly size: number;
}

/** Requests the process lists that browsers connected here watch from the gateways that hold the devices' sockets. */
export function createProcessWatch({ redis, log }: Deps, { sockets }: Pick<Sessions, 'sockets'>): ProcessWatch {
  const request = async (company: CompanyPk, device: DevicePk): Promise<void> => {
    const presence = await findDevice(redis, company, device);
    if (presence) await publish(redis, channels.gateway(presence.gateway), { t: 'watch_processes', company, device });
  };
  const start = (company: CompanyPk, device: DevicePk): void => {
    request(company, device).catch((cause: unknown) => log.debug({ err: cause, device }, 'processes not requested'));
  };
  const renew = (): void => {
    const requested = new Set<DevicePk>();
    for (const { data } of sockets) {
      for (const device of data.watchedProcesses) {
        if (!requested.has(device)) start(data.session.company, device);
        requested.add(device);
      }
    }
  };
  const timer = every(RENEW_MS, log, renew);
  return {
    start,
    get size() {
      let size = 0;
      for (const { data } of sockets) size += data.watchedProcesses.size;
      return size;
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };
}
