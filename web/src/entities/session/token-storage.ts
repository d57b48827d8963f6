import { LASTING_MS } from '@vigil/shared/domain/session-life';
import { storageKey } from '../../lib/storage.ts';

interface Places {
  /** Survives closing the browser, and is shared by all tabs. */
  lasting: Storage;
  /** Belongs to one tab. */
  passing: Storage;
  now: () => number;
  /** Calls back when another tab changed the lasting storage. */
  onChange?: (changed: (key: string | null) => void) => () => void;
}

/** JSON of "no token". */
const NO_VALUE = 'null';

/** Until when the user stays signed in on this browser; 0 without that choice. */
const stayUntil = (lasting: Storage): number => Number(lasting.getItem(storageKey.rememberMode) ?? 0) || 0;

export const staysSignedIn = (lasting: Storage, now: number): boolean => stayUntil(lasting) > now;

export function setStaySignedIn(lasting: Storage, until: 'now' | { from: number }): void {
  if (until === 'now') lasting.removeItem(storageKey.rememberMode);
  else lasting.setItem(storageKey.rememberMode, String(until.from + LASTING_MS));
}

/** Stores the session token: in local storage for users who stay signed in, else in the storage of the tab. */
export function createTokenStorage({ lasting, passing, now, onChange }: Places) {
  const removeItem = (key: string): void => {
    lasting.removeItem(key);
    passing.removeItem(key);
  };
  const getItem = (key: string): string | null => {
    // The choice to stay signed in expires, even if the token does not.
    const lapsed = stayUntil(lasting) > 0 && !staysSignedIn(lasting, now());
    if (lapsed) lasting.removeItem(key);
    return passing.getItem(key) ?? lasting.getItem(key);
  };
  return {
    getItem,
    setItem(key: string, value: string): void {
      removeItem(key);
      // "No token" is not stored: in one storage it would hide a token in the other.
      if (value !== NO_VALUE) (staysSignedIn(lasting, now()) ? lasting : passing).setItem(key, value);
    },
    removeItem,
    subscribe: (key: string, notify: (value: string | null) => void) =>
      onChange?.((changed) => {
        if (changed === key || changed === null) notify(getItem(key));
      }),
  };
}
