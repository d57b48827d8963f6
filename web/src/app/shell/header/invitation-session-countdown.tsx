import { Tooltip } from '@mantine/core';
import { IconHourglassLow } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SECONDS_SHOWN_BELOW_S, useSecondsLeft, useTimeLeftText } from '../../../entities/session/time-left.ts';
import { useTimeFormat } from '../../../entities/session/use-time-format.ts';
import { useViewer } from '../../../entities/session/viewer.ts';
import { useServices } from '../../../lib/services.ts';
import { notifyWarning } from '../../../ui/toasts.ts';
import classes from './invitation-session-countdown.module.css';

/** How long a session by invitation lasts; nothing for other sessions. */
export function InvitationSessionCountdown() {
  const { profile } = useViewer();
  // The session of a temporary account slides like any other; the end of the work is announced by the server.
  return profile.is_invited && !profile.is_temporary ? <Clock until={profile.session_expires} /> : null;
}

function Clock({ until }: { until: string }) {
  const { t } = useTranslation('shell');
  const { signOut } = useServices();
  const time = useTimeFormat();
  const left = useSecondsLeft(until);
  const text = useTimeLeftText();
  const isLast = left <= SECONDS_SHOWN_BELOW_S;
  const isOver = left === 0;
  useEffect(() => {
    if (isLast && !isOver) notifyWarning(t('invitation.ending'));
  }, [isLast, isOver, t]);
  // The server ends the session at the same moment.
  useEffect(() => {
    if (isOver) signOut('invitation');
  }, [isOver, signOut]);
  return (
    <Tooltip label={t('invitation.until', { time: time.second(until) })}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip has to open from the keyboard */}
      <span className={classes.clock} data-last={isLast || undefined} role="timer" tabIndex={0}>
        <IconHourglassLow size={14} stroke={1.8} aria-hidden="true" />
        <span className={classes.long}>{t('invitation.left', { time: text(left) })}</span>
        <span className={classes.short} aria-hidden="true">
          {text(left)}
        </span>
      </span>
    </Tooltip>
  );
}
