import type { PayloadOf } from '@vigil/shared/contract/event';
import type { alertsChanged as alertsEvent } from '@vigil/shared/contract/events/browser-down/alerts';
import type { OpenAlert as ReadAlert } from '@vigil/shared/contract/http/alerts';
import type { AlertPk, DevicePk } from '@vigil/shared/contract/ids';

/** An alert that was raised or that ended, or whose value became unknown or known again. */
export type AlertChange = PayloadOf<typeof alertsEvent>['rows'][number];

/** Times in milliseconds since 1970. */
export type OpenAlert = Omit<AlertChange, 'ended_at'>;

export interface OpenAlertStore {
  receive: (changes: readonly AlertChange[]) => void;
  /** Reads the open alerts; what is received meanwhile is applied to the answer. Rejects when the read fails. */
  readOpen: (read: () => Promise<readonly ReadAlert[]>) => Promise<void>;
  /** The devices with an open alert; another set after each change of them. */
  openDevices: () => ReadonlySet<DevicePk>;
  /** The open alerts of a device; another list after each change of them. */
  alertsOf: (device: DevicePk) => readonly OpenAlert[];
  /** Whether the open alerts have been read: before that, no device with one is no good news. */
  isKnown: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

const none: readonly OpenAlert[] = [];

const timeOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));

const fromRead = ({ last_value_at, unknown_since, at, ...alert }: ReadAlert): OpenAlert => ({
  ...alert,
  last_value_at: timeOf(last_value_at),
  unknown_since: timeOf(unknown_since),
  at: Date.parse(at),
});

/** What is shown of an alert; its last value alone is not announced. */
const isEqual = (a: OpenAlert, b: OpenAlert | undefined): boolean =>
  a.pk === b?.pk &&
  a.unknown_since === b.unknown_since &&
  a.last_value === b.last_value &&
  a.no_data === b.no_data &&
  a.sensor === b.sensor;

/** The open alerts by device, by which lists are filtered and screens say what is wrong. */
export function createOpenAlertStore(): OpenAlertStore {
  let open = new Map<AlertPk, OpenAlert>();
  let byDevice = new Map<DevicePk, readonly OpenAlert[]>();
  let openDevices: ReadonlySet<DevicePk> = new Set();
  /** What was received since the first of the reads that are under way. */
  let journal: AlertChange[] = [];
  let reads = 0;
  let isKnown = false;
  const listeners = new Set<() => void>();

  const follow = ({ ended_at, ...alert }: AlertChange) => {
    if (ended_at === null) open.set(alert.pk, alert);
    else open.delete(alert.pk);
  };
  const changed = () => {
    const before = byDevice;
    let isChanged = false;
    byDevice = Map.groupBy(open.values(), ({ device_pk }) => device_pk);
    for (const [pk, alerts] of byDevice) {
      const shown = before.get(pk);
      if (shown?.length === alerts.length && alerts.every((alert, n) => isEqual(alert, shown[n])))
        byDevice.set(pk, shown);
      else isChanged = true;
    }
    // The same set for the same devices: lists compare it by identity.
    const isOther = byDevice.size !== openDevices.size || [...byDevice.keys()].some((pk) => !openDevices.has(pk));
    if (isOther) openDevices = new Set(byDevice.keys());
    if (isOther || isChanged) tell();
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
        open = new Map(rows.map((row) => [row.pk, fromRead(row)]));
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
    alertsOf: (device) => byDevice.get(device) ?? none,
    isKnown: () => isKnown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
