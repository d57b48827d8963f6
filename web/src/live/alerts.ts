import type { PayloadOf } from '@vigil/shared/contract/event';
import type { alert } from '@vigil/shared/contract/events/browser-down/alert';

export type RaisedAlert = PayloadOf<typeof alert>;

export interface AlertBoard {
  add: (alert: RaisedAlert) => void;
  /** Newest first. */
  list: () => readonly RaisedAlert[];
  /** Alerts since the list was last looked at. */
  unseen: () => number;
  markSeen: () => void;
  subscribe: (listener: () => void) => () => void;
}

/** Older ones are on the history page. */
const REMEMBERED = 100;

/** The alerts received while the screen was open. */
export function createAlertBoard(): AlertBoard {
  let alerts: readonly RaisedAlert[] = [];
  let unseen = 0;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    add: (alert) => {
      // Delivery is at least once: the same alert may arrive again.
      if (alerts.some(({ pk }) => pk === alert.pk)) return;
      alerts = [alert, ...alerts].slice(0, REMEMBERED);
      unseen = Math.min(unseen + 1, REMEMBERED);
      notify();
    },
    list: () => alerts,
    unseen: () => unseen,
    markSeen: () => {
      if (unseen === 0) return;
      unseen = 0;
      notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
