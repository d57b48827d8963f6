import { Button, CloseButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import classes from './first-device-notice.module.css';

/**
 * Says which device was the first to connect, and what comes next; while the page is open that showed how to add it.
 */
export function FirstDeviceNotice() {
  const { t } = useTranslation(['devices', 'common']);
  const { store } = useLiveData();
  const { viewer } = useViewer();
  const language = useLanguage();
  const [isClosed, setClosed] = useState(false);
  const device = [...store.all()].find(({ isOnline }) => isOnline);
  // Whoever gets access to devices has connected none.
  if (isClosed || !device || !viewer.flags.isAdmin || viewer.isGuest) return null;
  const steps = [
    [t('devices:first.thresholds'), `groups/detail/${device.device_group_fk}`],
    [t('devices:first.colleagues'), 'management/managers/add'],
    [t('devices:first.wall'), 'wall'],
  ] as const;
  return (
    <section className={classes.notice} role="status">
      <IconCircleCheck size={18} stroke={1.8} aria-hidden="true" />
      <span>{t('devices:first.connected', { name: device.alias })}</span>
      <span className={classes.steps}>
        {steps.map(([label, path]) => (
          <Button key={path} component={Link} to={`/${language}/${path}`} size="compact-xs" variant="default">
            {label}
          </Button>
        ))}
      </span>
      <CloseButton size="sm" aria-label={t('common:close')} onClick={() => setClosed(true)} />
    </section>
  );
}
