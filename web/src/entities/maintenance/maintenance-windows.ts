import { listMaintenanceWindows } from '@vigil/shared/contract/routes/alerts';
import { useViewer } from '../../entities/session/viewer.ts';
import { defineResource } from '../resource.ts';

/** The maintenance windows that are running or coming. */
export const maintenanceWindows = defineResource({
  key: 'maintenance-windows',
  list: listMaintenanceWindows,
  rereadOn: ['maintenance'],
});

/** A window names its next time only: of one that repeats, the one after it is read in time. */
const REREAD_MS = 600_000;

/** The account of a ticket does not read them. */
export function useMaintenanceWindows() {
  const { viewer } = useViewer();
  return maintenanceWindows.useList({ refetchInterval: REREAD_MS, enabled: viewer.isTemporary !== true });
}
