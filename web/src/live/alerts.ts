import type { PayloadOf } from '@vigil/shared/contract/event';
import type { alert } from '@vigil/shared/contract/events/browser-down/alert';

export type RaisedAlert = PayloadOf<typeof alert>;

export interface AlertBoard {
  add: (alert: RaisedAlert) => void;
  /** Newest first. */
  list: () => readonly RaisedAlert[];
  /** How many came since somebody looked. */
  unseen: () => number;
  look: () => void;
  subscribe: (listener: () => void) => () => void;
}

/** The history page has the others. */
const REMEMBERED = 100;

/** The alerts that arrived while the screen was open. */
export function createAlertBoard(): AlertBoard {
  let alerts: readonly RaisedAlert[] = [];
  let unseen = 0;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    add: (alert) => {
      // At least once: the same alert may be announced again.
      if (alerts.some(({ pk }) => pk === alert.pk)) return;
      alerts = [alert, ...alerts].slice(0, REMEMBERED);
      unseen = Math.min(unseen + 1, REMEMBERED);
      tell();
    },
    list: () => alerts,
    unseen: () => unseen,
    look: () => {
      if (unseen === 0) return;
      unseen = 0;
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
