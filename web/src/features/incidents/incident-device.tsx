import { Anchor, Button } from '@mantine/core';
import { reportReaders } from '@vigil/shared/contract/access';
import type { IncidentAlert } from '@vigil/shared/contract/http/incidents';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { desktopActionOf, isActionOffered, obstacleTo } from '@vigil/shared/domain/device-actions';
import { accessDenial } from '@vigil/shared/domain/permissions';
import { alertKindOf, type AlertKind } from '@vigil/shared/domain/thresholds';
import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { actionIconOf } from '../../entities/device/device-action-icons.ts';
import { LiveImage } from '../../entities/device/live-image.tsx';
import { useActionLabel } from '../../entities/device/use-action-label.ts';
import { useDeviceActions } from '../../entities/device/use-device-actions.ts';
import { useLicenceNotice } from '../../entities/device/use-licence-notice.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useScreenDenial } from '../../entities/device/use-screen-denial.ts';
import { useGroupPath } from '../../entities/group/use-groups.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useDevice } from '../../live/use-fleet.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import classes from './incidents.module.css';

const PICTURE_WIDTH = 480;
const PICTURE_INTERVAL_MS = 2_000;

/** What an alert measures, as the address of a device names it in its chart; a lost connection is in none. */
const measures: { readonly [K in AlertKind]?: string } = { 2: 'cpu', 3: 'memory', 4: 'disk', 5: 'temperature' };

/**
 * The device of an incident that concerns one alone: its screen, its group, and what is done next. Nothing for a device
 * out of sight.
 */
export function IncidentDevice({ pk, alert }: { pk: DevicePk; alert: IncidentAlert | null }) {
  const { t } = useTranslation(['incidents', 'detail']);
  const language = useLanguage();
  const { viewer } = useViewer();
  const device = useDevice(pk);
  const groupPathOf = useGroupPath();
  const screenDenial = useScreenDenial();
  if (!device) return null;
  const blocked = screenDenial(device);
  const address = `/${language}/device/${device.device_group_fk}/${pk}`;
  const measure = alert === null ? undefined : measures[alertKindOf(alert.alert_code)];
  return (
    <div className={classes.device}>
      {blocked === null && <LiveImage device={device} width={PICTURE_WIDTH} intervalMs={PICTURE_INTERVAL_MS} />}
      <div className={classes.deviceLinks}>
        <Anchor component={Link} to={address} size="sm">
          {groupPathOf(device.device_group_fk)}
        </Anchor>
        {measure !== undefined && (
          <Anchor component={Link} to={`${address}?range=hour&measure=${measure}`} size="sm">
            {t('detail:usage.title')}
          </Anchor>
        )}
        {isActionOffered('process_list', viewer) && (
          <Anchor component={Link} to={`${address}?tab=processes`} size="sm">
            {t('detail:tab.processes')}
          </Anchor>
        )}
        {accessDenial(viewer, reportReaders) === null && (
          <Anchor component={Link} to={`/${language}/statistics/log-warning?device=${pk}`} size="sm">
            {t('device_history')}
          </Anchor>
        )}
        <DesktopButton device={device} />
      </div>
    </div>
  );
}

function DesktopButton({ device }: { device: FleetDevice }) {
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const block = useLicenceNotice();
  const label = useActionLabel();
  const act = useDeviceActions();
  const action = desktopActionOf(viewer);
  if (!isActionOffered(action, viewer)) return null;
  const obstacle = obstacleTo(action, viewer, device);
  return (
    <DisableWithReason reason={obstacle && of(obstacle, device.pk)} more={block(action)}>
      <Button
        size="xs"
        variant="default"
        leftSection={createElement(actionIconOf(action, viewer), { size: 14, stroke: 1.7 })}
        onClick={() => act(action, [device.pk])}
      >
        {label(action)}
      </Button>
    </DisableWithReason>
  );
}
