import type { DeviceState } from '@vigil/shared/domain/device-actions';
import { useCallback } from 'react';
import { useViewer } from '../session/viewer.ts';
import { screenObstacle } from './screen-denial.ts';
import { useObstacleText } from './use-obstacle-text.ts';

/** The text of `screenObstacle`. */
export function useScreenDenial(): (device: DeviceState) => string | null {
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  return useCallback(
    (device) => {
      const obstacle = screenObstacle(viewer, device);
      return obstacle && of(obstacle);
    },
    [viewer, of],
  );
}
