import { Menu } from '@mantine/core';
import { obstacleTo, type MenuAction } from '@vigil/shared/domain/device-actions';
import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { useViewer } from '../session/viewer.ts';
import { actionIconOf } from './device-action-icons.ts';
import { useActionLabel } from './use-action-label.ts';
import { useDeviceActions } from './use-device-actions.ts';
import { useLicenceNotice } from './use-licence-notice.ts';
import { useObstacleText } from './use-obstacle-text.ts';
import { useWakeReadiness } from './use-wake-readiness.ts';

const none: readonly FleetDevice[] = [];

/** The menu item of an action for one device; if it is not possible now, it shows why. */
export function DeviceMenuItem({ action, device }: { action: MenuAction; device: FleetDevice }) {
  const { t } = useTranslation('devices');
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const block = useLicenceNotice();
  const label = useActionLabel();
  const act = useDeviceActions();
  const wakeProblem = useWakeReadiness(action === 'wol' ? [device] : none);
  const obstacle = obstacleTo(action, viewer, { ...device, wake_problem: wakeProblem(device) });
  const isFavourite = action === 'favourite' && device.favourite !== null;
  return (
    <DisableWithReason reason={obstacle && of(obstacle, device.pk)} more={block(action)}>
      <Menu.Item
        leftSection={createElement(actionIconOf(action, viewer), { size: 15, stroke: 1.7 })}
        {...(action === 'delete' || action === 'reject' ? { c: 'var(--state-danger)' } : {})}
        onClick={() => act(action, [device.pk])}
      >
        {isFavourite ? t('favourite_remove') : label(action)}
      </Menu.Item>
    </DisableWithReason>
  );
}
