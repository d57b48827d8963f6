import '@mantine/dates/styles.css';
import 'dayjs/locale/ja';
import 'dayjs/locale/ko';
import { DatePickerInput, DatesProvider, TimePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dateFormats } from '../lib/time-format.ts';
import { useLanguage } from '../lib/use-language.ts';
import { useViewer } from '../entities/session/viewer.ts';
import classes from './date-time-field.module.css';

interface DateTimeFieldProps {
  label: string;
  /** `YYYY-MM-DD`. */
  date: string | null;
  /** `HH:mm`. */
  time: string;
  /** The first day that can be chosen. */
  minDate: string;
  invalid: boolean;
  onDate: (date: string | null) => void;
  onTime: (time: string) => void;
}

/** The only door to the date picker: a day, in the format of the user, and a time of it. */
export function DateTimeField({ label, date, time, minDate, invalid, onDate, onTime }: DateTimeFieldProps) {
  const { t } = useTranslation('dialogs');
  const language = useLanguage();
  const { profile } = useViewer();
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 0, weekendDays: [] }}>
      <div className={classes.row}>
        <DatePickerInput
          className={classes.date}
          classNames={{ placeholder: classes.placeholder ?? '' }}
          label={t('when.date', { label })}
          placeholder={dateFormats[profile.date_fmt_id]}
          valueFormat={dateFormats[profile.date_fmt_id]}
          leftSection={<IconCalendar size={16} stroke={1.6} />}
          leftSectionPointerEvents="none"
          value={date}
          onChange={onDate}
          minDate={minDate}
          error={invalid}
          ariaLabels={{ nextMonth: t('when.next_month'), previousMonth: t('when.previous_month') }}
        />
        <TimePicker
          className={classes.time}
          label={t('when.time', { label })}
          value={time}
          onChange={onTime}
          error={invalid}
          hoursInputLabel={t('when.hours', { label })}
          minutesInputLabel={t('when.minutes', { label })}
        />
      </div>
    </DatesProvider>
  );
}
