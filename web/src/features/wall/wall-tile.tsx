import type { DevicePk } from '@vigil/shared/contract/ids';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LiveImage } from '../../entities/device/live-image.tsx';
import { OsIcon } from '../../entities/device/os-icon.tsx';
import { dotStateOf, StateDot } from '../../entities/device/state-dot.tsx';
import { isRedUsage } from '../../entities/device/usage-meter.tsx';
import { useScreenDenial } from '../../entities/device/use-screen-denial.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { percentText } from '../../lib/format.ts';
import type { FleetDevice } from '../../live/fleet-store.ts';
import { useDevice } from '../../live/use-fleet.ts';
import classes from './wall.module.css';

interface WallTileProps {
  pk: DevicePk;
  width: number;
  intervalMs: number;
  isAlerting: boolean;
}

const MOST_FRAME_PX = 640;

export function WallTile({ pk, width, intervalMs, isAlerting }: WallTileProps) {
  const { t } = useTranslation(['wall', 'common']);
  const screenDenial = useScreenDenial();
  const device = useDevice(pk);
  if (!device) return null;
  const state = dotStateOf(device);
  return (
    <article className={classes.tile} data-state={state} data-alerting={isAlerting || undefined} role="listitem">
      <LiveImage
        device={device}
        width={Math.min(MOST_FRAME_PX, Math.max(80, width))}
        intervalMs={intervalMs}
        isUrgent={isAlerting}
        blocked={screenDenial(device)}
      />
      <div className={classes.caption}>
        <h2 className={classes.name} title={device.alias}>
          <OsIcon os={device.dev_os_id} />
          <StateDot state={state} />
          <span>{device.alias}</span>
          {isAlerting && (
            <b className={classes.alert}>
              <IconAlertTriangleFilled size="1em" aria-hidden="true" />
              {t('alert')}
            </b>
          )}
        </h2>
        <p className={classes.facts}>{state === 'offline' ? <Since device={device} /> : <Load device={device} />}</p>
      </div>
    </article>
  );
}

function Since({ device }: { device: FleetDevice }) {
  const { t } = useTranslation('wall');
  const time = useTimeFormat();
  const since = device.last_disconnected_time;
  return <>{since === null ? t('never') : t('offline_since', { time: time.brief(since) })}</>;
}

function Load({ device }: { device: FleetDevice }) {
  const { t } = useTranslation(['wall', 'common']);
  if (device.approval === 0) return <>{t('common:waiting')}</>;
  const measures = { cpu: device.cpu_usage, memory: device.memory_usage } as const;
  return (
    <>
      {(Object.keys(measures) as (keyof typeof measures)[]).map((name) => (
        <span key={name}>
          {t(name)} <b data-red={isRedUsage(measures[name]) || undefined}>{percentText(measures[name])}</b>
        </span>
      ))}
    </>
  );
}
