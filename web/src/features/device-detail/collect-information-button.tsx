import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { obstacleTo } from '@vigil/shared/domain/device-actions';
import { useTranslation } from 'react-i18next';
import { useDeviceActions } from '../../entities/device/use-device-actions.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useDevice } from '../../live/use-fleet.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';

/** Collects what a device tells of itself: the next step where nothing of it is known. */
export function CollectInformationButton({ pk }: { pk: DevicePk }) {
  const { t } = useTranslation('commands');
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const act = useDeviceActions();
  const device = useDevice(pk);
  if (!device) return null;
  const obstacle = obstacleTo('information', viewer, device);
  return (
    <DisableWithReason reason={obstacle && of(obstacle)}>
      <Button variant="default" leftSection={<IconRefresh size={15} />} onClick={() => act('information', [pk])}>
        {t('type.information')}
      </Button>
    </DisableWithReason>
  );
}
