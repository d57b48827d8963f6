import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useNowEachMinute } from '../../lib/use-now.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { maintenanceOf } from './maintenance-of.ts';
import { useMaintenanceWindows } from './maintenance-windows.ts';

/**
 * Marks follow to the minute: what begins in the one that runs counts, so that a window from now on is seen at once.
 */
const LAST_OF_MINUTE_MS = 59_999;

type Placed = Pick<FleetDevice, 'pk' | 'device_group_fk' | 'tags'>;

/** Until when a device is in maintenance, and why, or null; another function when that may have changed. */
export function useMaintenanceText(): (device: Placed) => string | null {
  const { t } = useTranslation('maintenance');
  const time = useTimeFormat();
  const now = useNowEachMinute();
  const { data: windows } = useMaintenanceWindows();
  return (device) => {
    const found = windows && maintenanceOf(device, windows, now + LAST_OF_MINUTE_MS);
    if (!found) return null;
    const text = t('badge', { time: time.minute(found.until) });
    return found.reason === '' ? text : `${text} – ${found.reason}`;
  };
}
