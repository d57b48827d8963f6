import type { DevicePk } from '@vigil/shared/contract/ids';
import { useSyncExternalStore } from 'react';
import { useLiveData } from '../../live/use-fleet.ts';
import { useAlertText } from './use-alert-text.ts';

/** The devices that have open alerts; another set with each change of them. */
export function useAlertingDevices(): ReadonlySet<DevicePk> {
  const { alerts } = useLiveData();
  return useSyncExternalStore(alerts.subscribe, alerts.openDevices);
}

/** What is wrong with a device now, a line an alert, or null. */
export function useOpenAlertText(): (pk: DevicePk) => string | null {
  const { alerts } = useLiveData();
  const text = useAlertText();
  return (pk) => alerts.alertsOf(pk).map(text).join('\n') || null;
}
