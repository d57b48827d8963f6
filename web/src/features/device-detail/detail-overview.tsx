import { Button, Skeleton } from '@mantine/core';
import type { DeviceDetail } from '@vigil/shared/contract/device';
import { thumbnailNeeds, denialReason } from '@vigil/shared/domain/permissions';
import { useTranslation } from 'react-i18next';
import { actionIcons } from '../../entities/device/device-action-icons.ts';
import { obstacleOf, offersApproval, type DeviceAction } from '../../entities/device/device-actions.ts';
import { useActionLabel } from '../../entities/device/use-action-label.ts';
import { useDeviceActions } from '../../entities/device/use-device-actions.ts';
import { useLicenceNotice } from '../../entities/device/use-licence-notice.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import type { FleetDevice } from '../../live/fleet-store.ts';
import { LiveImage } from '../../entities/device/live-image.tsx';
import { DenialTooltip } from '../../ui/denial-tooltip.tsx';
import { DetailFields } from './detail-fields.tsx';
import { UsageCards } from './usage-cards.tsx';
import classes from './detail.module.css';

interface DetailOverviewProps {
  device: FleetDevice;
  detail: DeviceDetail | null;
  loading: boolean;
}

/** The refresh interval of the picture while the panel is open. */
const LIVE = { width: 640, intervalMs: 1_000 } as const;

const WINDOWS = 1;

export function DetailOverview({ device, detail, loading }: DetailOverviewProps) {
  const { viewer } = useViewer();
  const { ofRefusal } = useObstacleText();
  const refusal = denialReason(viewer, thumbnailNeeds);
  return (
    <div className={classes.top}>
      <LiveImage device={device} {...LIVE} blocked={refusal && ofRefusal(refusal)} />
      <ActionButtons device={device} />
      <UsageCards device={device} processor={detail?.processor ?? null} />
      {detail ? <DetailFields device={device} detail={detail} /> : loading && <Skeleton height={220} />}
    </div>
  );
}

function ActionButtons({ device }: { device: FleetDevice }) {
  const { t } = useTranslation('detail');
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const block = useLicenceNotice();
  const label = useActionLabel();
  const act = useDeviceActions();
  const outdated = device.latest_ver !== null && device.cs_ver !== device.latest_ver && device.dev_os_id === WINDOWS;
  const actions: DeviceAction[] = [
    ...(offersApproval(device, viewer) ? (['approve'] as const) : []),
    ...(device.alive === 1 ? (['reboot', 'shutdown', 'agent_restart'] as const) : (['wol'] as const)),
    'information',
    // Offered when there is a newer version, and the device is online and runs Windows (spec 2 §2).
    ...(outdated && device.alive === 1 ? (['update'] as const) : []),
  ];
  return (
    <div className={classes.buttons}>
      {actions.map((action) => {
        const obstacle = obstacleOf(action, viewer, device);
        const Shape = actionIcons[action];
        return (
          <DenialTooltip key={action} reason={obstacle && of(obstacle)} more={block(action)}>
            <Button
              variant={action === 'approve' ? 'filled' : 'default'}
              fw={550}
              leftSection={<Shape size={15} stroke={1.7} />}
              onClick={() => act(action, [device.pk])}
            >
              {action === 'update' ? t('update_to', { version: device.latest_ver ?? '' }) : label(action)}
            </Button>
          </DenialTooltip>
        );
      })}
    </div>
  );
}
