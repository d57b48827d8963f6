import { useTranslation } from 'react-i18next';
import type { DayRange } from '../../lib/day-range.ts';
import { dateFormats } from '../../lib/time-format.ts';
import { DayField } from '../../ui/day-field.tsx';
import { useViewer } from './viewer.ts';
import classes from '../../ui/filter-bar.module.css';

interface DayRangeFieldsProps {
  range: DayRange;
  onChange: (part: Partial<DayRange>) => void;
}

/** The first and the last day of a list, in the format of the profile; neither can pass the other. */
export function DayRangeFields({ range: { from, to }, onChange }: DayRangeFieldsProps) {
  const { t } = useTranslation();
  const { profile } = useViewer();
  const format = dateFormats[profile.date_fmt_id];
  return (
    <div className={classes.days}>
      <DayField
        format={format}
        label={t('days.from')}
        value={from}
        max={to}
        onChange={(day) => onChange({ from: day })}
      />
      <span aria-hidden="true">–</span>
      <DayField format={format} label={t('days.to')} value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </div>
  );
}
