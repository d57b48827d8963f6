import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DayRange } from '../lib/day-range.ts';
import classes from './filter-bar.module.css';

interface DayRangeFieldsProps {
  range: DayRange;
  onChange: (part: Partial<DayRange>) => void;
}

/** The first and the last day of a list; neither can pass the other. */
export function DayRangeFields({ range: { from, to }, onChange }: DayRangeFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.days}>
      <TextInput
        size="xs"
        type="date"
        aria-label={t('days.from')}
        max={to}
        value={from}
        onChange={({ currentTarget: { value } }) =>
          onChange({ from: value, ...(to !== '' && value > to ? { to: value } : {}) })
        }
      />
      <span aria-hidden="true">–</span>
      <TextInput
        size="xs"
        type="date"
        aria-label={t('days.to')}
        min={from}
        value={to}
        onChange={({ currentTarget: { value } }) =>
          onChange({ to: value, ...(value !== '' && value < from ? { from: value } : {}) })
        }
      />
    </div>
  );
}
