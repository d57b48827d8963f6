import type { Profile } from '@vigil/shared/contract/http/profile';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyDay, useLastDay } from '../../entities/session/use-last-day.ts';
import classes from './licences.module.css';

const DAY_MS = 86_400_000;
/** Beside the first start and the last end. */
const MARGIN_MS = 14 * DAY_MS;

/** A shorter bar has its label beside it. */
const LABEL_SHARE = 0.3;

const textOf = (moment: number): string => new Date(moment).toISOString();

/** When each licence holds, on one axis with today. */
export function LicenceTimeline({ license: { list, time_zone } }: Pick<Profile, 'license'>) {
  const { t } = useTranslation('licences');
  const day = useCompanyDay(time_zone);
  const lastDay = useLastDay(time_zone);
  const [now] = useState(Date.now);
  const first = Math.min(now, ...list.map(({ starts }) => Date.parse(starts)));
  const end = Math.max(...list.map(({ expireTimeStamp }) => expireTimeStamp));
  const [from, to] = [first - MARGIN_MS, Math.max(now, end) + MARGIN_MS];
  const shareOf = (moment: number): number => (moment - from) / (to - from);
  const at = (moment: number): string => `${shareOf(moment) * 100}%`;
  const labelSide = (start: number, last: number): 'inside' | 'before' | 'after' => {
    if (shareOf(last) - shareOf(start) > LABEL_SHARE) return 'inside';
    return shareOf(start) > 0.5 ? 'before' : 'after';
  };
  const rows = list.toSorted((a, b) => a.expireTimeStamp - b.expireTimeStamp);
  return (
    <div className={classes.timeline}>
      <div className={classes.axis}>
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
                  data-label={labelSide(Date.parse(starts), expireTimeStamp)}
                  aria-hidden="true"
                  style={{ left: at(Date.parse(starts)), right: `calc(100% - ${at(expireTimeStamp)})` }}
                >
                  <span>{t('period_short', { type: t(`type.${pay_type as 'Free'}`), count: pay_dev_vol })}</span>
                </span>
              </li>
            );
          })}
        </ol>
        <div
          className={classes.ends}
          style={{ paddingLeft: at(first), paddingRight: `calc(100% - ${at(to - MARGIN_MS)})` }}
          aria-hidden="true"
        >
          <span>{day(textOf(first))}</span>
          <span>{now > end ? day(textOf(now)) : lastDay(textOf(end))}</span>
        </div>
      </div>
    </div>
  );
}
