import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../../entities/session/use-time-format.ts';
import { useLinkState } from '../../../live/use-fleet.ts';
import classes from './header.module.css';

/** Shows since when the data on the screen is out of date. */
export function StaleBanner() {
  const { t } = useTranslation('shell');
  const time = useTimeFormat();
  const state = useLinkState();
  if (state.kind !== 'offline') return null;
  return (
    <div className={classes.stale} role="alert">
      <IconCloudOff size={16} stroke={1.8} aria-hidden="true" />
      {t('stale', { time: time.second(state.since) })}
    </div>
  );
}
