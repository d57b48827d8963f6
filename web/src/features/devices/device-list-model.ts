import type { DevicePk } from '@vigil/shared/contract/ids';
import type { ListScope } from '../../entities/device/device-address.ts';
import {
  createDeviceFilterSorter,
  isInScope,
  countMoved,
  type DeviceListFilter,
  type DeviceSort,
  type ResolvedScope,
} from '../../entities/device/device-sorter.ts';
import { countStatuses, type StatusCounts } from '../../entities/device/device-status.ts';
import type { OpenAlertStore } from '../../live/alerts.ts';
import type { FleetDelta } from '../../live/changes.ts';
import type { FleetStore } from '../../live/fleet-store.ts';
import type { ListViewMode } from './list-preferences.ts';

interface DeviceListPage {
  pks: readonly DevicePk[];
  index: number;
  count: number;
  /** Positions of the first and the last shown device, counted from 1. */
  from: number;
  to: number;
  total: number;
}

/** One page of a list; a size of 0 shows all. An index after the last page gives the last page. */
function deviceListPageOf(all: readonly DevicePk[], wanted: number, size: number): DeviceListPage {
  const total = all.length;
  if (size === 0) return { pks: all, index: 0, count: 1, from: Math.min(1, total), to: total, total };
  const count = Math.max(1, Math.ceil(total / size));
  const index = Math.min(wanted, count - 1);
  const pks = all.slice(index * size, (index + 1) * size);
  return { pks, index, count, from: total === 0 ? 0 : index * size + 1, to: index * size + pks.length, total };
}

/** What the user looks at; a change of any of it begins at the first page. */
export interface DeviceListInput {
  readonly scope: ListScope;
  readonly deviceScope: ResolvedScope;
  readonly filter: DeviceListFilter;
  readonly sort: DeviceSort;
  readonly view: ListViewMode;
  readonly pageSize: number;
}

/** Replaced as a whole with every change, so that React can compare it by identity. */
export interface DeviceListState extends DeviceListInput {
  /** The listed devices on all pages, in their order. */
  readonly pks: readonly DevicePk[];
  readonly page: DeviceListPage;
  /** Devices of the list before the filters. */
  readonly total: number;
  readonly counts: StatusCounts;
  /** How many devices would change their place or leave; the list waits until the pointer has left it. */
  readonly moved: number;
  /** Stays when the page or the filter changes; a device that leaves the list leaves it. */
  readonly selection: ReadonlySet<DevicePk>;
  /** How many selected devices the filter hides. */
  readonly hiddenSelected: number;
}

export interface DeviceListModel {
  state: () => DeviceListState;
  subscribe: (listener: () => void) => () => void;
  /** Follows the store until the returned function is called. */
  start: () => () => void;
  show: (input: DeviceListInput) => void;
  turnTo: (page: number) => void;
  /** Turns to the page that a device is on. */
  reveal: (pk: DevicePk) => void;
  /** Replaces the selection among the `shown` devices. */
  select: (shown: readonly DevicePk[], selected: ReadonlySet<DevicePk>) => void;
  selectAll: () => void;
  clearSelection: () => void;
  setPointerOver: (isOver: boolean) => void;
  resort: () => void;
}

interface ModelNeeds {
  store: Pick<FleetStore, 'all' | 'get' | 'subscribe'>;
  alerts: Pick<OpenAlertStore, 'openDevices' | 'subscribe'>;
  compareText: (a: string, b: string) => number;
  now: () => number;
}

/** Often enough to feel live, seldom enough that sorting ten thousand devices costs little. */
export const REORDER_MS = 1_000;
/** The first change is shown at once; while others follow, the counts are drawn together this often. */
const RECOUNT_MS = 250;
const NO_SELECTION: ReadonlySet<DevicePk> = new Set();

/**
 * The state behind a list of devices, without its looks: which devices, in what order, on which page, and which are
 * selected.
 */
export function createDeviceListModel(needs: ModelNeeds, initial: DeviceListInput): DeviceListModel {
  const { store, alerts } = needs;
  const sorter = createDeviceFilterSorter(needs.compareText);
  const listeners = new Set<() => void>();
  let pageIndex = 0;
  let isPointerOver = false;
  let isStale = false;
  let isMeasured = false;
  let alerting = alerts.openDevices();
  let recounts: ReturnType<typeof setTimeout> | undefined;
  let isCountStale = false;

  const ordered = ({ deviceScope, filter, sort }: DeviceListInput) =>
    sorter.sort(store.all(), { deviceScope, filter, sort, alerting: alerts.openDevices(), now: needs.now() });
  const countsOf = ({ deviceScope }: DeviceListInput) => {
    const listed = [...store.all()].filter((device) => isInScope(device, deviceScope));
    return { total: listed.length, counts: countStatuses(listed, alerts.openDevices()) };
  };
  /** Without the devices that were deleted, are no longer seen by the user, or are in another group now. */
  const stillListed = (selection: ReadonlySet<DevicePk>, { deviceScope }: DeviceListInput) => {
    const left = [...selection].filter((pk) => {
      const device = store.get(pk);
      return device !== undefined && isInScope(device, deviceScope);
    });
    return left.length === selection.size ? selection : new Set(left);
  };
  const build = (input: DeviceListInput, list: Pick<DeviceListState, 'pks' | 'moved' | 'selection'>) => {
    const selection = stillListed(list.selection, input);
    return {
      ...input,
      ...list,
      selection,
      hiddenSelected: countHidden(selection, list.pks),
      ...countsOf(input),
      page: deviceListPageOf(list.pks, pageIndex, input.pageSize),
    };
  };
  let state: DeviceListState = build(initial, { pks: ordered(initial), moved: 0, selection: NO_SELECTION });

  const update = (change: Partial<DeviceListState>) => {
    const next = { ...state, ...change };
    state = build(next, next);
    for (const listener of listeners) listener();
  };

  /**
   * Brings the list up to date, but never moves a device under the pointer: a deleted one leaves a gap until the
   * pointer has left, so that those below it stay where they are.
   */
  const refresh = () => {
    isStale = false;
    isMeasured = false;
    const wanted = ordered(state);
    const { pks } = state;
    const held = isPointerOver ? withNewDevices(pks, wanted) : wanted;
    update({ pks: isSame(pks, held) ? pks : held, moved: held === wanted ? 0 : countDisplaced(held, wanted) });
  };
  const onChanges = ({ rows, membership, usage }: FleetDelta) => {
    const isChanged = membership || rows.size > 0;
    isStale ||= isChanged || (dependsOnMeasures(state) && usage.size > 0);
    isMeasured ||= usage.size > 0;
    // The first devices are shown at once.
    if (membership && state.pks.length === 0) refresh();
    else if (isChanged) updateCounts();
  };
  const updateCounts = () => {
    isCountStale = recounts !== undefined;
    if (isCountStale) return;
    update({});
    recounts = setTimeout(() => {
      recounts = undefined;
      if (isCountStale) updateCounts();
    }, RECOUNT_MS);
  };
  /** Measures change every second; most of these changes move no device over its threshold or back. */
  const recount = () => {
    isMeasured = false;
    if (countsOf(state).counts.over_threshold !== state.counts.over_threshold) update({});
  };
  const onAlerts = () => {
    if (alerts.openDevices() === alerting) return;
    alerting = alerts.openDevices();
    isStale = true;
    update({});
  };

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start() {
      const stops = [store.subscribe(onChanges), alerts.subscribe(onAlerts)];
      const timer = setInterval(() => (isStale ? refresh() : isMeasured && recount()), REORDER_MS);
      refresh();
      return () => {
        clearInterval(timer);
        clearTimeout(recounts);
        recounts = undefined;
        for (const stop of stops) stop();
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
    reveal(pk) {
      const index = state.pks.indexOf(pk);
      if (index < 0 || state.page.pks.includes(pk)) return;
      pageIndex = Math.floor(index / state.pageSize);
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

/** How many shown devices are no longer where they belong, those included that were deleted. */
function countDisplaced(held: readonly DevicePk[], wanted: readonly DevicePk[]): number {
  const listed = new Set(wanted);
  const left = held.filter((pk) => listed.has(pk));
  return held.length - left.length + countMoved(left, wanted);
}

const measured = new Set<DeviceSort['by']>(['attention', 'cpu_usage', 'memory_usage', 'hdd_usage', 'cpu_temp']);
const dependsOnMeasures = ({ sort, filter }: DeviceListInput): boolean =>
  measured.has(sort.by) || filter.status === 'over_threshold';

/** New devices are shown at once below the others, where they move none of them. */
function withNewDevices(shown: readonly DevicePk[], wanted: readonly DevicePk[]): readonly DevicePk[] {
  const known = new Set(shown);
  const added = wanted.filter((pk) => !known.has(pk));
  return added.length === 0 ? shown : [...shown, ...added];
}

function countHidden(selection: ReadonlySet<DevicePk>, pks: readonly DevicePk[]): number {
  if (selection.size === 0) return 0;
  const listed = new Set(pks);
  return [...selection].filter((pk) => !listed.has(pk)).length;
}

const isSame = (a: readonly DevicePk[], b: readonly DevicePk[]): boolean =>
  a.length === b.length && a.every((pk, index) => pk === b[index]);
