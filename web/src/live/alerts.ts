import type { OpenAlert } from '@vigil/shared/contract/http/alerts';
import type { AlertPk, DevicePk } from '@vigil/shared/contract/ids';
import type { PayloadOf } from '@vigil/shared/contract/event';
import type { alertsChanged as alertsEvent } from '@vigil/shared/contract/events/browser-down/alert';

/** An alert that was raised or that ended. */
export type AlertChange = PayloadOf<typeof alertsEvent>['rows'][number];

export interface OpenAlertStore {
  receive: (changes: readonly AlertChange[]) => void;
  /** Reads the open alerts; what is received meanwhile is applied to the answer. Rejects when the read fails. */
  readOpen: (read: () => Promise<readonly OpenAlert[]>) => Promise<void>;
  /** The devices with an open alert; another set after each change. */
  openDevices: () => ReadonlySet<DevicePk>;
  /** Whether the open alerts have been read: before that, no device with one is no good news. */
  isKnown: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** The devices with an open alert, by which the list is filtered. */
export function createOpenAlertDeviceStore(): OpenAlertStore {
  let open = new Map<AlertPk, DevicePk>();
  let openDevices: ReadonlySet<DevicePk> = new Set();
  /** What was received since the first of the reads that are under way. */
  let journal: AlertChange[] = [];
  let reads = 0;
  let isKnown = false;
  const listeners = new Set<() => void>();

  const follow = ({ pk, device_pk, ended_at }: AlertChange) => {
    if (ended_at === null) open.set(pk, device_pk);
    else open.delete(pk);
  };
  const changed = () => {
    const next = new Set(open.values());
    // The same set for the same devices: lists compare it by identity.
    if (next.size === openDevices.size && [...next].every((pk) => openDevices.has(pk))) return;
    openDevices = next;
    tell();
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };

  return {
    receive: (changes) => {
      for (const change of changes) follow(change);
      if (reads > 0) journal.push(...changes);
      changed();
    },
    async readOpen(read) {
      reads += 1;
      try {
        const rows = await read();
        open = new Map(rows.map(({ pk, device_pk }) => [pk, device_pk]));
        journal.forEach(follow);
        changed();
        if (!isKnown) {
          isKnown = true;
          tell();
        }
      } finally {
        reads -= 1;
        if (reads === 0) journal = [];
      }
    },
    openDevices: () => openDevices,
    isKnown: () => isKnown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
