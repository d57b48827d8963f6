import type { OsId } from '@vigil/shared/contract/device';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import type { DeviceStateWord, DotState } from '../../entities/device/state-dot.tsx';
import type { TimeFormat } from '../../lib/time-format.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import type { FleetStore } from '../../live/fleet-store.ts';
import type { ConnectionTexts } from './connection-text.ts';

/** A row of the grid contains only the pk of its device; cells read the rest from the store. */
export interface RowRef {
  readonly pk: DevicePk;
}

/** What a cell needs besides its device. */
export interface TableContext {
  store: FleetStore;
  time: TimeFormat;
  texts: {
    state: { readonly [W in DeviceStateWord]: string };
    os: { readonly [O in OsId]: string };
    clone: string;
    approve: string;
    favouriteAdd: string;
    favouriteRemove: string;
    connection: ConnectionTexts;
    more: (alias: string) => string;
  };
  groupNameOf: (pk: GroupPk) => string;
  /** With the groups above it. */
  groupPathOf: (pk: GroupPk) => string;
  /** Who is in a session with the device, or null. */
  inSessionText: (pk: DevicePk) => string | null;
  /** The open alerts of the device, or null. */
  alertText: (pk: DevicePk) => string | null;
  /** Until when the device is in maintenance, or null. */
  maintenanceText: (device: FleetDevice) => string | null;
  dotOf: (device: FleetDevice) => DotState;
  stateWordsOf: (device: FleetDevice) => readonly DeviceStateWord[];
  /** The device whose detail is open beside the list. */
  opened: () => DevicePk | null;
  addressOf: (pk: DevicePk) => string;
  navigate: (pk: DevicePk) => void;
  openMenu: (pk: DevicePk, at: { x: number; y: number }) => void;
  toggleFavourite: (pk: DevicePk) => void;
  /** Null if the viewer may not approve. */
  approve: ((pk: DevicePk) => void) | null;
  /** Whether `approve` requests access for the viewer. */
  approveIsRequest: boolean;
  /** Why this device cannot be approved now, or null. */
  approvalObstacle: (device: FleetDevice) => string | null;
  /** Null if the viewer may not move devices. */
  startDrag: ((event: DragEvent, pk: DevicePk) => void) | null;
}
