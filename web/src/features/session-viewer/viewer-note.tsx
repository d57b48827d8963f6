import { Button, Loader, Text } from '@mantine/core';
import { remoteSessionEndReasons } from '@vigil/shared/contract/names';
import { consentDenials } from '@vigil/shared/contract/remote-desktop/refusals';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { canConnectAgain, type ViewerEnd, type ViewerState } from './viewer-session.ts';
import classes from './viewer.module.css';

/** Whoever was not let in has seen nothing of the session. */
const notLetIn: readonly ViewerEnd[] = ['refused', ...consentDenials];
/**
 * Ends of a session that the server has opened; other ends mean that the device could not be reached or refused the
 * viewer.
 */
const sessionEnds = new Set<ViewerEnd>(remoteSessionEndReasons.filter((reason) => !notLetIn.includes(reason)));

interface ViewerNoteProps {
  state: ViewerState;
  onConnectAgain: () => void;
}

/** What is shown in place of the screen: that it is being connected, or why it has ended. */
export function ViewerNote({ state: { phase, end, access, hasViewed }, onConnectAgain }: ViewerNoteProps) {
  const { t } = useTranslation('viewer');
  const language = useLanguage();
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
        <Text fw={600}>{t(hasViewed || sessionEnds.has(end) ? 'ended' : 'not_begun', { name })}</Text>
        <Text size="sm" mt={4}>
          {t(`end.${end}`)}
        </Text>
        {canConnectAgain({ end, hasViewed }) ? (
          <Button mt="sm" size="compact-sm" variant="default" onClick={onConnectAgain}>
            {t('connect_again')}
          </Button>
        ) : (
          <>
            <Text size="sm" mt={4} c="dimmed">
              {t('close_tab')}
            </Text>
            <Button mt="sm" size="compact-sm" variant="default" component="a" href={`/${language}/device/all`}>
              {t('to_devices')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
