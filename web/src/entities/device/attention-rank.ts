import { isWaitingForApproval } from '@vigil/shared/domain/visible-parts';
import type { FleetDevice } from '../../live/fleet-store.ts';

/** Long enough to be seen by a user who looks at the list now and then. */
const JUST_OFFLINE_MS = 10 * 60_000;

/**
 * How much a device needs a human: 0 most. Alarms, just gone offline, frames that are stale where they are shown, offline, waiting for
 * approval or flagged, the rest.
 */
export function attentionRank(
  device: FleetDevice,
  { isAlarm, isStale, now }: { isAlarm: boolean; isStale: boolean; now: number },
): number {
  if (isAlarm) return 0;
  if (device.alive === 0) {
    const since = device.last_disconnected_time;
    return since !== null && now - Date.parse(since) < JUST_OFFLINE_MS ? 1 : 3;
  }
  if (isStale) return 2;
  return isWaitingForApproval(device) || device.possible_clone === 1 ? 4 : 5;
}
