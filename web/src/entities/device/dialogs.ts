import type { BulkJob } from '@vigil/shared/contract/http/device-bulk';
import type { ListFilter, SavedFilter } from '@vigil/shared/contract/http/filters';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import type { MenuCommand } from '@vigil/shared/domain/device-actions';
import { defineDialog } from '../../lib/dialog-stack.ts';

interface OfOne {
  pk: DevicePk;
}
interface OfSome {
  pks: readonly DevicePk[];
}

export const commandDialog = defineDialog<OfSome & { type: MenuCommand | 'reject' | 'approve' }>();
export const remoteSessionDialog = defineDialog<
  OfOne & { action: 'remote' | 'view' | 'transfer'; pledged?: boolean }
>();
export const editDeviceDialog = defineDialog<OfOne>();
export const possibleCloneDialog = defineDialog<OfOne & { action: 'split' | 'merge' | 'dismiss' }>();
export const assignConfigDialog = defineDialog<OfSome>();
/** What applies to a device, key by key. */
export const effectiveConfigDialog = defineDialog<OfOne>();
export const tagDialog = defineDialog<OfSome>();
/** Chooses what is installed on devices. */
export const installApplicationDialog = defineDialog<OfSome>();
export const moveDialog = defineDialog<OfSome & { to?: GroupPk }>();
/** The devices that a bulk change has left out. */
export const bulkSkippedDevicesDialog = defineDialog<{
  id: string;
  action: BulkJob['action'];
  total: number;
  refused: number;
}>();
export const enrolDialog = defineDialog<{ group: GroupPk | null }>();
/** Agents that the servers do not know. */
export const unknownAgentsDialog = defineDialog();
export const livePreviewDialog = defineDialog<OfOne>();
export const deviceLocationDialog = defineDialog<{
  pk: DevicePk;
  latitude: number;
  longitude: number;
  agentName: string;
}>();
export const saveFilterDialog = defineDialog<{ filter: ListFilter; onSaved: (saved: SavedFilter) => void }>();
export const renameFilterDialog = defineDialog<{ saved: SavedFilter }>();
