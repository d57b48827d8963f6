import { useMediaQuery } from '@mantine/hooks';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { devicePkOf, useDeviceAddress, useScope, type Scope } from '../../entities/device/device-address.ts';
import { withDescendants } from '../../entities/group/group-tree.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import { useLanguage } from '../../lib/language.ts';
import { isMobileQuery } from '../../lib/layout.ts';
import { useFleet } from '../../live/use-fleet.ts';
import type { MenuPosition } from './device-context-menu.tsx';
import { createDeviceListModel, type DeviceListModel, type DeviceListState } from './device-list-model.ts';
import type { Filter, Sort, DeviceScope } from './device-order.ts';
import { filterAtom, pageSizeAtom, sortAtom, viewAtom } from './list-state.ts';

/** The state and the actions of the list, for its views. */
export interface DeviceList extends DeviceListState, Omit<DeviceListModel, 'state' | 'subscribe' | 'start' | 'show'> {
  /** The device whose detail is open. */
  opened: DevicePk | null;
  isMobile: boolean;
  setFilter: (filter: Filter) => void;
  setSort: (sort: Sort) => void;
  open: (pk: DevicePk) => void;
}

/** The properties of every form of the list. */
export interface ListBodyProps {
  list: DeviceList;
  onMenu: (at: MenuPosition) => void;
}

/** Connects the model of the list to the address, the choices of the user and the fleet. */
export function useDeviceList(): DeviceList {
  const { store } = useFleet();
  const language = useLanguage();
  const navigate = useNavigate();
  const addressOf = useDeviceAddress();
  const opened = devicePkOf(useParams().devicePk);
  const isMobile = useMediaQuery(isMobileQuery) ?? false;
  const scope = useScope() ?? 'all';
  const deviceScope = useDeviceScope(scope);
  const [filter, setFilter] = useAtom(filterAtom);
  const [sort, setSort] = useAtom(sortAtom);
  const chosenView = useAtomValue(viewAtom);
  // A phone has no room for a table.
  const view = isMobile ? 'icon' : chosenView;
  const pageSize = useAtomValue(pageSizeAtom)[view];
  const input = { scope, deviceScope, filter, sort, view, pageSize };
  const [model] = useState(() =>
    createDeviceListModel({ store, compareText: new Intl.Collator(language, { numeric: true }).compare }, input),
  );
  const state = useSyncExternalStore(model.subscribe, model.state);

  useEffect(() => model.start(), [model]);
  // Before the paint, so that the list of another group never shows the devices of the previous one.
  useLayoutEffect(() => model.show(input));

  return {
    ...state,
    ...model,
    opened,
    isMobile,
    setFilter,
    setSort,
    open: (pk) => void navigate(addressOf(pk)),
  };
}

/** A group stands for itself and everything below it. */
function useDeviceScope(scope: Scope): DeviceScope {
  const { tree } = useGroups();
  return useMemo(() => {
    if (typeof scope === 'string') return scope;
    const node = tree.byPk.get(scope);
    return new Set(node ? withDescendants(node) : [scope]);
  }, [scope, tree]);
}
