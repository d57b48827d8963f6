import { assert, property } from 'fast-check';
import { expect, test } from 'vitest';
import { fleetDeviceOf, type FleetDevice } from './fleet-device.ts';
import { createFleetStore } from './fleet-store.ts';
import { runOverLossyWire, arbitraryWireSteps } from './lossy-wire.test-support.ts';
import { createSequence } from './sequence.ts';

const RUNS = { numRuns: 1_000 };

const shown = ({ pk, alias, isOnline, device_group_fk, last_connected_time, last_disconnected_time }: ShownDevice) => ({
  pk,
  alias,
  isOnline,
  device_group_fk,
  last_connected_time,
  last_disconnected_time,
});
type ShownDevice = Pick<
  FleetDevice,
  'pk' | 'alias' | 'isOnline' | 'device_group_fk' | 'last_connected_time' | 'last_disconnected_time'
>;

test('[SEQ-4] after losses, repeats and reordering the store has the state of the server', () => {
  assert(
    property(arbitraryWireSteps, (script) => {
      let store: ReturnType<typeof createFleetStore> | undefined;
      const server = runOverLossyWire(
        script,
        (onGap) => (store = createFleetStore({ onGap, schedule: () => undefined })),
      );
      const devices = [...(store?.all() ?? [])].toSorted((a, b) => a.pk - b.pk);
      expect(devices.map(shown)).toEqual(server.rows.map((row) => shown(fleetDeviceOf(row))));
      expect(store?.seq).toBe(server.seq);
    }),
    RUNS,
  );
});

test('[SEQ-3] events are applied one after the other, from the number of the snapshot on', () => {
  assert(
    property(arbitraryWireSteps, (script) => {
      let last: number | null = null;
      runOverLossyWire(script, (onGap) => {
        const sequence = createSequence(({ seq }: { seq: number }) => {
          expect(seq).toBe(last === null ? undefined : last + 1);
          last = seq;
        }, onGap);
        return {
          accept: sequence.accept,
          replace: (_rows, seq) => {
            last = seq;
            sequence.adopt(seq);
          },
          restart: () => {
            last = null;
            sequence.restart();
          },
          confirm: sequence.confirm,
        };
      });
    }),
    RUNS,
  );
});
