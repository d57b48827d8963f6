import { Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ViewerState } from './viewer-session.ts';
import classes from './viewer.module.css';

/** What is shown in place of the screen: that it is being connected, or why it has ended. */
export function ViewerNote({ state: { phase, end, access } }: { state: ViewerState }) {
  const { t } = useTranslation('viewer');
  const name = access?.device_name ?? t('a_device');
  if (phase !== 'ended' || end === null)
    return (
      <div className={classes.note} role="status">
        <Loader size={20} />
        <Text size="sm">{t(phase === 'asking' ? 'asking' : 'connecting', { name })}</Text>
      </div>
    );
  return (
    <div className={classes.note} role="alert">
      <div>
        <Text fw={600}>{t('ended', { name })}</Text>
        <Text size="sm" mt={4}>
          {t(`end.${end}`)}
        </Text>
        <Text size="sm" mt={4} c="dimmed">
          {t('close_tab')}
        </Text>
      </div>
    </div>
  );
}
