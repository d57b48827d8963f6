import { AUTO_LOGIN_MS } from '@vigil/shared/domain/session-life';
import { storageKey } from '../../lib/local-storage-keys.ts';

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
  else lasting.setItem(storageKey.rememberMode, String(until.from + AUTO_LOGIN_MS));
}

/**
 * Whether the session that begins stays in this tab, as one by invitation does; others are found by every tab of the
 * browser.
 */
export function bindSessionToTab(passing: Storage, isBound: boolean): void {
  if (isBound) passing.setItem(storageKey.ownTab, '1');
  else passing.removeItem(storageKey.ownTab);
}

/**
 * Stores the session token: in local storage, so that a tab or browser that was closed finds it again until the server
 * ends the session, or in the storage of the tab for a session that stays in it (decision 101).
 */
export function createTokenStorage({ lasting, passing, now, onChange }: Places) {
  const hasLapsed = (): boolean => stayUntil(lasting) > 0 && !staysSignedIn(lasting, now());
  // The session of this tab hides the session of the other tabs, and its end leaves theirs as it is.
  const removeItem = (key: string): void => (passing.getItem(key) === null ? lasting : passing).removeItem(key);
  const getItem = (key: string): string | null => {
    // The choice to stay signed in expires, even if the token does not.
    if (hasLapsed()) lasting.removeItem(key);
    return passing.getItem(key) ?? lasting.getItem(key);
  };
  return {
    getItem,
    setItem(key: string, value: string): void {
      // "No token" is not stored: in one storage it would hide a token in the other.
      if (value === NO_VALUE) return removeItem(key);
      if (passing.getItem(storageKey.ownTab) !== null) return passing.setItem(key, value);
      passing.removeItem(key);
      // A new session without the choice to stay signed in does not end when an earlier choice expires.
      if (hasLapsed()) setStaySignedIn(lasting, 'now');
      lasting.setItem(key, value);
    },
    removeItem,
    subscribe: (key: string, notify: (value: string | null) => void) =>
      onChange?.((changed) => {
        if (changed === key || changed === null) notify(getItem(key));
      }),
  };
}
