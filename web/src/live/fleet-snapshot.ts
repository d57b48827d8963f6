import type { DeviceRowsByColumn, ListedDevice } from '@vigil/shared/contract/device-columns';
import { listDevices } from '@vigil/shared/contract/routes/devices';
import { rowsOfColumns } from '@vigil/shared/domain/rows-of-columns';
import type { CallEndpoint } from './call-endpoint.ts';

export interface FleetDevicesSnapshot {
  readonly rows: readonly ListedDevice[];
  /** The number of the last event that the rows include (SEQ-3). */
  readonly seq: number;
}

/** Every device that the user may see. */
export async function readFleetDevicesSnapshot(call: CallEndpoint): Promise<FleetDevicesSnapshot> {
  const { objects, meta } = await call(listDevices, { query: { search_mode: 'all', format: 'columns' } });
  return { rows: rowsOfColumns(objects as unknown as DeviceRowsByColumn), seq: meta.seq };
}

/** A snapshot whose reading begins before there is a connection to keep it up to date. */
export interface EarlySnapshot {
  /** The snapshot, if it was read with this token; to the first caller only. */
  take: (token: string | null) => Promise<FleetDevicesSnapshot> | null;
}

export function startEarlySnapshot(call: CallEndpoint, token: string | null): EarlySnapshot {
  let reading = token === null ? null : readFleetDevicesSnapshot(call);
  // A failed read is repeated by the connection.
  reading?.catch(() => undefined);
  return {
    take(own) {
      const taken = own === token ? reading : null;
      reading = null;
      return taken;
    },
  };
}
