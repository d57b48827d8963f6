import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Scope } from '../../entities/device/device-address.ts';
import type { Changes } from '../../live/changes.ts';
import type { FleetStore } from '../../live/fleet-store.ts';
import { createDeviceOrder, isInScope, countMoved, type Filter, type Sort, type DeviceScope } from './device-order.ts';
import type { View } from './list-state.ts';
import { pageOf, type Page } from './paging.ts';

/** What the user looks at; a change of any of it begins at the first page. */
export interface DeviceListInput {
  readonly scope: Scope;
  readonly deviceScope: DeviceScope;
  readonly filter: Filter;
  readonly sort: Sort;
  readonly view: View;
  readonly pageSize: number;
}

/** Replaced as a whole with every change, so that React can compare it by identity. */
export interface DeviceListState extends DeviceListInput {
  /** The listed devices on all pages, in their order. */
  readonly pks: readonly DevicePk[];
  readonly page: Page;
  /** Devices of the list before the filters. */
  readonly total: number;
  readonly online: number;
  /** How many devices would change their place; the list waits until the pointer has left it. */
  readonly moved: number;
  /** Stays when the page changes. */
  readonly selection: ReadonlySet<DevicePk>;
}

export interface DeviceListModel {
  state: () => DeviceListState;
  subscribe: (listener: () => void) => () => void;
  /** Follows the store until the returned function is called. */
  start: () => () => void;
  show: (input: DeviceListInput) => void;
  turnTo: (page: number) => void;
  /** Replaces the selection among the `shown` devices. */
  select: (shown: readonly DevicePk[], selected: ReadonlySet<DevicePk>) => void;
  selectAll: () => void;
  clearSelection: () => void;
  setPointerOver: (isOver: boolean) => void;
  resort: () => void;
}

interface ModelNeeds {
  store: Pick<FleetStore, 'all' | 'get' | 'subscribe'>;
  compareText: (a: string, b: string) => number;
}

/** Often enough to feel live, seldom enough that sorting ten thousand devices costs little. */
export const REORDER_MS = 1_000;
const NO_SELECTION: ReadonlySet<DevicePk> = new Set();

/** The list of devices without its looks: which, in what order, on which page, and which of them are selected. */
export function createDeviceListModel(needs: ModelNeeds, initial: DeviceListInput): DeviceListModel {
  const { store } = needs;
  const order = createDeviceOrder(needs.compareText);
  const listeners = new Set<() => void>();
  let pageIndex = 0;
  let isPointerOver = false;
  let isStale = false;

  const ordered = ({ deviceScope, filter, sort }: DeviceListInput) =>
    order.of(store.all(), { deviceScope, filter, sort });
  const build = (input: DeviceListInput, list: Pick<DeviceListState, 'pks' | 'moved' | 'selection'>) => ({
    ...input,
    ...list,
    ...countIn(store.all(), input.deviceScope),
    page: pageOf(list.pks, pageIndex, input.pageSize),
  });
  let state: DeviceListState = build(initial, { pks: ordered(initial), moved: 0, selection: NO_SELECTION });

  const update = (change: Partial<DeviceListState>) => {
    const next = { ...state, ...change };
    state = build(next, next);
    for (const listener of listeners) listener();
  };

  /** Brings the list up to date, but never moves a device under the pointer. */
  const refresh = () => {
    isStale = false;
    const wanted = ordered(state);
    const { pks } = state;
    const left = pks.every((pk) => store.get(pk)) ? pks : pks.filter((pk) => store.get(pk));
    const held = isPointerOver ? withNewDevices(left, wanted) : wanted;
    update({ pks: isSame(pks, held) ? pks : held, moved: held === wanted ? 0 : countMoved(held, wanted) });
  };
  const onChanges = ({ rows, membership, usage }: Changes) => {
    const isChanged = membership || rows.size > 0;
    isStale ||= isChanged || (isMeasure(state.sort.by) && usage.size > 0);
    // The first devices are shown at once.
    if (membership && state.pks.length === 0) refresh();
    else if (isChanged) update({});
  };

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start() {
      const stop = store.subscribe(onChanges);
      const timer = setInterval(() => isStale && refresh(), REORDER_MS);
      refresh();
      return () => {
        clearInterval(timer);
        stop();
      };
    },
    show(input) {
      const changed = (Object.keys(input) as (keyof DeviceListInput)[]).filter((key) => input[key] !== state[key]);
      if (changed.length === 0) return;
      const isOther = (...keys: (keyof DeviceListInput)[]) => keys.some((key) => changed.includes(key));
      // The groups below a group may change while it is shown.
      if (isOther('scope', 'filter', 'sort', 'view', 'pageSize')) pageIndex = 0;
      const list = isOther('deviceScope', 'filter', 'sort') ? { pks: ordered(input), moved: 0 } : {};
      update({ ...input, ...list, ...(isOther('scope', 'sort') ? { selection: NO_SELECTION } : {}) });
    },
    turnTo(page) {
      pageIndex = page;
      update({});
    },
    select(shown, selected) {
      const elsewhere = [...state.selection].filter((pk) => !shown.includes(pk));
      update({ selection: new Set([...elsewhere, ...selected]) });
    },
    selectAll: () => update({ selection: new Set(state.pks) }),
    clearSelection: () => update({ selection: NO_SELECTION }),
    setPointerOver(isOver) {
      isPointerOver = isOver;
      if (!isOver && state.moved > 0) refresh();
    },
    resort: () => update({ pks: ordered(state), moved: 0 }),
  };
}

const measures = new Set<Sort['by']>(['cpu_usage', 'memory_usage', 'hdd_usage', 'cpu_temp']);
const isMeasure = (by: Sort['by']): boolean => measures.has(by);

/** New devices are shown at once below the others, where they move none of them. */
function withNewDevices(shown: readonly DevicePk[], wanted: readonly DevicePk[]): readonly DevicePk[] {
  const known = new Set(shown);
  const added = wanted.filter((pk) => !known.has(pk));
  return added.length === 0 ? shown : [...shown, ...added];
}

const isSame = (a: readonly DevicePk[], b: readonly DevicePk[]): boolean =>
  a.length === b.length && a.every((pk, index) => pk === b[index]);

function countIn(
  devices: Iterable<Parameters<typeof isInScope>[0]>,
  deviceScope: DeviceScope,
): { total: number; online: number } {
  const count = { total: 0, online: 0 };
  for (const device of devices) {
    if (!isInScope(device, deviceScope)) continue;
    count.total += 1;
    count.online += device.alive;
  }
  return count;
}
