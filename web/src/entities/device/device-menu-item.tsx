import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { actionIcons } from './device-action-icons.ts';
import { obstacleOf, type DeviceAction } from './device-actions.ts';
import { useActionLabel } from './use-action-label.ts';
import { useDeviceActions } from './use-device-actions.ts';
import { useLicenceNotice } from './use-licence-notice.ts';
import { useObstacleText } from './use-obstacle-text.ts';
import { useViewer } from '../session/viewer.ts';
import type { FleetDevice } from '../../live/fleet-store.ts';
import { DenialTooltip } from '../../ui/denial-tooltip.tsx';

/** The menu item of an action for one device; if it is not possible now, it shows why. */
export function DeviceMenuItem({ action, device }: { action: DeviceAction; device: FleetDevice }) {
  const { t } = useTranslation('devices');
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const block = useLicenceNotice();
  const label = useActionLabel();
  const act = useDeviceActions();
  const obstacle = obstacleOf(action, viewer, device);
  const Shape = actionIcons[action];
  const isFavourite = action === 'favourite' && device.favorate !== null;
  return (
    <DenialTooltip reason={obstacle && of(obstacle)} more={block(action)}>
      <Menu.Item
        leftSection={<Shape size={15} stroke={1.7} />}
        {...(action === 'delete' ? { c: 'var(--state-danger)' } : {})}
        onClick={() => act(action, [device.pk])}
      >
        {isFavourite ? t('favourite_remove') : label(action)}
      </Menu.Item>
    </DenialTooltip>
  );
}
