import type { DevicePk } from '@vigil/shared/contract/ids';
import { MAX_MAINTENANCE_DEVICES } from '@vigil/shared/contract/limits';
import { createMaintenanceWindow } from '@vigil/shared/contract/routes/alerts';
import { useTranslation } from 'react-i18next';
import { chunksOf } from '../../lib/chunks-of.ts';
import { notifyFailed } from '../../ui/toasts.ts';
import { maintenanceWindows } from './maintenance-windows.ts';

const QUIET_MINUTES = 30;

/**
 * Tells nobody of alerts of devices for half an hour. A failure is said, and holds nothing up: the command was sent.
 */
export function useSilenceDevices(): (pks: readonly DevicePk[], reason: string) => Promise<void> {
  const { t } = useTranslation('maintenance');
  const change = maintenanceWindows.useChange();
  return async (pks, reason) => {
    try {
      for (const device_pks of chunksOf(pks, MAX_MAINTENANCE_DEVICES))
        await change(createMaintenanceWindow, { body: { device_pks, minutes: QUIET_MINUTES, reason } });
    } catch {
      notifyFailed(t('quiet_failed'));
    }
  };
}
