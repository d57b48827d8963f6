import { useQuery } from '@tanstack/react-query';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { MAX_WAKE_READINESS_DEVICES } from '@vigil/shared/contract/limits';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import { readWakeReadiness } from '@vigil/shared/contract/routes/devices';
import { actionDenial } from '@vigil/shared/domain/device-actions';
import { useServices } from '../../lib/services.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useViewer } from '../session/viewer.ts';

/** Why a device cannot be woken now; null if it can, or as long as that is not known. */
export type KnownWakeProblemLookup = (device: Pick<FleetDevice, 'pk'>) => ProblemCode | null;

/** Senders come and go while the control is shown. */
const INTERVAL_MS = 10_000;

const isAsleep = ({ isOnline, isApproved }: FleetDevice) => !isOnline && isApproved;

/** Reads, of the devices that are asleep, whether another one could wake them. */
export function useWakeReadiness(devices: readonly FleetDevice[]): KnownWakeProblemLookup {
  const { api } = useServices();
  const { viewer } = useViewer();
  const pks = devices
    .filter(isAsleep)
    .slice(0, MAX_WAKE_READINESS_DEVICES)
    .map(({ pk }) => pk);
  const readiness = useQuery({
    queryKey: ['wake-readiness', pks],
    queryFn: async () => {
      const { objects } = await api.call(readWakeReadiness, { query: { device_pks: pks.join(',') } });
      return new Map(objects.map(({ device_pk, reason }) => [device_pk, reason as ProblemCode | null]));
    },
    enabled: pks.length > 0 && actionDenial('wol', viewer) === null,
    staleTime: INTERVAL_MS,
    refetchInterval: INTERVAL_MS,
  });
  const reasons: ReadonlyMap<DevicePk, ProblemCode | null> | undefined = readiness.data;
  return ({ pk }) => reasons?.get(pk) ?? null;
}
