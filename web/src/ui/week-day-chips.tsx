import { Chip, Group } from '@mantine/core';
import { useLanguage } from '../lib/language.ts';
import { allWeekDays, weekDayName } from '../lib/week-days.ts';

interface WeekDayChipsProps {
  label: string;
  /** 1 for Monday. */
  days: readonly number[];
  isDisabled?: boolean;
  onChange: (days: number[]) => void;
}

/** A choice of days of the week. */
export function WeekDayChips({ label, days, isDisabled = false, onChange }: WeekDayChipsProps) {
  const language = useLanguage();
  return (
    <Chip.Group
      multiple
      value={days.map(String)}
      onChange={(chosen) => onChange(allWeekDays.filter((day) => chosen.includes(String(day))))}
    >
      <Group gap={6} role="group" aria-label={label}>
        {allWeekDays.map((day) => (
          <Chip key={day} value={String(day)} size="xs" disabled={isDisabled}>
            {weekDayName(day, language)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
