import type { Profile } from '@vigil/shared/contract/http/profile';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import classes from './licences.module.css';
import { useCompanyDay, useLastDay } from '../../entities/session/use-last-day.ts';

const DAY_MS = 86_400_000;
/** Beside the first start and the last end. */
const MARGIN_MS = 14 * DAY_MS;

/** When each licence holds, on one axis with today. */
export function LicenceTimeline({ license: { list, time_zone } }: Pick<Profile, 'license'>) {
  const { t } = useTranslation('licences');
  const time = useTimeFormat();
  const day = useCompanyDay(time_zone);
  const lastDay = useLastDay(time_zone);
  const [now] = useState(Date.now);
  if (list.length === 0) return <p className={classes.note}>{t('empty')}</p>;
  const from = Math.min(now, ...list.map(({ starts }) => Date.parse(starts))) - MARGIN_MS;
  const to = Math.max(now, ...list.map(({ expireTimeStamp }) => expireTimeStamp)) + MARGIN_MS;
  const at = (moment: number): string => `${((moment - from) / (to - from)) * 100}%`;
  const rows = list.toSorted((a, b) => a.expireTimeStamp - b.expireTimeStamp);
  return (
    <div className={classes.timeline}>
      <span className={classes.today} style={{ left: at(now) }} aria-hidden="true">
        <i>{t('today')}</i>
      </span>
      <ol>
        {rows.map(({ pay_pk, pay_type, pay_dev_vol, pay_expire, starts, expireTimeStamp, isExpired }) => {
          const text = t('period', {
            type: t(`type.${pay_type as 'Free'}`),
            devices: t('devices', { count: pay_dev_vol }),
            from: day(starts),
            to: lastDay(pay_expire),
          });
          return (
            <li key={pay_pk} title={text}>
              <span className="visually-hidden">{text}</span>
              <span
                className={classes.period}
                data-over={isExpired || undefined}
                aria-hidden="true"
                style={{ left: at(Date.parse(starts)), right: `calc(100% - ${at(expireTimeStamp)})` }}
              >
                {t('period_short', { type: t(`type.${pay_type as 'Free'}`), count: pay_dev_vol })}
              </span>
            </li>
          );
        })}
      </ol>
      <div className={classes.ends} aria-hidden="true">
        <span>{time.date(from + MARGIN_MS)}</span>
        <span>{time.date(to - MARGIN_MS)}</span>
      </div>
    </div>
  );
}
