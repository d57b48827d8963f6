import type { CompanyPk, GroupPk } from '@vigil/shared/contract/ids';
import type { Subscribe } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { CompanyMessage, BusMessageOf } from '@vigil/shared/platform/bus/messages';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import { currentSeq } from '@vigil/shared/platform/redis/seq';
import type { Deps } from '../../../deps.ts';
import { applyToRows, emptyFleetRows, changesFleetRows, type FleetRows } from './fleet-rows.ts';
import { readVersionedGroups, loadDeviceRowsInto, rereadGroupUsage } from './read-company.ts';
import { createRowSorter, type RowSorter } from './row-sorter.ts';

/** How far a view is: the sequence number and the fleet version up to which it includes every change. */
export interface ViewPosition {
  readonly seq: number;
  readonly version: number;
}

export interface CompanyView {
  readonly rows: FleetRows;
  readonly sorter: RowSorter;
  /**
   * Waits until the company is read and the messages up to this progress are applied. False when they do not arrive in
   * time, or when the view ended.
   */
  reaches(progress: ViewPosition): Promise<boolean>;
  end(): void;
}

type ViewDeps = Pick<Deps, 'database' | 'redis' | 'log'> & { readonly subscribe: Subscribe };

/** Messages arrive within milliseconds. After this time they are taken for lost. */
const MESSAGE_TIMEOUT_MS = 500;

type ViewMessage = CompanyMessage | BusMessageOf<'system_usage' | 'device_times'>;

/**
 * Reads a company and keeps it up to date from the bus. A view that may have missed a message is not repaired: it ends,
 * and the next request opens another one.
 */
export function openCompanyView(deps: ViewDeps, company: CompanyPk, onEnd: () => void): CompanyView {
  const rows = emptyFleetRows();
  const subscriptions = new Set<Promise<Unsubscribe>>();
  const usageOf = new Set<GroupPk>();
  const waiting = new Set<() => void>();
  /** Messages that arrive before everything is read; undefined afterwards. */
  let early: ViewMessage[] | undefined = [];
  let progress: ViewPosition = { seq: 0, version: 0 };
  let ended = false;
  const endedEarly = new Error('the company view ended while it was read');

  const end = (): void => {
    if (ended) return;
    ended = true;
    for (const subscription of subscriptions) {
      subscription
        .then((unsubscribe) => unsubscribe())
        .catch((cause: unknown) => deps.log.debug({ err: cause, company }, 'company view not unsubscribed'));
    }
    for (const check of waiting) check();
    onEnd();
  };

  /** Awaits a subscription, and keeps it until the view ends. */
  const follow = async (subscribe: () => Promise<Unsubscribe>): Promise<void> => {
    if (ended) throw endedEarly;
    const subscription = subscribe();
    subscriptions.add(subscription);
    await subscription;
  };
  const followUsage = (group: GroupPk): Promise<void> => {
    usageOf.add(group);
    return follow(() => deps.subscribe(busChannels.usage(company, group), (message) => receive(message)));
  };

  const addGroup = async (group: GroupPk): Promise<void> => {
    if (usageOf.has(group)) return;
    await followUsage(group);
    // Samples may have been published before.
    await rereadGroupUsage(deps, company, { rows, group });
  };

  const receive = (message: ViewMessage): void => {
    if (ended) return;
    if (early) early.push(message);
    else apply(message);
  };

  const apply = (message: ViewMessage): void => {
    const { seq = null, version = 0 } = message as Partial<ViewPosition>;
    const isGap = (seq !== null && seq > progress.seq + 1) || version > progress.version + 1;
    if (isGap || message.t === 'index_rebuilt') return end();
    const isKnown = (seq !== null && seq <= progress.seq) || (version > 0 && version <= progress.version);
    progress = { seq: Math.max(progress.seq, seq ?? 0), version: Math.max(progress.version, version) };
    if (!isKnown && changesFleetRows(message)) applyToRows(rows, message);
    if (message.t === 'group_changed') for (const { pk } of message.changed) addGroup(pk).catch(end);
    for (const check of waiting) check();
  };

  const load = async (): Promise<void> => {
    // Subscribed before anything is read, so that every change is in what is read or in a message.
    await Promise.all([
      follow(() => deps.subscribe(busChannels.company(company), (message) => receive(message))),
      follow(() => deps.subscribe(busChannels.listed(company), (message) => receive(message))),
    ]);
    const seq = await currentSeq(deps.redis, company);
    const { version, groups } = await readVersionedGroups(deps, company);
    for (const { pk, ...group } of groups) rows.groups.set(pk, group);
    await Promise.all(groups.map(({ pk }) => followUsage(pk)));
    await loadDeviceRowsInto(deps, company, rows.devices);
    progress = { seq, version };
    const received = early ?? [];
    early = undefined;
    for (const message of received) receive(message);
  };
  const loading = load();
  loading.catch(end);

  const has = (wanted: ViewPosition) => progress.seq >= wanted.seq && progress.version >= wanted.version;

  return {
    rows,
    sorter: createRowSorter(rows),
    async reaches(wanted) {
      try {
        await loading;
      } catch (cause) {
        if (cause === endedEarly) return false;
        throw cause;
      }
      return new Promise((resolve) => {
        const settle = (reached: boolean) => {
          clearTimeout(timer);
          waiting.delete(check);
          resolve(reached);
        };
        const check = () => {
          if (ended || has(wanted)) settle(!ended);
        };
        const timer = setTimeout(settle, MESSAGE_TIMEOUT_MS, false);
        waiting.add(check);
        check();
      });
    },
    end,
  };
}
