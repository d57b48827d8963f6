import { createPreferenceAtom } from '../../entities/preference/preferences.ts';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Whether a user wants notifications of the browser; each browser asks for its permission as well. */
export const browserNotificationsAtom = createPreferenceAtom<boolean>('browser_notifications', false, isBoolean);

/** Null where the browser has no notifications, as on a page without https. */
export const notificationPermission = (): NotificationPermission | null =>
  'Notification' in window ? Notification.permission : null;

interface BrowserNotification {
  readonly title: string;
  readonly text: string;
  /** One with the same tag is replaced, and does not ring again. */
  readonly tag: string;
  readonly onClick: () => void;
}

/**
 * @returns false where the browser shows none: some have them for installed applications only, and say so when one is
 *   made
 */
export function showNotification({ title, text, tag, onClick }: BrowserNotification): boolean {
  if (notificationPermission() !== 'granted') return false;
  try {
    const shown = new Notification(title, { body: text, tag, icon: '/favicon.svg' });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      onClick();
    });
    return true;
  } catch {
    return false;
  }
}
