import { useAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  browserNotificationsAtom,
  notificationPermission,
  showNotification,
} from '../../entities/incident/browser-notifications.ts';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { LabelledRow } from '../../ui/page.tsx';

/**
 * Notifications of the browser while a page is open. It is asked for its permission by the click, as browsers require.
 */
export function BrowserNotificationsRow() {
  const { t } = useTranslation('profile');
  const [isWanted, setIsWanted] = useAtom(browserNotificationsAtom);
  const [permission, setPermission] = useState(notificationPermission);
  const [isRefused, setIsRefused] = useState(false);
  const isOn = isWanted && permission === 'granted' && !isRefused;
  const reason = () => {
    if (permission === null || isRefused) return t('browser.none');
    return permission === 'denied' ? t('browser.denied') : null;
  };
  const turnOn = async () => {
    const given = await Notification.requestPermission();
    setPermission(given);
    if (given !== 'granted') return;
    // The first one shows how they look, and whether this browser has them.
    const sample = { title: t('browser.on_title'), text: t('browser.on_text'), tag: 'vigil', onClick: () => undefined };
    if (showNotification(sample)) setIsWanted(true);
    else setIsRefused(true);
  };
  return (
    <LabelledRow label={t('browser.label')} hint={t('browser.hint')}>
      <LockableSwitch
        aria-label={t('browser.label')}
        reason={reason()}
        checked={isOn}
        onToggle={() => (isOn ? setIsWanted(false) : void turnOn())}
      />
    </LabelledRow>
  );
}
