import type { MaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import { tagKey } from '@vigil/shared/contract/tag-rules';
import type { FleetDevice } from '../../live/fleet-device.ts';

type Placed = Pick<FleetDevice, 'pk' | 'device_group_fk' | 'tags'>;

function isCovered({ pk, device_group_fk, tags }: Placed, { target }: MaintenanceWindow): boolean {
  if (target.kind === 'all') return true;
  if (target.kind === 'group') return target.covered_pks.includes(device_group_fk);
  if (target.kind === 'devices') return target.devices.some((device) => device.pk === pk);
  const keys = new Set(target.tags.map(tagKey));
  return tags.some((tag) => keys.has(tagKey(tag)));
}

/** The window that silences a device at a moment, the one that ends last; undefined if none does. */
export function maintenanceOf(
  device: Placed,
  windows: readonly MaintenanceWindow[],
  now: number,
): { readonly until: string; readonly reason: string } | undefined {
  let last: { until: string; reason: string } | undefined;
  for (const window of windows) {
    for (const time of [window.current, window.next]) {
      if (!time || Date.parse(time.start_time) > now || Date.parse(time.end_time) <= now) continue;
      if (!isCovered(device, window) || (last && last.until >= time.end_time)) continue;
      last = { until: time.end_time, reason: window.reason };
    }
  }
  return last;
}
