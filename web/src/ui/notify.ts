import { notifications } from '@mantine/notifications';

/** Spec 1 §9: a toast stays 5 s, at the top right. */
const SHOWN_MS = 5_000;

export const notifyDone = (message: string): void => {
  notifications.show({ message, color: 'green', autoClose: SHOWN_MS });
};

export const notifyWarning = (message: string): void => {
  notifications.show({ message, color: 'yellow', autoClose: SHOWN_MS });
};

export const notifyFailed = (message: string, title?: string): void => {
  notifications.show({ message, color: 'red', autoClose: SHOWN_MS, ...(title ? { title } : {}) });
};
