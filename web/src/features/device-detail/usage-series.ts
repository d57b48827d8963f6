import type { UsageHistoryColumn, UsageStep } from '@vigil/shared/contract/names';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface Range {
  readonly step: UsageStep;
  readonly stepMs: number;
  readonly spanMs: number;
}

/** The ranges of the chart: the last hour, day or week. */
export const usageRanges = {
  hour: { step: 'minute', stepMs: MINUTE_MS, spanMs: HOUR_MS },
  day: { step: 'minute', stepMs: MINUTE_MS, spanMs: DAY_MS },
  week: { step: 'hour', stepMs: HOUR_MS, spanMs: 7 * DAY_MS },
} as const satisfies Record<string, Range>;
export type UsageRange = keyof typeof usageRanges;
export const isUsageRange = (value: string | null): value is UsageRange => Object.hasOwn(usageRanges, value ?? '');

/** From and to, at whole minutes: what is asked for again within a minute is the same. */
export function timeBoundsOf(range: UsageRange, now: number): { from: number; to: number } {
  const to = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
  return { from: to - usageRanges[range].spanMs, to };
}

interface Measure {
  readonly average: UsageHistoryColumn;
  readonly least: UsageHistoryColumn;
  readonly most: UsageHistoryColumn;
  /** From the wire to the screen; disk usage is sent in hundredths of a percent. */
  readonly divisor: number;
  readonly unit: 'percent' | 'celsius';
}

const percent = (name: 'cpu_usage' | 'memory_usage' | 'hdd_usage', divisor = 1): Measure => ({
  average: `${name}_avg`,
  least: `${name}_min`,
  most: `${name}_max`,
  divisor,
  unit: 'percent',
});
/** Of a temperature only the highest of each minute is stored. */
const celsius = (name: 'cpu_temp_max'): Measure => ({
  average: name,
  least: name,
  most: name,
  divisor: 1,
  unit: 'celsius',
});

export const usageMeasures = {
  cpu: percent('cpu_usage'),
  memory: percent('memory_usage'),
  disk: percent('hdd_usage', 100),
  temperature: celsius('cpu_temp_max'),
} as const;
export type UsageMeasure = keyof typeof usageMeasures;
export const isUsageMeasure = (value: string | null): value is UsageMeasure =>
  Object.hasOwn(usageMeasures, value ?? '');

/** One period; null where nothing was measured. */
export interface UsagePoint {
  readonly at: number;
  readonly average: number | null;
  readonly least: number | null;
  readonly most: number | null;
}

interface History {
  readonly columns: readonly UsageHistoryColumn[];
  readonly rows: readonly (readonly (number | null)[])[];
}

/**
 * The points of a measure, with one of nulls in each gap: a line through it would show usage of a device that was off.
 * A clock that is set back or forward shifts an hour by less than half a step.
 */
export function pointsOf({ columns, rows }: History, measure: UsageMeasure, range: UsageRange): UsagePoint[] {
  const { average, least, most, divisor } = usageMeasures[measure];
  const { stepMs } = usageRanges[range];
  const [at, mean, low, high] = (['at', average, least, most] as const).map((name) => columns.indexOf(name));
  const points: UsagePoint[] = [];
  let before: number | null = null;
  for (const row of rows) {
    const value = (index: number | undefined) => {
      const read = row[index ?? -1] ?? null;
      return read === null ? null : read / divisor;
    };
    const time = row[at ?? -1] ?? 0;
    if (before !== null && time - before > 1.5 * stepMs) {
      points.push({ at: before + stepMs, average: null, least: null, most: null });
    }
    points.push({ at: time, average: value(mean), least: value(low), most: value(high) });
    before = time;
  }
  return points;
}

/** The point whose period has this time, or the nearest one within a step; null in a gap. */
export function pointAt(points: readonly UsagePoint[], at: number, range: UsageRange): UsagePoint | null {
  const { stepMs } = usageRanges[range];
  const found = points.findLast((point) => point.at <= at);
  return found && found.average !== null && at - found.at < stepMs ? found : null;
}

/**
 * Where the axis is labelled: round times of the user's clock, at most one for each fifth of an hour, quarter of a day
 * or day.
 */
export function ticksOf({ from, to }: { from: number; to: number }, range: UsageRange, zone: string): number[] {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const isRound = {
    hour: (_hour: number, minute: number) => minute % 15 === 0,
    day: (hour: number, minute: number) => minute === 0 && hour % 6 === 0,
    week: (hour: number, minute: number) => minute === 0 && hour === 0,
  }[range];
  // Every zone is a multiple of a quarter of an hour off.
  const quarter = 15 * MINUTE_MS;
  const ticks: number[] = [];
  for (let at = Math.ceil(from / quarter) * quarter; at <= to; at += quarter) {
    const [hour = 0, minute = 0] = clock.format(at).split(':').map(Number);
    if (isRound(hour, minute)) ticks.push(at);
  }
  return ticks;
}
