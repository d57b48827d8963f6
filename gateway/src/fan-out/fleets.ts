import { setTimeout as delay } from 'node:timers/promises';
import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { isAnnouncement, type CompanyMessage } from '@vigil/shared/platform/bus/messages';
import { indexEditsOf, type IndexedDevice } from '@vigil/shared/platform/fleet/change';
import {
  applyToIndex,
  readFleetIndex,
  readIndexedDevice,
  type FleetIndex,
} from '@vigil/shared/platform/fleet/fleet-index';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { AgentCredential } from '@vigil/shared/platform/tokens';
import type { Deps } from '../deps.ts';

/** One company's fleet in memory, enough to route and to count; updated from the company's channel. */
export interface Fleet {
  readonly company: CompanyPk;
  index: FleetIndex;
  readonly online: Set<DevicePk>;
}

export interface LiveFleets {
  /** Loads the fleet of a company on first use. @throws Problem `unavailable` when no index is built in time */
  of(company: CompanyPk): Promise<Fleet>;
  known(company: CompanyPk): Fleet | undefined;
  /** What the index in memory knows of a device; undefined while the fleet is not loaded. */
  deviceOf(company: CompanyPk, device: DevicePk): IndexedDevice | undefined;
  /** Whether the company has the device with this identity; asks Redis when the fleet in memory does not have it. */
  has(company: CompanyPk, device: DeviceIdentity): Promise<boolean>;
  /** Releases the fleets that were needed neither now nor at the last call. */
  releaseUnneeded(needed: ReadonlySet<CompanyPk>): void;
  /** Releases all fleets, because messages may have been missed while Redis was unreachable. */
  reset(): Promise<void>;
  readonly size: number;
}

/**
 * The number of a device, and the identity that it has for certain: after a restored backup another device may have its
 * number.
 */
export type DeviceIdentity = Pick<AgentCredential, 'device' | 'guid'>;

interface Loaded {
  readonly fleet: Promise<Fleet>;
  value?: Fleet;
  unsubscribe?: Unsubscribe;
  unneeded: boolean;
  released: boolean;
}

const READ_ATTEMPTS = 25;
const READ_PAUSE_MS = 200;

export interface FleetListener {
  /** Called before the change is applied, so that removed devices are still in the fleet. */
  onMessage(fleet: Fleet, message: CompanyMessage): void;
  onApplied(fleet: Fleet, message: CompanyMessage): void;
  /** Called when the whole index was read: anything may be different from before. */
  onLoaded(fleet: Fleet): void;
}

export function createLiveFleets({ redis, subscribe, queues, log }: Deps, listener: FleetListener): LiveFleets {
  const loaded = new Map<CompanyPk, Loaded>();

  const readIndex = async (company: CompanyPk): Promise<FleetIndex> => {
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt += 1) {
      const index = await readFleetIndex(redis, company);
      if (index) return index;
      if (attempt === 0)
        await queues.add('fleet-index', [{ id: `fleet-index-${company}-${Date.now()}`, data: { company } }]);
      await delay(READ_PAUSE_MS);
    }
    throw new Problem('unavailable');
  };

  const load = async (company: CompanyPk, entry: () => Loaded): Promise<Fleet> => {
    const early: CompanyMessage[] = [];
    let fleet: Fleet | undefined;
    // Subscribed before the index is read, so that changes in between are applied after it. Messages carry states, not
    // differences, and may therefore be applied twice.
    const unsubscribe = await subscribe(busChannels.company(company), (message) => {
      if (!fleet) early.push(message);
      else receive(fleet, message);
    });
    entry().unsubscribe = unsubscribe;
    const index = await readIndex(company);
    const online = await onlineDevices(redis, company);
    // Released while it was loaded: it would never be updated.
    if (entry().released) throw new Problem('unavailable');
    fleet = { company, index, online };
    entry().value = fleet;
    for (const message of early) receive(fleet, message);
    listener.onLoaded(fleet);
    return fleet;
  };

  const receive = (fleet: Fleet, message: CompanyMessage) => {
    // A skipped version means that a message was lost, so the index in memory cannot be trusted.
    const isGap = 'version' in message && message.version > fleet.index.version + 1;
    listener.onMessage(fleet, message);
    // A change that was published before the index was read is in it.
    const isKnown = 'version' in message && message.version > 0 && message.version <= fleet.index.version;
    if (!isKnown) apply(fleet, message);
    listener.onApplied(fleet, message);
    // After a restore of the database the rebuilt index is older than the one in memory.
    if (message.t === 'index_rebuilt') fleet.index.version = Math.min(fleet.index.version, message.version);
    if (isGap || message.t === 'index_rebuilt') reload(fleet);
  };

  const outdated = new Set<Fleet>();
  const reloading = new Set<Fleet>();

  const reload = (fleet: Fleet): void => {
    outdated.add(fleet);
    if (reloading.has(fleet)) return;
    reloading.add(fleet);
    readUntilCurrent(fleet)
      .catch((cause: unknown) =>
        warnOfRepeatedFailure(log, { cause, company: fleet.company }, 'fleet index not reloaded'),
      )
      .finally(() => reloading.delete(fleet));
  };

  const readUntilCurrent = async (fleet: Fleet): Promise<void> => {
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt += 1) {
      outdated.delete(fleet);
      const index = await readIndex(fleet.company);
      if (loaded.get(fleet.company)?.value !== fleet) return;
      // Changes that were applied meanwhile are in the index that is read after them: both are one step in Redis.
      if (!outdated.has(fleet) && index.version >= fleet.index.version) {
        fleet.index = index;
        listener.onLoaded(fleet);
        return;
      }
      await delay(READ_PAUSE_MS);
    }
    throw new Error('the index stays behind the announced changes');
  };

  const release = async (company: CompanyPk): Promise<void> => {
    const entry = loaded.get(company);
    loaded.delete(company);
    if (!entry) return;
    entry.released = true;
    await entry.unsubscribe?.();
  };

  return {
    of(company) {
      const known = loaded.get(company);
      if (known) {
        // A socket that is just being admitted counts only after its handshake.
        known.unneeded = false;
        return known.fleet;
      }
      const entry: Loaded = { fleet: load(company, () => entry), unneeded: false, released: false };
      loaded.set(company, entry);
      entry.fleet.catch(() => {
        if (loaded.get(company) === entry) loaded.delete(company);
        entry.unsubscribe?.().catch((cause: unknown) => log.debug({ err: cause }, 'fleet not unsubscribed'));
      });
      return entry.fleet;
    },
    known: (company) => loaded.get(company)?.value,
    deviceOf: (company, device) => loaded.get(company)?.value?.index.devices.get(device),
    async has(company, { device, guid }) {
      const isSame = (indexed: IndexedDevice) => indexed.guid === null || indexed.guid === guid;
      const fleet = await this.of(company);
      for (;;) {
        const { index } = fleet;
        const { version } = index;
        const known = index.devices.get(device);
        if (known && isSame(known)) return true;
        const indexed = await readIndexedDevice(redis, company, device);
        // A change that was applied meanwhile may be newer than what was read.
        if (fleet.index !== index || index.version !== version) continue;
        if (indexed) index.devices.set(device, indexed);
        return indexed !== null && isSame(indexed);
      }
    },
    releaseUnneeded(needed) {
      for (const [company, entry] of loaded) {
        const isUnneeded = entry.unneeded && !needed.has(company) && entry.value !== undefined;
        entry.unneeded = !needed.has(company);
        if (isUnneeded) release(company).catch((cause: unknown) => log.debug({ err: cause }, 'fleet not unsubscribed'));
      }
    },
    async reset() {
      await Promise.allSettled([...loaded.keys()].map(release));
    },
    get size() {
      return loaded.size;
    },
  };
}

/** Applies a message to the fleet. */
function apply({ index, online }: Fleet, message: CompanyMessage): void {
  if (isAnnouncement(message)) return;
  switch (message.t) {
    case 'alive':
      for (const [device, state] of message.rows) {
        if (state === 1) online.add(device);
        else online.delete(device);
      }
      return;
    case 'device_removed':
      online.delete(message.device_pk);
      break;
    case 'devices_removed':
      for (const pk of message.pks) online.delete(pk);
      break;
    case 'device_added':
    case 'device_changed':
    case 'devices_changed':
    case 'devices_moved':
    case 'group_changed':
    case 'settings_changed':
    case 'approval_window':
      break;
    case 'index_rebuilt':
    case 'command_state':
    case 'processes':
    case 'alerts':
    case 'incidents':
    case 'bulk_progress':
    case 'remote_session':
    case 'remote_session_warning':
    case 'remote_session_cut':
    case 'frame_format':
      return;
  }
  applyToIndex(index, indexEditsOf(message), message.version);
}
