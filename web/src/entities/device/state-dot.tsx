import type { Viewer } from '@vigil/shared/domain/permissions';
import type { FleetDevice } from '../../live/fleet-device.ts';
import classes from './state-dot.module.css';

export type DotState = 'online' | 'offline' | 'waiting';
/** What is said about a device; `locked` and `requested` to a user who needs an open access window for it. */
export type DeviceStateWord = DotState | 'locked' | 'requested';

type Shown = Pick<FleetDevice, 'isOnline' | 'isApproved'>;
type BoundViewer = Pick<Viewer, 'usesApproval'>;

/**
 * To a user whom windows bind, a device is not approved while no window is open (decision 4), which hides nothing of
 * the connection.
 */
export const dotStateOf = (device: Shown, { usesApproval }: BoundViewer): DotState =>
  !device.isOnline ? 'offline' : device.isApproved || usesApproval ? 'online' : 'waiting';

/** A device that is offline may wait for its approval as well. `isRequested`: the viewer has asked for access to it. */
export function stateWordsOf(device: Shown, viewer: BoundViewer, isRequested: boolean): readonly DeviceStateWord[] {
  const connection = dotStateOf(device, viewer);
  if (device.isApproved) return [connection];
  if (viewer.usesApproval) return [connection, isRequested ? 'requested' : 'locked'];
  return connection === 'offline' ? ['offline', 'waiting'] : ['waiting'];
}

/** Between the states of a device. */
export const joinStates = (texts: readonly string[]): string => texts.join(' · ');

/** Decoration beside a text with the same meaning. */
export function StateDot({ state }: { state: DotState }) {
  return <span className={classes.dot} data-state={state} aria-hidden="true" />;
}
