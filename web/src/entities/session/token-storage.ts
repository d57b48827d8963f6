import { LASTING_MS } from '@vigil/shared/domain/session-life';
import { storageKey } from '../../lib/storage.ts';

interface Places {
  /** Stays when the browser is closed, and is seen by every tab. */
  lasting: Storage;
  /** Goes with the tab. */
  passing: Storage;
  now: () => number;
  /** Calls back when another tab changed what lasts. */
  onChange?: (changed: (key: string | null) => void) => () => void;
}

/** What no token is in JSON. */
const NOTHING = 'null';

/** Until when somebody asked to stay signed in on this machine; 0 when nobody did. */
const stayUntil = (lasting: Storage): number => Number(lasting.getItem(storageKey.rememberMode) ?? 0) || 0;

export const staysSignedIn = (lasting: Storage, now: number): boolean => stayUntil(lasting) > now;

export function setStay(lasting: Storage, until: 'now' | { from: number }): void {
  if (until === 'now') lasting.removeItem(storageKey.rememberMode);
  else lasting.setItem(storageKey.rememberMode, String(until.from + LASTING_MS));
}

/** Where the session token is kept: on the machine for those who stay signed in, else with the tab. */
export function createTokenStorage({ lasting, passing, now, onChange }: Places) {
  const removeItem = (key: string): void => {
    lasting.removeItem(key);
    passing.removeItem(key);
  };
  const getItem = (key: string): string | null => {
    // Whoever asked for seven days does not get an eighth.
    const lapsed = stayUntil(lasting) > 0 && !staysSignedIn(lasting, now());
    if (lapsed) lasting.removeItem(key);
    return passing.getItem(key) ?? lasting.getItem(key);
  };
  return {
    getItem,
    setItem(key: string, value: string): void {
      removeItem(key);
      // Nothing is nowhere: in one place it would hide what comes to the other.
      if (value !== NOTHING) (staysSignedIn(lasting, now()) ? lasting : passing).setItem(key, value);
    },
    removeItem,
    subscribe: (key: string, tell: (value: string | null) => void) =>
      onChange?.((changed) => {
        if (changed === key || changed === null) tell(getItem(key));
      }),
  };
}
