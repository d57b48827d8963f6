import type { MaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { defineDialog } from '../../lib/dialog-stack.ts';

/** A new window for devices or a group that are known already. */
export type MaintenancePreset =
  | { readonly kind: 'devices'; readonly pks: readonly DevicePk[] }
  | { readonly kind: 'group'; readonly pk: GroupPk };

/** A window that is changed; null for a new one. */
export const maintenanceDialog = defineDialog<{ window: MaintenanceWindow | null; preset?: MaintenancePreset }>();
