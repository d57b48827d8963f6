import type { DeviceExport } from '@vigil/shared/contract/http/exports';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { MAX_READ_REQUEST_DEVICES } from '@vigil/shared/contract/limits';
import { isDeviceListFiltered } from '../../entities/device/device-sorter.ts';
import type { DeviceListState } from './device-list-model.ts';

interface WantedExport {
  count: number;
  /** Null if the devices are more than a request can name, and are not a whole group. */
  body: Partial<DeviceExport> | null;
}

/**
 * What is exported: the selection, also what the filter hides of it, or else all that the filter shows, in its order.
 */
export function exportRequestOf({
  pks,
  selection,
  filter,
  scope,
}: Pick<DeviceListState, 'pks' | 'selection' | 'filter' | 'scope'>): WantedExport {
  const chosen = selection.size > 0 ? selectedInOrder(pks, selection) : pks;
  const count = chosen.length;
  const shared = { export_id: 'deviceListTable' as const };
  if (count <= MAX_READ_REQUEST_DEVICES) return { count, body: { ...shared, device_pks: [...chosen] } };
  const isWholeGroup = selection.size === 0 && !isDeviceListFiltered(filter);
  return { count, body: isWholeGroup ? { ...shared, device_group_pk: scope } : null };
}

function selectedInOrder(pks: readonly DevicePk[], selection: ReadonlySet<DevicePk>): readonly DevicePk[] {
  const shown = new Set(pks.filter((pk) => selection.has(pk)));
  return [...shown, ...[...selection].filter((pk) => !shown.has(pk))];
}
