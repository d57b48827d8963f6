import { ActionIcon, Button, Menu, Skeleton, Tooltip } from '@mantine/core';
import { IconArrowsMaximize, IconChevronDown, IconPower } from '@tabler/icons-react';
import type { DeviceDetail } from '@vigil/shared/contract/device';
import { isOlderVersion } from '@vigil/shared/contract/versions';
import {
  desktopActionOf,
  isActionApplicable,
  isActionOffered,
  obstacleTo,
  type MenuAction,
} from '@vigil/shared/domain/device-actions';
import { useAtomValue, useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { actionIconOf } from '../../entities/device/device-action-icons.ts';
import { DeviceMenuItem } from '../../entities/device/device-menu-item.tsx';
import { remoteSessionActions } from '../../entities/device/device-menu.ts';
import { livePreviewDialog } from '../../entities/device/dialogs.ts';
import { LiveImage } from '../../entities/device/live-image.tsx';
import { useActionLabel } from '../../entities/device/use-action-label.ts';
import { useDeviceActions } from '../../entities/device/use-device-actions.ts';
import { useRequestedDevices } from '../../entities/device/use-device-states.ts';
import { useLicenceNotice } from '../../entities/device/use-licence-notice.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useScreenDenial } from '../../entities/device/use-screen-denial.ts';
import { useWakeReadiness } from '../../entities/device/use-wake-readiness.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { dialogStackAtom, openDialogAtom, requestOf } from '../../lib/dialog-stack.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { DetailFields } from './detail-fields.tsx';
import { COVERED_PANEL_FRAME_INTERVAL_MS, LIVE_WIDTH, PANEL_FRAME_INTERVAL_MS } from './live-intervals.ts';
import { UsageCards } from './usage-cards.tsx';
import { UsageHistory } from './usage-history.tsx';
import classes from './detail.module.css';

interface DetailOverviewProps {
  device: FleetDevice;
  detail: DeviceDetail | null;
  loading: boolean;
}

export function DetailOverview({ device, detail, loading }: DetailOverviewProps) {
  const wallScreenDenial = useScreenDenial();
  const isPreviewed = useAtomValue(dialogStackAtom).some(
    (open) => requestOf(livePreviewDialog, open)?.pk === device.pk,
  );
  return (
    <div className={classes.top}>
      <LiveImage
        device={device}
        width={LIVE_WIDTH}
        intervalMs={isPreviewed ? COVERED_PANEL_FRAME_INTERVAL_MS : PANEL_FRAME_INTERVAL_MS}
        isUrgent
        blocked={wallScreenDenial(device)}
        zoom={{ wheel: 'focused', tools: <EnlargeButton device={device} /> }}
      />
      <ActionButtons device={device} />
      <UsageCards device={device} processor={detail?.processor ?? null} />
      <UsageHistory pk={device.pk} />
      {detail ? <DetailFields device={device} detail={detail} /> : loading && <Skeleton height={220} />}
    </div>
  );
}

/** Opens the live preview over the page. */
function EnlargeButton({ device }: { device: FleetDevice }) {
  const { t } = useTranslation('detail');
  const openDialog = useSetAtom(openDialogAtom);
  return (
    <Tooltip label={t('live.enlarge')}>
      <ActionIcon
        size={24}
        aria-label={t('live.enlarge')}
        onClick={() => openDialog(livePreviewDialog({ pk: device.pk }))}
      >
        <IconArrowsMaximize size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

function ActionButtons({ device }: { device: FleetDevice }) {
  const { t } = useTranslation('detail');
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const block = useLicenceNotice();
  const label = useActionLabel();
  const act = useDeviceActions();
  const wakeProblem = useWakeReadiness([device]);
  const isRequested = useRequestedDevices()(device.pk);
  const outdated = device.latest_ver !== null && isOlderVersion(device.cs_ver ?? '', device.latest_ver);
  const actions: MenuAction[] = [
    ...(['approve', 'reject'] as const).filter((action) => isActionApplicable(action, viewer, device)),
    ...remoteSessionActions(viewer),
    ...(device.isOnline ? [] : (['wol'] as const)),
    'information',
    // Offered when there is a newer version and the device is online (spec 2 §2, there for Windows only).
    ...(outdated && device.isOnline ? (['update'] as const) : []),
  ];
  // What people come for stands out; what ends the work of others is a step further away.
  const primary = actions.find(
    (action) => (action === 'approve' && !isRequested) || action === desktopActionOf(viewer),
  );
  const textOf = (action: MenuAction): string => {
    if (action === 'update') return t('update_to', { version: device.latest_ver ?? '' });
    return action === 'approve' && isRequested ? t('view_request') : label(action);
  };
  return (
    <div className={classes.buttons}>
      {actions.map((action) => {
        const obstacle = obstacleTo(action, viewer, { ...device, wake_problem: wakeProblem(device) });
        const Shape = actionIconOf(action, viewer);
        return (
          <DisableWithReason key={action} reason={obstacle && of(obstacle, device.pk)} more={block(action)}>
            <Button
              variant={action === primary ? 'filled' : 'default'}
              fw={550}
              leftSection={<Shape size={15} stroke={1.7} />}
              onClick={() => act(action, [device.pk])}
            >
              {textOf(action)}
            </Button>
          </DisableWithReason>
        );
      })}
      {device.isOnline && <PowerMenu device={device} />}
    </div>
  );
}

const powerActions = ['reboot', 'shutdown', 'agent_restart'] as const;

function PowerMenu({ device }: { device: FleetDevice }) {
  const { t } = useTranslation('detail');
  const { viewer } = useViewer();
  const offered = powerActions.filter((action) => isActionOffered(action, viewer));
  if (offered.length === 0) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          fw={550}
          leftSection={<IconPower size={15} stroke={1.7} />}
          rightSection={<IconChevronDown size={14} stroke={1.7} />}
        >
          {t('power')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((action) => (
          <DeviceMenuItem key={action} action={action} device={device} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
