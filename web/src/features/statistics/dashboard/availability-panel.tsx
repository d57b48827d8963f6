import { Skeleton } from '@mantine/core';
import type { Dashboard } from '@vigil/shared/contract/http/dashboard';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../../entities/session/use-time-format.ts';
import { oneDecimalPercentText } from '../../../lib/format.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { DashboardPanel, FigureLink } from './panel.tsx';
import type { DeviceCounts } from './verdict.tsx';
import classes from './dashboard.module.css';

const BandChart = lazyWithPreload(async () => (await import('../../../ui/chart.tsx')).BandChart);

const HEIGHT = 150;
const COLOR = '#2ea36b';
const TICK_MS = 6 * 3_600_000;

interface AvailabilityPanelProps {
  devices: DeviceCounts;
  availability: Dashboard['availability'];
}

/** How many devices are online, and which share of them was over the last 24 hours. */
export function AvailabilityPanel({ devices, availability }: AvailabilityPanelProps) {
  const { t } = useTranslation('statistics');
  const time = useTimeFormat();
  const points = useMemo(
    () =>
      availability.map(({ at, total, online }) => ({
        at: Date.parse(at),
        average: total === 0 ? null : (online / total) * 100,
        least: null,
        most: null,
      })),
    [availability],
  );
  const known = points.flatMap(({ average }) => (average === null ? [] : [average]));
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const ticks = useMemo(() => {
    const first = Math.ceil(from / TICK_MS) * TICK_MS;
    return Array.from(
      { length: Math.max(0, Math.floor((to - first) / TICK_MS) + 1) },
      (_, index) => first + index * TICK_MS,
    );
  }, [from, to]);
  const tickText = useMemo(() => (at: number) => time.clock(at).slice(0, 5), [time]);
  const mean = known.reduce((sum, share) => sum + share, 0) / known.length;
  return (
    <DashboardPanel title={t('dashboard.devices')} to="device/all" className={classes.wide}>
      <div className={classes.figures}>
        <FigureLink label={t('dashboard.online')} value={devices.online} to="device/all?state=online" />
        <FigureLink label={t('dashboard.offline')} value={devices.offline} to="device/all?state=offline" />
        <FigureLink label={t('dashboard.all')} value={devices.total} to="device/all" />
      </div>
      {known.length === 0 ? (
        <p className={classes.none}>{t('dashboard.no_availability')}</p>
      ) : (
        <figure
          className={classes.plot}
          aria-label={t('dashboard.availability', {
            mean: oneDecimalPercentText(mean),
            least: oneDecimalPercentText(Math.min(...known)),
          })}
        >
          <Suspense fallback={<Skeleton height={HEIGHT} />}>
            <BandChart
              points={points}
              from={from}
              to={to}
              ticks={ticks}
              tickText={tickText}
              most={100}
              unit="%"
              color={COLOR}
              height={HEIGHT}
            />
          </Suspense>
          <figcaption>
            {t('dashboard.availability', {
              mean: oneDecimalPercentText(mean),
              least: oneDecimalPercentText(Math.min(...known)),
            })}
          </figcaption>
        </figure>
      )}
    </DashboardPanel>
  );
}
