import { useState } from 'react';
import { dateFormats } from '../../lib/time-format.ts';
import { useTimeFormat } from '../session/use-time-format.ts';
import { useViewer } from '../session/viewer.ts';
import {
  emptyPeriodForm,
  periodToForm,
  storedPeriodIfUnchanged,
  parsePeriodForm,
  presetPeriodFormValues,
  type StoredAccessPeriod,
} from './access-period-input.ts';
import type { PeriodFieldsProps } from './period-fields.tsx';

interface Period {
  readonly fields: PeriodFieldsProps;
  /**
   * The period that is typed, judged now: a form may be open for hours. Null for none, which the fields say from then
   * on.
   */
  submit(): { start: string; end: string } | null;
}

const DAY = 10;

/**
 * A period that is typed on the clock of the user's time zone.
 * @param before that of the request which is changed; its start may have passed
 */
export function useAccessPeriodFields(before: StoredAccessPeriod | undefined): Period {
  const { wall } = useTimeFormat();
  const dateFormat = dateFormats[useViewer().profile.date_fmt_id];
  const [typed, onChange] = useState(() => (before ? periodToForm(before, wall) : emptyPeriodForm));
  const [now, setNow] = useState(Date.now);
  const [isTried, setTried] = useState(false);
  const firstDay = before && wall(Date.parse(before.start_time)).slice(0, DAY);
  const windowAt = (at: number) =>
    (before && storedPeriodIfUnchanged(typed, before, { now: at, wall })) ?? parsePeriodForm(typed, wall(at), firstDay);
  return {
    fields: {
      typed,
      onChange,
      onPreset: (preset) => onChange(presetPeriodFormValues(preset, Date.now(), wall)),
      dateFormat,
      today: wall(now).slice(0, DAY),
      firstDay,
      isWrong: isTried && windowAt(now) === null,
    },
    submit() {
      const at = Date.now();
      setNow(at);
      setTried(true);
      return windowAt(at);
    },
  };
}
