import { isWaitingForApproval } from '@vigil/shared/domain/visible-parts';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { hasMeasureOverThreshold, type UsageThresholds } from '@vigil/shared/domain/usage-levels';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LiveImage } from '../../entities/device/live-image.tsx';
import { OsIcon } from '../../entities/device/os-icon.tsx';
import { dotStateOf, StateDot } from '../../entities/device/state-dot.tsx';
import { useLiveViewDenialText } from '../../entities/device/use-screen-denial.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { NO_VALUE } from '../../lib/format.ts';
import type { FleetDevice } from '../../live/fleet-store.ts';
import { useDevice } from '../../live/use-fleet.ts';
import classes from './wall.module.css';

interface WallTileProps {
  pk: DevicePk;
  width: number;
  intervalMs: number;
  /** The user's frames are not refreshed by themselves. */
  isPaused: boolean;
  isAlerting: boolean;
  levels: UsageThresholds;
}

const MOST_FRAME_PX = 640;

export function WallTile({ pk, width, intervalMs, isPaused, isAlerting, levels }: WallTileProps) {
  const { t } = useTranslation(['wall', 'common']);
  const wallScreenDenial = useLiveViewDenialText();
  const { viewer } = useViewer();
  const device = useDevice(pk);
  if (!device) return null;
  const state = dotStateOf(device, viewer);
  return (
    <article
      className={classes.tile}
      data-state={state}
      data-alerting={isAlerting || undefined}
      data-over={(device.alive === 1 && hasMeasureOverThreshold(device, levels)) || undefined}
      role="listitem"
    >
      <LiveImage
        device={device}
        width={Math.min(MOST_FRAME_PX, Math.max(80, width))}
        intervalMs={intervalMs}
        isUrgent={isAlerting}
        isPaused={isPaused}
        blocked={wallScreenDenial(device)}
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
        <p className={classes.facts}>
          {state === 'offline' ? <Since device={device} /> : <Load device={device} levels={levels} />}
        </p>
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

/** How many measures fit below a frame. */
const MOST_MEASURES = 3;

/** Cut, not rounded: 89.9 is not yet over a threshold of 90. */
const wholeText = ({ value, unit }: { value: number | null; unit: string }): string =>
  value === null ? NO_VALUE : `${Math.floor(value)}${unit}`;

/** Processor and memory, and what else is over its threshold. */
function Load({ device, levels }: { device: FleetDevice; levels: UsageThresholds }) {
  const { t } = useTranslation(['wall', 'common']);
  const { viewer } = useViewer();
  const { cpu_usage: cpu, memory_usage: memory, hdd_usage: disk, cpu_temp: temperature } = device;
  if (isWaitingForApproval(device) && !viewer.usesApproval) return <>{t('common:waiting')}</>;
  const measures = [
    { name: 'cpu', value: cpu, unit: '%' },
    { name: 'memory', value: memory, unit: '%' },
    { name: 'disk', value: disk, unit: '%' },
    { name: 'temperature', value: temperature, unit: '°C' },
  ] as const;
  const isOver = ({ name, value }: (typeof measures)[number]) => (value ?? 0) >= levels[name];
  const usual = measures.filter((one) => one.name === 'cpu' || one.name === 'memory' || isOver(one));
  // When more are shown than fit, the last one within its threshold is left out.
  const leftOut = usual.length > MOST_MEASURES ? usual.findLast((one) => !isOver(one)) : undefined;
  return usual
    .filter((one) => one !== leftOut)
    .map((one) => (
      <span key={one.name}>
        {t(`measure.${one.name}`)} <b data-red={isOver(one) || undefined}>{wholeText(one)}</b>
      </span>
    ));
}
