import type { MaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useNowEachMinute } from '../../lib/use-now.ts';
import { weekDayName } from '../../lib/week-days.ts';
import { Section } from '../../ui/page.tsx';
import { comingTimes, SHOWN_DAYS } from './coming-times.ts';
import { useTargetText } from './use-target-text.ts';
import classes from './coming-days.module.css';

/** The days of the next two weeks with what is in maintenance on each. */
export function ComingDays({ windows }: { windows: readonly MaintenanceWindow[] }) {
  const { t } = useTranslation('maintenance');
  const time = useTimeFormat();
  const language = useLanguage();
  const targetText = useTargetText();
  const now = useNowEachMinute();
  const days = comingTimes(windows, now, (at) => time.wall(at).slice(0, 10));
  if (days.length === 0) return null;
  return (
    <Section title={t('coming_days', { count: SHOWN_DAYS })}>
      <ol className={classes.days}>
        {days.map(([day, times]) => (
          <li key={day}>
            <h3>
              {time.date(times[0]?.start ?? now)}
              <span>{weekDayName(new Date(`${day}T00:00:00Z`).getUTCDay() || 7, language)}</span>
            </h3>
            <ul>
              {times.map(({ window, start, end }) => (
                <li key={`${window.pk} ${start}`} data-running={start <= now || undefined}>
                  <time>{time.period(new Date(start).toISOString(), new Date(end).toISOString())}</time>
                  <span>{targetText(window)}</span>
                  {window.reason !== '' && <small>{window.reason}</small>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  );
}
