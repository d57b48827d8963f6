import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLinkStatus } from '../../live/use-fleet.ts';
import classes from './header.module.css';

/** Says since when what is on the screen is old. */
export function StaleBanner() {
  const { t } = useTranslation('shell');
  const time = useTimeFormat();
  const status = useLinkStatus();
  if (status.kind !== 'offline') return null;
  return (
    <div className={classes.stale} role="alert">
      <IconCloudOff size={16} stroke={1.8} aria-hidden="true" />
      {t('stale', { time: time.second(status.since) })}
    </div>
  );
}
