import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PeriodFields } from '../../entities/approval/period-fields.tsx';
import { TimeZoneField } from '../../entities/profile/time-zone-field.tsx';
import { useViewer } from '../../entities/session/viewer.ts';
import { dateFormats } from '../../lib/time-format.ts';
import { WeekDayChips } from '../../ui/week-day-chips.tsx';
import { repeatChoices, type WindowDraft } from './window-draft.ts';

interface WindowPeriodFieldsProps {
  draft: WindowDraft;
  /** `YYYY-MM-DD` in the zone of the draft. */
  today: string;
  firstDay: string | undefined;
  missing: string | null;
  onChange: (changed: Partial<WindowDraft>) => void;
}

/** From a time to another, on the clock of a zone, once or repeated. */
export function WindowPeriodFields({ draft, today, firstDay, missing, onChange }: WindowPeriodFieldsProps) {
  const { t } = useTranslation('maintenance');
  const { profile } = useViewer();
  const { typed, repeat, days, zone } = draft;
  return (
    <Stack gap="sm">
      <PeriodFields
        typed={typed}
        dateFormat={dateFormats[profile.date_fmt_id]}
        today={today}
        firstDay={firstDay}
        isWrong={missing === 'time'}
        onChange={(changed) => onChange({ typed: changed })}
      />
      <TimeZoneField value={zone} busy={false} onChange={(id) => onChange({ zone: id })} />
      <SegmentedControl
        aria-label={t('repeat')}
        data={repeatChoices.map((value) => ({ value, label: t(`repeats.${value}`) }))}
        value={repeat}
        onChange={(value) => onChange({ repeat: value })}
      />
      {repeat === 'days' && (
        <WeekDayChips label={t('repeats.days')} days={days} onChange={(chosen) => onChange({ days: chosen })} />
      )}
      {missing === 'days' && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {t('days_missing')}
        </Text>
      )}
    </Stack>
  );
}
