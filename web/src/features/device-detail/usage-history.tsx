import { SegmentedControl, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { readUsageHistory } from '@vigil/shared/contract/routes/devices';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { finePercentText, oneDecimalPercentText, temperatureText } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useServices } from '../../lib/services.ts';
import { useQueryChanges } from '../../lib/use-query-changes.ts';
import { QueryContent } from '../../ui/read-state.tsx';
import { UsageCursor } from './usage-cursor.tsx';
import {
  timeBoundsOf,
  isUsageMeasure,
  isUsageRange,
  pointsOf,
  ticksOf,
  usageMeasures,
  usageRanges,
} from './usage-series.ts';
import type { UsageMeasure, UsagePoint, UsageRange } from './usage-series.ts';
import classes from './detail.module.css';

const BandChart = lazyWithPreload(async () => (await import('../../ui/chart.tsx')).BandChart);

const HEIGHT = 168;
/** A minute is stored when it is over. */
const REFETCH_MS = 60_000;

const colors: { readonly [M in UsageMeasure]: string } = {
  cpu: '#7271de',
  memory: '#0e9aa7',
  disk: '#c27803',
  temperature: '#d6409f',
};
const texts: { readonly [M in UsageMeasure]: (value: number | null) => string } = {
  cpu: oneDecimalPercentText,
  memory: oneDecimalPercentText,
  disk: finePercentText,
  temperature: temperatureText,
};
const ranges = Object.keys(usageRanges) as UsageRange[];
const measures = Object.keys(usageMeasures) as UsageMeasure[];

/** The stored usage of the last hour, day or week: the mean, and the band between the least and the greatest value. */
export function UsageHistory({ pk }: { pk: DevicePk }) {
  const { t } = useTranslation('detail');
  const { api } = useServices();
  const time = useTimeFormat();
  const [search, changeQuery] = useQueryChanges();
  const [askedRange, askedMeasure] = [search.get('range'), search.get('measure')];
  const range = isUsageRange(askedRange) ? askedRange : 'hour';
  const measure = isUsageMeasure(askedMeasure) ? askedMeasure : 'cpu';
  const choose = (name: 'range' | 'measure') => (value: string) => changeQuery((next) => next.set(name, value));
  const query = useQuery({
    queryKey: ['device-usage', pk, range],
    queryFn: async () => {
      const { from, to } = timeBoundsOf(range, Date.now());
      const asked = {
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        step: usageRanges[range].step,
      };
      const { objects } = await api.call(readUsageHistory, { params: { pk: String(pk) }, query: asked });
      return { range, from, to, history: objects };
    },
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <section className={classes.history} aria-label={t('usage.title')}>
      <div className={classes.historyHead}>
        <SegmentedControl
          size="xs"
          aria-label={t('usage.measure')}
          value={measure}
          onChange={choose('measure')}
          data={measures.map((value) => ({ value, label: t(`usage.of.${value}`) }))}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('usage.range')}
          value={range}
          onChange={choose('range')}
          data={ranges.map((value) => ({ value, label: t(`usage.last.${value}`) }))}
        />
      </div>
      <QueryContent query={query} failed={t('usage.failed')} loading={<Skeleton height={HEIGHT} radius="sm" />}>
        {(data) => <HistoryPlot {...data} measure={measure} />}
      </QueryContent>
      <p className={classes.historyZone}>{t('usage.zone', { zone: time.zone })}</p>
    </section>
  );
}

interface HistoryPlotProps {
  range: UsageRange;
  from: number;
  to: number;
  history: Parameters<typeof pointsOf>[0];
  measure: UsageMeasure;
}

function HistoryPlot({ range, from, to, history, measure }: HistoryPlotProps) {
  const { t } = useTranslation('detail');
  const language = useLanguage();
  const time = useTimeFormat();
  const points = useMemo(() => pointsOf(history, measure, range), [history, measure, range]);
  const ticks = useMemo(() => ticksOf({ from, to }, range, time.zone), [from, to, range, time.zone]);
  const tickText = useMemo(() => {
    if (range !== 'week') return (at: number) => time.clock(at).slice(0, 5);
    const day = new Intl.DateTimeFormat(language, { timeZone: time.zone, weekday: 'short', day: 'numeric' });
    return (at: number) => day.format(at);
  }, [range, language, time]);
  const { unit } = usageMeasures[measure];
  const text = texts[measure];
  const measured = points.filter((point) => point.average !== null);

  if (measured.length === 0) {
    return (
      <p className={classes.historyEmpty} style={{ height: HEIGHT }} role="status">
        {t(points.length === 0 ? 'usage.empty' : 'usage.not_measured')}
      </p>
    );
  }
  return (
    <UsageCursor points={points} from={from} to={to} range={range} text={text} label={summary()}>
      <Suspense fallback={<Skeleton height={HEIGHT} radius="sm" />}>
        <BandChart
          points={points}
          from={from}
          to={to}
          ticks={ticks}
          tickText={tickText}
          most={
            unit === 'percent' ? 100 : Math.max(100, ...measured.map(({ most }) => Math.ceil((most ?? 0) / 20) * 20))
          }
          unit={unit === 'percent' ? '%' : '°'}
          color={colors[measure]}
          height={HEIGHT}
        />
      </Suspense>
    </UsageCursor>
  );

  /** For those who do not see the line. */
  function summary(): string {
    const values = (of: keyof Omit<UsagePoint, 'at'>) => measured.map((point) => point[of] ?? 0);
    const mean = values('average').reduce((sum, value) => sum + value, 0) / measured.length;
    const name = `${t(`usage.of.${measure}`)}, ${t(`usage.last.${range}`)}`;
    return t('usage.summary', { name, mean: text(mean), most: text(Math.max(...values('most'))) });
  }
}
