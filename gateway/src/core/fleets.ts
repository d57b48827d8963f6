import type { CompanyPk, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { isWithin } from '@vigil/shared/domain/group-tree';
import { readFleetIndex, readIndexedDevice, type FleetIndex } from '@vigil/shared/platform/fleet-index';
import { channels } from '@vigil/shared/platform/redis/keys';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { Deps } from '../deps.ts';
import { parseLive, type LiveMessage } from './live-message.ts';

/** One company's fleet as this gateway knows it: enough to route and to count, kept true by the live channel. */
export interface Fleet {
  readonly company: CompanyPk;
  readonly index: FleetIndex;
  readonly online: Set<DevicePk>;
}

export interface Fleets {
  /** The fleet of a company, loaded on first use and kept from then on. @throws Problem `unavailable` */
  of(company: CompanyPk): Promise<Fleet>;
  known(company: CompanyPk): Fleet | undefined;
  groupOf(company: CompanyPk, device: DevicePk): GroupPk | undefined;
  /** Whether the device is of the company, by the newest knowledge there is. */
  has(company: CompanyPk, device: DevicePk): Promise<boolean>;
  /** Forgets everything: what was heard before Redis went away may have holes. */
  reset(): Promise<void>;
}

const READY_TRIES = 25;
const READY_PAUSE_MS = 200;

export function createFleets(
  { redis, queues, log }: Deps,
  onLive: (fleet: Fleet, message: LiveMessage) => void,
): Fleets {
  const loading = new Map<CompanyPk, Promise<Fleet>>();
  const loaded = new Map<CompanyPk, Fleet>();
  const subscriptions = new Map<CompanyPk, Unsubscribe>();

  const readIndex = async (company: CompanyPk): Promise<FleetIndex> => {
    for (let attempt = 0; attempt < READY_TRIES; attempt += 1) {
      const index = await readFleetIndex(redis, company);
      if (index) return index;
      if (attempt === 0)
        await queues.add('fleet-index', [{ id: `fleet-index-${company}-${Date.now()}`, data: { company } }]);
      await new Promise((resolve) => setTimeout(resolve, READY_PAUSE_MS));
    }
    throw new Problem('unavailable');
  };

  const load = async (company: CompanyPk): Promise<Fleet> => {
    const early: LiveMessage[] = [];
    let fleet: Fleet | undefined;
    // Listen first: what happens while the index is read is applied after it. Every message says how things are,
    // not how they differ, so applying one twice does no harm.
    const unsubscribe = await redis.subscribe(channels.live(company), (text) => {
      const message = parseLive(text);
      if (!fleet) early.push(message);
      else take(fleet, message);
    });
    subscriptions.set(company, unsubscribe);
    const index = await readIndex(company);
    fleet = { company, index, online: await onlineDevices(redis, company) };
    loaded.set(company, fleet);
    for (const message of early) take(fleet, message);
    return fleet;
  };

  const take = (fleet: Fleet, message: LiveMessage) => {
    onLive(fleet, message);
    apply(fleet, message);
    if (message.t === 'group_changed') {
      void readFleetIndex(redis, fleet.company).then(
        (index) => index && replaceIndex(fleet, index),
        (cause: unknown) => log.warn({ err: cause }, 'the tree was not read again'),
      );
    }
  };

  return {
    of(company) {
      const known = loading.get(company);
      if (known) return known;
      const promise = load(company);
      loading.set(company, promise);
      promise.catch(() => {
        loading.delete(company);
        void subscriptions.get(company)?.();
      });
      return promise;
    },
    known: (company) => loaded.get(company),
    groupOf: (company, device) => loaded.get(company)?.index.devices.get(device)?.group,
    async has(company, device) {
      const fleet = await this.of(company);
      if (fleet.index.devices.has(device)) return true;
      const indexed = await readIndexedDevice(redis, company, device);
      if (indexed) fleet.index.devices.set(device, indexed);
      return indexed !== null;
    },
    async reset() {
      const undo = [...subscriptions.values()];
      loading.clear();
      loaded.clear();
      subscriptions.clear();
      await Promise.allSettled(undo.map((unsubscribe) => unsubscribe()));
    },
  };
}

function replaceIndex(fleet: Fleet, index: FleetIndex): void {
  fleet.index.groups.clear();
  for (const [pk, parent] of index.groups) fleet.index.groups.set(pk, parent);
  for (const [pk, device] of index.devices) fleet.index.devices.set(pk, device);
}

/** Brings the fleet along with what was just said of it. */
function apply({ index, online }: Fleet, message: LiveMessage): void {
  switch (message.t) {
    case 'alive':
      for (const [device, state] of message.rows) {
        if (state === 1) online.add(device);
        else online.delete(device);
      }
      return;
    case 'device_added':
    case 'device_moved': {
      const { pk, device_group_fk, approval } = message.device;
      index.devices.set(pk, { group: device_group_fk, approval });
      return;
    }
    case 'device_removed':
      index.devices.delete(message.device_pk);
      online.delete(message.device_pk);
      return;
    case 'device_changed': {
      const known = index.devices.get(message.device_pk);
      const { approval } = message.patch;
      if (known && approval !== undefined) index.devices.set(message.device_pk, { ...known, approval });
      return;
    }
    default:
      return;
  }
}

/** Which groups a watcher sees: what was asked for, within what is allowed. */
export function createSight(scope: 'all' | 'favorate' | GroupPk, allowed: 'all' | readonly GroupPk[]) {
  const permitted = allowed === 'all' ? null : new Set(allowed);
  return (index: FleetIndex, group: GroupPk | undefined): boolean => {
    if (group === undefined) return false;
    if (permitted && !permitted.has(group)) return false;
    return typeof scope === 'string' || isWithin(group, scope, index.groups);
  };
}

export type Sight = ReturnType<typeof createSight>;
