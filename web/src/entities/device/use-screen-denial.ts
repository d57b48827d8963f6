import type { DeviceState } from '@vigil/shared/domain/device-actions';
import { useCallback } from 'react';
import { useViewer } from '../session/viewer.ts';
import { liveViewObstacle } from './screen-denial.ts';
import { useObstacleText } from './use-obstacle-text.ts';

/** The text of `liveViewObstacle`. */
export function useLiveViewDenialText(): (device: DeviceState) => string | null {
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  return useCallback(
    (device) => {
      const obstacle = liveViewObstacle(viewer, device);
      return obstacle && of(obstacle);
    },
    [viewer, of],
  );
}
