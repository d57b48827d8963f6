import { countStatuses } from '../../../entities/device/device-status.ts';
import { useFleetLoaded, useFleetVersion, useLiveData } from '../../../live/use-fleet.ts';
import type { DeviceCounts } from './verdict.tsx';

const none = new Set<never>();

/** How the devices in sight stand at this moment; null until the list is loaded. */
export function useLiveDeviceCounts(): DeviceCounts | null {
  const { store } = useLiveData();
  const isLoaded = useFleetLoaded();
  // The store itself stays the same object.
  useFleetVersion();
  if (!isLoaded) return null;
  const { online, offline, waiting_approval } = countStatuses(store.all(), none);
  return { total: store.size, online, offline, waiting_approval };
}
