import { valueIfListed } from '../../lib/list-view.ts';

export const chartTypes = ['monthly', 'daily'] as const;
export type ChartType = (typeof chartTypes)[number];

/** What a chart shows: the months of a year, or the days of a month of it. */
export interface ChartPeriod {
  readonly type: ChartType;
  readonly year: number;
  /** 1–12; of the days. */
  readonly month: number;
}

const FIRST_YEAR = 2000;
const MONTHS = 12;

const numberIn = (text: string | null, least: number, most: number, usual: number): number => {
  const value = text !== null && /^\d{1,4}$/u.test(text) ? Number(text) : usual;
  return value >= least && value <= most ? value : usual;
};

/** @param today as `YYYY-MM-DD`; what the address does not say is that of today */
export function chartPeriodOf(query: URLSearchParams, today: string): ChartPeriod {
  const [thisYear = FIRST_YEAR, thisMonth = 1] = today.split('-').map(Number);
  return {
    type: valueIfListed(chartTypes, query.get('type'), 'monthly'),
    year: numberIn(query.get('year'), FIRST_YEAR, thisYear, thisYear),
    month: numberIn(query.get('month'), 1, MONTHS, thisMonth),
  };
}

/** The period before or after; null beyond today. */
export function neighbourOf({ type, year, month }: ChartPeriod, step: 1 | -1, today: string): ChartPeriod | null {
  const months = year * MONTHS + (month - 1) + (type === 'monthly' ? step * MONTHS : step);
  const next = { type, year: Math.floor(months / MONTHS), month: (months % MONTHS) + 1 };
  const isBeyond = type === 'monthly' ? String(next.year) > today.slice(0, 4) : monthText(next) > today.slice(0, 7);
  return isBeyond || next.year < FIRST_YEAR ? null : next;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** As `YYYY-MM`. */
export const monthText = ({ year, month }: Pick<ChartPeriod, 'year' | 'month'>): string =>
  `${year}-${twoDigits(month)}`;

/** The first and the last day of a row of a chart, whose start is a month or a day. */
export function daysOfRow(start: string): { from: string; to: string } {
  if (start.length > 'YYYY-MM'.length) return { from: start, to: start };
  const [year = 0, month = 1] = start.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { from: `${start}-01`, to: `${start}-${twoDigits(last)}` };
}
