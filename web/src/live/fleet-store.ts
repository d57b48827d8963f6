import type { DeviceRow } from '@vigil/shared/contract/device';
import type { ListedDevice } from '@vigil/shared/contract/device-columns';
import type { UsageBatch } from '@vigil/shared/contract/events/browser-down/fleet-state';
import type { DeviceUsage } from '@vigil/shared/contract/http/devices';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { UsageField } from '@vigil/shared/contract/names';
import { usageColumns } from '@vigil/shared/contract/names';
import { fromHundredths } from '@vigil/shared/domain/hundredths';
import { createFleetDeltaCollector, type FleetDelta } from './changes.ts';
import {
  fleetDeviceChangeOf,
  fleetDeviceOf,
  listedDeviceOf,
  notMeasured,
  stateChangeOf,
  type FleetDevice,
  type FleetDeviceChange,
} from './fleet-device.ts';
import type { FleetEvent, FleetEventOf } from './fleet-events.ts';
import { createSequence } from './sequence.ts';
import type { DownEventPayload } from './socket.ts';

interface Poll {
  /** Milliseconds since 1970. */
  at: number;
  /** The number of the last event that the answer includes for certain. */
  seq: number;
  /** False: only states are applied. */
  measures: boolean;
}

export interface FleetStore {
  readonly loaded: boolean;
  readonly size: number;
  readonly seq: number | null;
  /** Grows whenever state, properties or membership changed; for values computed from the whole fleet. */
  readonly version: number;
  get: (pk: DevicePk) => FleetDevice | undefined;
  all: () => Iterable<FleetDevice>;
  /** All devices as a snapshot has them, for `replace`. */
  rows: () => ListedDevice[];
  /** The read of a snapshot begins, which may not have what is received from now on. */
  expectSnapshot: () => void;
  /** Replaces all devices by a snapshot, and applies the events and formats received since. */
  replace: (rows: readonly ListedDevice[], seq: number) => void;
  accept: (event: FleetEvent) => void;
  applyUsage: (batch: UsageBatch) => void;
  /**
   * Applies polled states and measures, unless events were applied that the answer may not include. Returns whether the
   * polled devices are other ones than those in the store.
   */
  applyPoll: (rows: readonly DeviceUsage[], poll: Poll) => boolean;
  /** Applies which devices have a stored frame, and of which format. */
  applyFrameFormats: (rows: DownEventPayload<'frame_formats'>['rows']) => void;
  /**
   * Applies the row that the server answered to a change of this user, before its live event arrives. A known device
   * keeps its state and its measures, because the answer may have been read before the events that brought them.
   */
  merge: (row: DeviceRow) => void;
  /** A favourite belongs to one user and is not announced by an event: it is set here. */
  setFavourite: (pk: DevicePk, favourite: FleetDevice['favourite']) => void;
  restart: () => void;
  confirm: (seq: number) => void;
  subscribe: (listener: (changes: FleetDelta) => void) => () => void;
}

interface StoreNeeds {
  /** Calls back at the next frame, where the subscribers are notified. */
  schedule: (flush: () => void) => void;
  onGap: () => void;
}

/**
 * The fleet outside of React: indexed, written by snapshots and live events, read once a frame.
 * Rows are replaced, never mutated, so that a reader may compare them by identity.
 */
export function createFleetStore({ schedule, onGap }: StoreNeeds): FleetStore {
  let devices = new Map<DevicePk, FleetDevice>();
  let loaded = false;
  let version = 0;
  let scheduled = false;
  /** The formats received since the read of the last snapshot began: they have no number. */
  const frameFormats = new Map<DevicePk, FleetDevice['_ext']>();
  const log = createFleetDeltaCollector();
  const listeners = new Set<(changes: FleetDelta) => void>();

  const flush = () => {
    scheduled = false;
    const changes = log.take();
    if (!changes) return;
    if (changes.rows.size > 0 || changes.membership) version += 1;
    for (const listener of listeners) listener(changes);
  };
  const scheduleFlush = () => {
    if (scheduled) return;
    scheduled = true;
    schedule(flush);
  };

  const put = (device: FleetDevice) => {
    if (!devices.has(device.pk)) log.membership();
    devices.set(device.pk, device);
    log.row(device.pk);
  };
  const patch = (pk: DevicePk, change: FleetDeviceChange) => {
    const device = devices.get(pk);
    if (device) put({ ...device, ...change });
  };

  const appliers: { readonly [E in FleetEvent['type']]: (event: FleetEventOf<E>) => void } = {
    alive: ({ rows }) => {
      for (const [pk, alive, at] of rows) patch(pk, stateChangeOf(alive === 1, at));
    },
    device_changed: (event) => patch(event.device_pk, fleetDeviceChangeOf(event.patch)),
    devices_changed: ({ pks, patch: changed }) => {
      const change = fleetDeviceChangeOf(changed);
      for (const pk of pks) patch(pk, change);
    },
    device_added: ({ device }) => put(fleetDeviceOf(device)),
    device_removed: ({ device_pk }) => {
      if (devices.delete(device_pk)) log.membership();
    },
    devices_removed: ({ pks }) => {
      for (const pk of pks) if (devices.delete(pk)) log.membership();
    },
    devices_moved: ({ pks, to }) => {
      for (const pk of pks) patch(pk, { device_group_fk: to });
      // Moved into sight: only a snapshot has its row.
      if (pks.some((pk) => !devices.has(pk))) onGap();
    },
    group_changed: ({ changed, removed }) =>
      log.groups(changed || removed ? { changed: changed ?? [], removed: removed ?? [] } : 'unknown'),
  };
  const apply = (event: FleetEvent) => {
    (appliers[event.type] as (event: FleetEvent) => void)(event);
    scheduleFlush();
  };
  const sequence = createSequence(apply, onGap);

  return {
    get loaded() {
      return loaded;
    },
    get size() {
      return devices.size;
    },
    get seq() {
      return sequence.at;
    },
    get version() {
      return version;
    },
    get: (pk) => devices.get(pk),
    all: () => devices.values(),
    rows: () => [...devices.values()].map(listedDeviceOf),
    expectSnapshot: () => frameFormats.clear(),
    replace(rows, seq) {
      devices = new Map(rows.map((row) => [row.pk, fleetDeviceOf(row)]));
      for (const [pk, _ext] of frameFormats) patch(pk, { _ext });
      loaded = true;
      log.membership();
      for (const pk of devices.keys()) log.row(pk);
      log.groups('unknown');
      sequence.adopt(seq);
      scheduleFlush();
    },
    accept: (event) => sequence.accept(event),
    applyUsage({ cols, rows }) {
      const measures = measureColumns(cols);
      const key = cols.indexOf('device_pk');
      for (const row of rows) {
        const device = devices.get(row[key] as DevicePk);
        // Measures are gathered before they are sent, and may arrive after their device went offline.
        if (!device?.isOnline) continue;
        devices.set(device.pk, withMeasures(device, measures, row));
        log.usage(device.pk);
      }
      scheduleFlush();
    },
    applyPoll(rows, { at, seq, measures }) {
      if (sequence.at !== null && seq < sequence.at) return false;
      let hasUnknownDevices = rows.length !== devices.size;
      for (const { device_fk, alive, ...usage } of rows) {
        const device = devices.get(device_fk);
        if (!device) {
          hasUnknownDevices = true;
          continue;
        }
        const isOnline = alive === 1;
        const measured = { ...device, ...(!isOnline ? notMeasured : measures ? percentOnly(usage) : {}) };
        if (device.isOnline !== isOnline) put({ ...measured, ...stateChangeOf(isOnline, at) });
        else {
          devices.set(device_fk, measured);
          log.usage(device_fk);
        }
      }
      scheduleFlush();
      return hasUnknownDevices;
    },
    applyFrameFormats(rows) {
      for (const [pk, _ext] of rows) {
        frameFormats.set(pk, _ext);
        patch(pk, { _ext });
      }
      scheduleFlush();
    },
    merge(row) {
      const device = fleetDeviceOf(row);
      put({ ...device, ...liveFields(devices.get(device.pk) ?? device) });
      scheduleFlush();
    },
    setFavourite(pk, favourite) {
      patch(pk, { favourite });
      scheduleFlush();
    },
    restart: () => sequence.restart(),
    confirm: (seq) => sequence.confirm(seq),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const liveNames = ['isOnline', 'last_connected_time', 'last_disconnected_time', ...usageColumns] as const;
type LiveFields = Pick<FleetDevice, (typeof liveNames)[number]>;

/** What a device has from events and samples, and not from the answer to a change. */
const liveFields = (device: FleetDevice): LiveFields =>
  Object.fromEntries(liveNames.map((name) => [name, device[name]])) as unknown as LiveFields;

/** Polled measures have the disk in hundredths; those of sockets do not. */
const percentOnly = <T extends { hdd_usage?: number | null }>(usage: T): T =>
  usage.hdd_usage === undefined ? usage : { ...usage, hdd_usage: fromHundredths(usage.hdd_usage) };

const measureNames: ReadonlySet<string> = new Set(usageColumns);

const measureColumns = (cols: readonly string[]): [UsageField, number][] =>
  cols.flatMap((name, index) => (measureNames.has(name) ? [[name as UsageField, index] as [UsageField, number]] : []));

function withMeasures(
  device: FleetDevice,
  measures: readonly [UsageField, number][],
  row: readonly (number | null)[],
): FleetDevice {
  const next: Record<UsageField, number | null> & FleetDevice = { ...device };
  for (const [name, index] of measures) next[name] = row[index] ?? null;
  return next;
}
