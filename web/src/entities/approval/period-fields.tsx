import { Button, Group, Text, TextInput } from '@mantine/core';
import { problems } from '@vigil/shared/contract/problems';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { isPeriodEmpty, presetPeriods, type AccessPeriodFormValues, type PresetPeriod } from './access-period-input.ts';

const DateTimeField = lazyWithPreload(async () => (await import('../../ui/date-time-field.tsx')).DateTimeField);

export interface PeriodFieldsProps {
  typed: AccessPeriodFormValues;
  /** How a day is shown, as `MM/DD/YYYY`. */
  dateFormat: string;
  /** `YYYY-MM-DD`, in the user's time zone. */
  today: string;
  /** The start of a request that is changed may have passed. */
  firstDay: string | undefined;
  /** Whether what is typed was sent and is no period. */
  isWrong: boolean;
  onChange: (typed: AccessPeriodFormValues) => void;
  /** Without it, no presets are offered. */
  onPreset?: (preset: PresetPeriod) => void;
}

/** From when until when access is requested (spec 1 §5). */
export function PeriodFields({ typed, dateFormat, today, firstDay, isWrong, onChange, onPreset }: PeriodFieldsProps) {
  const { t } = useTranslation('approvals');
  const language = useLanguage();
  return (
    <>
      {onPreset && (
        <Group gap="xs" role="group" aria-label={t('presets.label')}>
          {presetPeriods.map((preset) => (
            <Button key={preset} size="compact-xs" variant="default" onClick={() => onPreset(preset)}>
              {t(`presets.${preset}`)}
            </Button>
          ))}
        </Group>
      )}
      <Suspense fallback={<LoadingFields labels={[t('start'), t('end')]} />}>
        <DateTimeField
          label={t('start')}
          dateFormat={dateFormat}
          date={typed.startDate}
          time={typed.startTime}
          minDate={firstDay !== undefined && firstDay < today ? firstDay : today}
          invalid={isWrong}
          onDate={(startDate) => onChange({ ...typed, startDate })}
          onTime={(startTime) => onChange({ ...typed, startTime })}
        />
        <DateTimeField
          label={t('end')}
          dateFormat={dateFormat}
          date={typed.endDate}
          time={typed.endTime}
          minDate={typed.startDate ?? today}
          invalid={isWrong}
          onDate={(endDate) => onChange({ ...typed, endDate })}
          onTime={(endTime) => onChange({ ...typed, endTime })}
        />
      </Suspense>
      {isWrong && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {isPeriodEmpty(typed) ? t('choose_period') : problems.date_validate_error[language]}
        </Text>
      )}
    </>
  );
}

/** Takes the room of the fields while they are loaded: a dialog that grows moves its buttons away from the pointer. */
function LoadingFields({ labels }: { labels: readonly string[] }) {
  return labels.map((label) => (
    <div key={label} aria-hidden="true">
      <TextInput label={label} disabled />
    </div>
  ));
}
