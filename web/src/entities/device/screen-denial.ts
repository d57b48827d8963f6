import { obstacleTo, type DeviceState, type ActionObstacle } from '@vigil/shared/domain/device-actions';
import type { Viewer } from '@vigil/shared/domain/permissions';

/** Why this viewer gets no frames of a device, or null; an offline device keeps its last one. */
export function screenObstacle(viewer: Viewer, device: DeviceState): ActionObstacle | null {
  // The frame that is stored does not depend on the connection, and `OFFLINE` is written over it.
  return obstacleTo('live', viewer, { ...device, isOnline: true });
}
