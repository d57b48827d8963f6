import { notifications } from '@mantine/notifications';

/** Spec 1 §9: a toast stays 5 s, at the top right. */
const SHOWN_MS = 5_000;

/** What is told again while it is still shown stays one toast. */
const show = (color: 'green' | 'yellow' | 'red', message: string, title?: string): void => {
  const id = [color, title ?? '', message].join('\n');
  notifications.show({ id, message, color, autoClose: SHOWN_MS, ...(title ? { title } : {}) });
};

export const notifyDone = (message: string): void => show('green', message);

/** @param id of what it tells about: a later warning replaces it, and it stays until it is closed */
export const notifyWarning = (message: string, id?: string): void => {
  if (id === undefined) return show('yellow', message);
  notifications.hide(id);
  notifications.show({ id, message, color: 'yellow', autoClose: false });
};

export const notifyFailed = (message: string, title?: string): void => show('red', message, title);
