import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { bandChartEdges } from '../../ui/band-chart-edges.ts';
import { pointAt, usageRanges, type UsagePoint, type UsageRange } from './usage-series.ts';
import classes from './detail.module.css';

interface UsageCursorProps {
  points: readonly UsagePoint[];
  from: number;
  to: number;
  range: UsageRange;
  text: (value: number | null) => string;
  label: string;
  children: ReactNode;
}

/** Reads one period of a chart, under the pointer or with the arrow keys. */
export function UsageCursor({ points, from, to, range, text, label, children }: UsageCursorProps) {
  const { t } = useTranslation('detail');
  const time = useTimeFormat();
  const [at, setAt] = useState<number | null>(null);
  const point = at === null ? null : pointAt(points, at, range);
  const { left, right } = bandChartEdges;

  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const share = (clientX - box.left - left) / (box.width - left - right);
    setAt(share < 0 || share > 1 ? null : from + share * (to - from));
  };
  const move = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    const measured = points.filter(({ average }) => average !== null);
    const now = measured.findLastIndex((one) => one.at <= (at ?? to));
    setAt(measured[Math.min(measured.length - 1, Math.max(0, at === null ? now : now + steps))]?.at ?? null);
  };
  const readout = () => {
    if (at === null) return '';
    const moment = range === 'week' ? time.minute(at) : time.clock(at).slice(0, 5);
    if (point === null) return t('usage.gap', { time: moment });
    const { average, least, most } = point;
    const period = range === 'week' ? time.minute(point.at) : time.clock(point.at).slice(0, 5);
    const isOne = least === most;
    return t(isOne ? 'usage.at_one' : 'usage.at', {
      time: period,
      average: text(average),
      least: text(least),
      most: text(most),
    });
  };
  // The middle of a period of an hour; of a minute it makes no difference.
  const shown = point ? point.at + usageRanges[range].stepMs / 2 : at;

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys read the chart
    <div
      className={classes.cursor}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys read the chart
      tabIndex={0}
      onPointerMove={follow}
      onPointerLeave={() => setAt(null)}
      onKeyDown={move}
      onBlur={() => setAt(null)}
    >
      {children}
      {shown !== null && (
        <span
          className={classes.cursorLine}
          style={{ left: `calc(${left}px + (100% - ${left + right}px) * ${(shown - from) / (to - from)})` }}
        />
      )}
      <span className={classes.cursorText} aria-live="polite">
        {readout()}
      </span>
    </div>
  );
}
