import { notifications } from '@mantine/notifications';

/** Spec 1 §9: a toast stays 5 s, at the top right. */
const SHOWN_MS = 5_000;

export const notifyDone = (message: string): void => {
  notifications.show({ message, color: 'green', autoClose: SHOWN_MS });
};

/** @param id of what it tells about: a later warning replaces it, and it stays until it is closed */
export const notifyWarning = (message: string, id?: string): void => {
  if (id !== undefined) notifications.hide(id);
  notifications.show({
    message,
    color: 'yellow',
    autoClose: id === undefined ? SHOWN_MS : false,
    ...(id ? { id } : {}),
  });
};

export const notifyFailed = (message: string, title?: string): void => {
  notifications.show({ message, color: 'red', autoClose: SHOWN_MS, ...(title ? { title } : {}) });
};
