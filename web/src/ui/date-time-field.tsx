import '@mantine/dates/styles.css';
import 'dayjs/locale/ja';
import 'dayjs/locale/ko';
import { DatePickerInput, DatesProvider, TimePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../lib/language.ts';
import classes from './date-time-field.module.css';

interface DateTimeFieldProps {
  label: string;
  /** How the day is shown, as `MM/DD/YYYY`. */
  dateFormat: string;
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

/** The only import of the date picker: a day and a time. */
export function DateTimeField({ label, dateFormat, date, time, minDate, invalid, onDate, onTime }: DateTimeFieldProps) {
  const { t } = useTranslation('dialogs');
  const language = useLanguage();
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 0, weekendDays: [] }}>
      <div className={classes.row}>
        <DatePickerInput
          className={classes.date}
          classNames={{ placeholder: classes.placeholder ?? '' }}
          label={t('when.date', { label })}
          placeholder={dateFormat}
          valueFormat={dateFormat}
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
