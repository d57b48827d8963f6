import { SegmentedControl, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiProblem } from '../../lib/api-problem.ts';
import { wallTimeToInstant } from '../../lib/instant.ts';
import { dateFormats } from '../../lib/time-format.ts';
import { useTimeFormat } from '../session/use-time-format.ts';
import { useViewer } from '../session/viewer.ts';

const DateTimeField = lazy(async () => ({ default: (await import('../../ui/date-time-field.tsx')).DateTimeField }));

const DAY = 10;

export interface Schedule {
  readonly when: 'now' | 'later';
  /** A day and a time of the user's time zone, while they are typed. */
  readonly date: string | null;
  readonly clock: string;
}

export const runsNow: Schedule = { when: 'now', date: null, clock: '' };

export const isScheduleComplete = ({ when, date, clock }: Schedule): boolean =>
  when === 'now' || (date !== null && /^\d{2}:\d{2}/u.test(clock));

/** The moment of a complete schedule; null: at once. */
export function useScheduledInstant(): (schedule: Schedule) => Date | null {
  const time = useTimeFormat();
  return ({ when, date, clock }) =>
    when === 'later' && date !== null ? wallTimeToInstant(time.wall, date, clock.slice(0, 5)) : null;
}

interface ScheduleFieldsProps {
  schedule: Schedule;
  /** Why the request was refused, which may be the time. */
  error: unknown;
  onChange: (schedule: Schedule) => void;
}

/** At once, or at a time. */
export function ScheduleFields({ schedule, error, onChange }: ScheduleFieldsProps) {
  const { t } = useTranslation('application');
  const { profile } = useViewer();
  const time = useTimeFormat();
  const [today] = useState(() => time.wall(Date.now()).slice(0, DAY));
  return (
    <>
      <SegmentedControl
        aria-label={t('install.when')}
        value={schedule.when}
        onChange={(when) => onChange({ ...schedule, when })}
        data={[
          { value: 'now', label: t('install.now') },
          { value: 'later', label: t('install.later') },
        ]}
      />
      {schedule.when === 'later' && (
        <Suspense>
          <DateTimeField
            label={t('install.time')}
            dateFormat={dateFormats[profile.date_fmt_id]}
            date={schedule.date}
            time={schedule.clock}
            minDate={today}
            invalid={isApiProblem(error) && error.code === 'schedule_invalid'}
            onDate={(date) => onChange({ ...schedule, date })}
            onTime={(clock) => onChange({ ...schedule, clock })}
          />
          <Text size="xs" c="dimmed">
            {t('install.zone', { zone: time.zone.replaceAll('_', ' ') })}
          </Text>
        </Suspense>
      )}
    </>
  );
}
