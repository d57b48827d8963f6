import { Group, Select, Stack } from '@mantine/core';
import type { QuietHours } from '@vigil/shared/contract/quiet-hours';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { useTranslation } from 'react-i18next';
import { useProfileChange } from '../../entities/profile/profile.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { allWeekDays } from '../../lib/week-days.ts';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { LabelledRow } from '../../ui/page.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { WeekDayChips } from '../../ui/week-day-chips.tsx';

const usual: QuietHours = { from: '22:00', to: '07:00', week_days: [...allWeekDays] };

const halfHours = Array.from({ length: 48 }, (_, index) => {
  const hour = String(Math.floor(index / 2)).padStart(2, '0');
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`;
});
/** A program may have chosen a time in between. */
const timesWith = (time: string): string[] => [...new Set([...halfHours, time])].toSorted();

/** When this user is told of no incident. */
export function QuietHoursRow() {
  const { t } = useTranslation('profile');
  const { profile } = useViewer();
  const problemText = useProblemText();
  const change = useProfileChange();
  const save = useSingleFlightMutation({
    mutationFn: (value: QuietHours | null) => change({ name: 'quiet_hours', value }),
    onSuccess: () => notifyDone(t('saved')),
    onError: (error) => notifyFailed(problemText(error)),
  });
  const quiet = profile.quiet_hours ?? null;
  return (
    <LabelledRow label={t('quiet.label')} hint={t('quiet.hint', { zone: timeZoneOf(profile.time_zone_id).name })}>
      <Stack gap="xs">
        <LockableSwitch
          aria-label={t('quiet.label')}
          reason={null}
          checked={quiet !== null}
          onToggle={() => save.mutate(quiet === null ? usual : null)}
        />
        {quiet && <QuietHoursFields quiet={quiet} isSaving={save.isPending} onChange={(next) => save.mutate(next)} />}
      </Stack>
    </LabelledRow>
  );
}

interface QuietHoursFieldsProps {
  quiet: QuietHours;
  isSaving: boolean;
  onChange: (quiet: QuietHours) => void;
}

function QuietHoursFields({ quiet, isSaving, onChange }: QuietHoursFieldsProps) {
  const { t } = useTranslation('profile');
  const timeField = (name: 'from' | 'to') => (
    <Select
      label={t(`quiet.${name}`)}
      size="xs"
      w={110}
      data={timesWith(quiet[name]).map((value) => ({
        value,
        label: value,
        disabled: value === quiet[name === 'from' ? 'to' : 'from'],
      }))}
      value={quiet[name]}
      onChange={(value) => value && onChange({ ...quiet, [name]: value })}
      allowDeselect={false}
      disabled={isSaving}
      searchable
    />
  );
  return (
    <>
      <Group gap="sm">
        {timeField('from')}
        {timeField('to')}
      </Group>
      <WeekDayChips
        label={t('quiet.days')}
        days={quiet.week_days}
        isDisabled={isSaving}
        // One day at least, or there are no quiet hours.
        onChange={(days) => days.length > 0 && onChange({ ...quiet, week_days: days })}
      />
    </>
  );
}
