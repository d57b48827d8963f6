import { MUTED_USAGE_BELOW_PERCENT, RED_CPU_TEMPERATURE, RED_USAGE_PERCENT } from '@vigil/shared/domain/usage-levels';
import { oneDecimalPercentText } from '../../lib/format.ts';
import classes from './usage-meter.module.css';

interface UsageMeterProps {
  value: number | null;
  text?: (value: number | null) => string;
}

export const isRedUsage = (value: number | null): boolean => value !== null && value >= RED_USAGE_PERCENT;

export const isRedTemperature = (value: number | null): boolean => value !== null && value >= RED_CPU_TEMPERATURE;

/** A small bar with its value: muted below 60 %, red from 90 % on. */
export function UsageMeter({ value, text = oneDecimalPercentText }: UsageMeterProps) {
  return (
    <div
      className={classes.meter}
      data-red={isRedUsage(value) || undefined}
      data-calm={(value ?? 0) < MUTED_USAGE_BELOW_PERCENT || undefined}
    >
      <div className={classes.track} aria-hidden="true">
        <div className={classes.fill} style={{ width: `${value ?? 0}%` }} />
      </div>
      <span className={classes.value}>{text(value)}</span>
    </div>
  );
}
