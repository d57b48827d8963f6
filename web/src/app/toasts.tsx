import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';

/** What has happened, for a few seconds each. Those of one session are not shown in the next one. */
export function Toasts() {
  useEffect(() => () => notifications.clean(), []);
  // Above dialogs, whose failures they report, and below menus and panels, which are in use.
  return <Notifications className="toasts" position="top-right" zIndex={250} limit={4} />;
}
