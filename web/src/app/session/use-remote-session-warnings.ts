import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { notifyWarning } from '../../ui/toasts.ts';

/** Tells of remote sessions that end soon, or ended without the user, and why. */
export function useRemoteSessionWarnings(): void {
  const { t } = useTranslation('remote');
  const { sessions } = useLiveData();
  const time = useTimeFormat();
  useEffect(
    () =>
      sessions.onWarning(({ session, endsAt, alias }) =>
        notifyWarning(t('ends_soon', { name: alias ?? t('a_device'), time: time.minute(endsAt) }), session),
      ),
    [sessions, t, time],
  );
  useEffect(
    () =>
      sessions.onEnd(({ reason, alias }) => {
        // The user closed the viewer.
        if (reason === 'viewer') return;
        notifyWarning(`${t('ended.title', { name: alias ?? t('a_device') })}: ${t(`ended.${reason}`)}`);
      }),
    [sessions, t],
  );
}
