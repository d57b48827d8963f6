import { IconAlertTriangleFilled, IconUserCheck } from '@tabler/icons-react';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { hasMeasureOverThreshold, type UsageThresholds } from '@vigil/shared/domain/usage-levels';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LiveImage } from '../../entities/device/live-image.tsx';
import { OsIcon } from '../../entities/device/os-icon.tsx';
import { dotStateOf, StateDot } from '../../entities/device/state-dot.tsx';
import { useScreenDenial } from '../../entities/device/use-screen-denial.ts';
import { MaintenanceMark } from '../../entities/maintenance/maintenance-mark.tsx';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useNowEachMinute } from '../../lib/use-now.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useDevice } from '../../live/use-fleet.ts';
import classes from './wall.module.css';

interface WallTileProps {
  pk: DevicePk;
  width: number;
  intervalMs: number;
  /** The user's frames are not refreshed by themselves. */
  isPaused: boolean;
  isAlerting: boolean;
  /** Who takes care of its alerts, or null. */
  owner: string | null;
  /** The address of the device; null where nobody can open it. */
  to: string | null;
  levels: UsageThresholds;
}

const MOST_FRAME_PX = 640;

export function WallTile({ pk, width, intervalMs, isPaused, isAlerting, owner, to, levels }: WallTileProps) {
  const { t } = useTranslation(['wall', 'common']);
  const wallScreenDenial = useScreenDenial();
  const { viewer } = useViewer();
  const device = useDevice(pk);
  if (!device) return null;
  const state = dotStateOf(device, viewer);
  const isTaken = isAlerting && owner !== null;
  return (
    <article
      className={classes.tile}
      data-state={state}
      data-alerting={isAlerting || undefined}
      data-taken={isTaken || undefined}
      data-over={(device.isOnline && hasMeasureOverThreshold(device, levels)) || undefined}
      role="listitem"
    >
      <LiveImage
        device={device}
        width={Math.min(MOST_FRAME_PX, Math.max(80, width))}
        intervalMs={intervalMs}
        isUrgent={isAlerting && !isTaken}
        isPaused={isPaused}
        blocked={wallScreenDenial(device)}
      />
      <div className={classes.caption}>
        <h2 className={classes.name} title={device.alias}>
          <OsIcon os={device.dev_os_id} />
          <StateDot state={state} />
          <span>
            {to === null ? (
              device.alias
            ) : (
              <Link to={to} className={classes.link}>
                {device.alias}
              </Link>
            )}
          </span>
          <MaintenanceMark device={device} />
          {isAlerting && (
            <b className={classes.alert} title={isTaken ? t('taken', { name: owner }) : undefined}>
              {isTaken ? (
                <IconUserCheck size="1em" role="img" aria-label={t('taken_by')} />
              ) : (
                // The frame says it as well; the name of the device has the room.
                <IconAlertTriangleFilled size="1em" role="img" aria-label={t('alert')} />
              )}
              {isTaken && <span>{owner}</span>}
            </b>
          )}
        </h2>
        <p className={classes.facts}>
          {state === 'offline' ? (
            <Since device={device} isAlerting={isAlerting && owner === null} />
          ) : (
            <Load device={device} levels={levels} />
          )}
        </p>
      </div>
    </article>
  );
}

function Since({ device, isAlerting }: { device: FleetDevice; isAlerting: boolean }) {
  const { t } = useTranslation('wall');
  const time = useTimeFormat();
  const now = useNowEachMinute();
  const since = device.last_disconnected_time;
  if (since === null) return <>{t('never')}</>;
  const seconds = Math.max(0, now - Date.parse(since)) / 1_000;
  return (
    <b data-red={isAlerting || undefined} title={time.second(since)}>
      {t('offline_for', { span: time.span(seconds) })}
    </b>
  );
}

/** How many measures fit below a frame. */
const MOST_MEASURES = 3;

/** Cut, not rounded: 89.9 is not yet over a threshold of 90. */
const wholeText = ({ value, unit }: { value: number | null; unit: string }): string =>
  value === null ? NO_VALUE : `${Math.floor(value)}${unit}`;

/** Processor and memory, and what else is over its threshold. */
function Load({ device, levels }: { device: FleetDevice; levels: UsageThresholds }) {
  const { t } = useTranslation(['wall', 'common']);
  const { cpu_usage: cpu, memory_usage: memory, hdd_usage: disk, cpu_temp: temperature } = device;
  const { viewer } = useViewer();
  if (!device.isApproved && !viewer.usesApproval) return <>{t('common:waiting')}</>;
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
