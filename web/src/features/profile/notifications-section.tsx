import { useTranslation } from 'react-i18next';
import { useProfileChange } from '../../entities/profile/profile.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { LabelledRow, Section } from '../../ui/page.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { BrowserNotificationsRow } from './browser-notifications-row.tsx';
import { QuietHoursRow } from './quiet-hours-row.tsx';

/** How this user is told of incidents. */
export function NotificationsSection() {
  const { t } = useTranslation('profile');
  const { profile } = useViewer();
  const problemText = useProblemText();
  const change = useProfileChange();
  const save = useSingleFlightMutation({
    mutationFn: (value: 0 | 1) => change({ name: 'flag_recept_mail', value }),
    onSuccess: () => notifyDone(t('saved')),
    onError: (error) => notifyFailed(problemText(error)),
  });
  const isOn = profile.flag_recept_mail === 1;
  const { email } = profile;
  const noEmail = email === '' ? t('notifications.no_email') : null;
  return (
    <Section title={t('notifications.title')} text={t('notifications.text')}>
      <LabelledRow label={t('notifications.mail')} hint={noEmail ?? t('notifications.mail_hint', { email })}>
        <LockableSwitch
          aria-label={t('notifications.mail')}
          reason={noEmail}
          checked={isOn}
          onToggle={() => save.mutate(isOn ? 0 : 1)}
        />
      </LabelledRow>
      <BrowserNotificationsRow />
      <QuietHoursRow />
    </Section>
  );
}
