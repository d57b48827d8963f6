import { ActionIcon, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ChartRow } from '@vigil/shared/contract/http/statistics';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ExportButton } from '../../entities/export/export-button.tsx';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { finePercentText } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useQueryChanges } from '../../lib/use-query-changes.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { QueryContent, type QueryReadState } from '../../ui/read-state.tsx';
import {
  chartPeriodOf,
  chartTypes,
  daysOfRow,
  monthText,
  neighbourOf,
  type ChartPeriod,
  type ChartType,
} from './chart-period.ts';
import { ChartTable } from './chart-table.tsx';
import { Comparison } from './comparison.tsx';
import { alertChart, remoteChart } from './reports.ts';
import classes from './statistics.module.css';

const BarChart = lazyWithPreload(async () => (await import('../../ui/chart.tsx')).BarChart);

const HEIGHT = 260;
/** Spec 2 §9. */
const SUGGESTED_MOST = 50;
const COLORS = { remote: '#7271de', alert: '#c27803' } as const;

type Subject = keyof typeof COLORS;
const tables = { remote: 'remoteStatisticsTable', alert: 'alertStatisticsTable' } as const;
const histories = { remote: 'log-remote', alert: 'log-warning' } as const;

/** How often devices were used from afar, by month or by day. */
export function RemoteChartPage() {
  const controls = useChartControls();
  return <ChartPage subject="remote" {...controls} query={remoteChart.usePage(controls.request, { staleTime: 0 })} />;
}

/** How many alerts there were, by month or by day. */
export function AlertChartPage() {
  const controls = useChartControls();
  return <ChartPage subject="alert" {...controls} query={alertChart.usePage(controls.request, { staleTime: 0 })} />;
}

interface ChartControls {
  /** As `YYYY-MM-DD`. */
  today: string;
  period: ChartPeriod;
  /** The period, as it is asked for. */
  request: { type: ChartType; year: number; month?: number };
  show: (part: Partial<ChartPeriod>) => void;
}

/** The period of the address. */
function useChartControls(): ChartControls {
  const time = useTimeFormat();
  const [today] = useState(() => time.wall(Date.now()).slice(0, 10));
  const [address, changeAddress] = useQueryChanges();
  const period = chartPeriodOf(address, today);
  const { type, year, month } = period;
  return {
    today,
    period,
    request: type === 'monthly' ? { type, year } : { type, year, month },
    show: (part) =>
      changeAddress((next) => {
        for (const [name, value] of Object.entries(part)) next.set(name, String(value));
      }),
  };
}

interface ChartProps extends ChartControls {
  subject: Subject;
  query: QueryReadState<{
    objects: readonly ChartRow[];
    meta: { total_count: number; previous_count: number };
  }> & { isPlaceholderData: boolean };
}

function ChartPage({ request, ...chart }: ChartProps) {
  const { t } = useTranslation('statistics');
  const { subject, query } = chart;
  const exported = { export_id: tables[subject], ...request };
  return (
    <Page
      isWide
      title={t(`chart.${subject}.title`)}
      tools={<ExportButton request={exported} total={query.data?.meta.total_count ?? 0} />}
    >
      <Chart {...chart} />
    </Page>
  );
}

function Chart({ subject, query, today, period, show }: Omit<ChartProps, 'request'>) {
  const { t } = useTranslation('statistics');
  const { type, year } = period;
  return (
    <Panel label={t(`chart.${subject}.title`)}>
      <FilterBar>
        <SegmentedControl
          size="xs"
          aria-label={t('chart.by')}
          value={type}
          onChange={(next) => show({ type: next })}
          data={chartTypes.map((value) => ({ value, label: t(`chart.type.${value}`) }))}
        />
        <PeriodPicker period={period} today={today} onChange={show} />
        {query.data && (
          <Comparison
            now={query.data.meta.total_count}
            before={query.data.meta.previous_count}
            label={t(`chart.${subject}.total`, { count: query.data.meta.total_count })}
            than={type === 'monthly' ? String(year - 1) : monthBefore(period)}
            isRunning={neighbourOf(period, 1, today) === null}
          />
        )}
      </FilterBar>
      <QueryContent query={query} failed={t('chart.failed')} loading={<Skeleton height={HEIGHT} m="md" />}>
        {({ objects, meta }) => (
          <div className={classes.chart} data-waiting={query.isPlaceholderData || undefined}>
            {meta.total_count === 0 && <p className={classes.noData}>{t(`chart.${subject}.empty`)}</p>}
            <Bars subject={subject} rows={objects} />
            <ChartTable rows={objects} historyPath={`statistics/${histories[subject]}`} />
          </div>
        )}
      </QueryContent>
    </Panel>
  );
}

const monthBefore = (period: ChartPeriod): string => {
  const before = neighbourOf({ ...period, type: 'daily' }, -1, '9999-12-31');
  return before === null ? '' : monthText(before);
};

function Bars({ subject, rows }: { subject: Subject; rows: readonly ChartRow[] }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const time = useTimeFormat();
  const navigate = useNavigate();
  const bars = useMemo(
    () =>
      rows.map(({ pk, start_date, access_cnt, access_ratio }) => {
        const isDay = start_date.length > 'YYYY-MM'.length;
        const date = isDay ? time.day(start_date) : start_date;
        return {
          label: isDay ? String(pk) : monthName(language, pk),
          value: access_cnt,
          hint: `${date}: ${t(`chart.${subject}.total`, { count: access_cnt })} (${finePercentText(access_ratio)})`,
        };
      }),
    [rows, language, time, t, subject],
  );
  const select = useMemo(
    () => (index: number) => {
      const row = rows[index];
      if (!row || row.access_cnt === 0) return;
      const range = new URLSearchParams(daysOfRow(row.start_date));
      void navigate(`/${language}/statistics/${histories[subject]}?${range.toString()}`);
    },
    [rows, navigate, language, subject],
  );
  return (
    <Suspense fallback={<Skeleton height={HEIGHT} />}>
      <BarChart bars={bars} leastMost={SUGGESTED_MOST} color={COLORS[subject]} height={HEIGHT} onSelect={select} />
    </Suspense>
  );
}

const monthName = (language: string, month: number): string =>
  new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2000, month - 1, 1));

const WHOLE_YEAR = /^\d{4}$/;
const WHOLE_MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

interface PeriodPickerProps {
  period: ChartPeriod;
  today: string;
  onChange: (part: Partial<ChartPeriod>) => void;
}

/** A year, or a month of one, and buttons to the ones beside it. */
function PeriodPicker({ period, today, onChange }: PeriodPickerProps) {
  const { t } = useTranslation('statistics');
  const [before, after] = [neighbourOf(period, -1, today), neighbourOf(period, 1, today)];
  const isMonthly = period.type === 'monthly';
  /** What stands in the field while it is typed in: it is a period when it is complete. */
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (text: string) => {
    setTyped(text);
    if (!(isMonthly ? WHOLE_YEAR : WHOLE_MONTH).test(text)) return;
    const [year = 0, month] = text.split('-').map(Number);
    onChange({ year, ...(month === undefined ? {} : { month }) });
  };
  return (
    <div className={classes.period}>
      <ActionIcon
        size={30}
        aria-label={t('chart.before')}
        disabled={before === null}
        onClick={() => before && onChange(before)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <TextInput
        key={period.type}
        size="xs"
        w={isMonthly ? 84 : 'var(--month-width)'}
        type={isMonthly ? 'number' : 'month'}
        aria-label={t(isMonthly ? 'chart.year' : 'chart.month')}
        min={isMonthly ? 2000 : '2000-01'}
        max={isMonthly ? today.slice(0, 4) : today.slice(0, 7)}
        value={typed ?? (isMonthly ? String(period.year) : monthText(period))}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        onBlur={() => setTyped(null)}
      />
      <ActionIcon
        size={30}
        aria-label={t('chart.after')}
        disabled={after === null}
        onClick={() => after && onChange(after)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  );
}
