import '@mantine/dates/styles.css';
import 'dayjs/locale/ja';
import 'dayjs/locale/ko';
import { DateInput, DatesProvider } from '@mantine/dates';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../lib/language.ts';

dayjs.extend(customParseFormat);

const WIRE_FORMAT = 'YYYY-MM-DD';

interface DayFieldProps {
  label: string;
  /** How the day is shown and typed, as `MM/DD/YYYY`. */
  format: string;
  /** `YYYY-MM-DD`, empty for no day; so are the limits. */
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/** A day that is typed or picked. */
export function DayField({ label, format, value, min, max, onChange }: DayFieldProps) {
  const { t } = useTranslation('dialogs');
  const language = useLanguage();
  // Half a date is none: the list would be read again for the year 202.
  const parse = (typed: string) => {
    const day = dayjs(typed, format, true);
    return day.isValid() ? day.format(WIRE_FORMAT) : null;
  };
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 0, weekendDays: [] }}>
      <DateInput
        size="xs"
        w="8.5rem"
        aria-label={label}
        placeholder={format}
        valueFormat={format}
        dateParser={parse}
        value={value === '' ? null : value}
        {...(min ? { minDate: min } : {})}
        {...(max ? { maxDate: max } : {})}
        allowDeselect
        onChange={(day) => onChange(day ?? '')}
        ariaLabels={{ nextMonth: t('when.next_month'), previousMonth: t('when.previous_month') }}
      />
    </DatesProvider>
  );
}
