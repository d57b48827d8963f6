import { useMediaQuery } from '@mantine/hooks';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { frameDenial } from '@vigil/shared/domain/visible-parts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import {
  parseDevicePk,
  useDevicePanelPath,
  useListScope,
  type ListScope,
} from '../../entities/device/device-address.ts';
import type { DeviceSort, ResolvedScope } from '../../entities/device/device-sorter.ts';
import { useShareSelection } from '../../entities/device/selection.ts';
import { withDescendants } from '../../entities/group/group-tree.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { MOBILE_MEDIA_QUERY } from '../../lib/layout.ts';
import { useQueryChanges } from '../../lib/use-query-changes.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import type { DeviceMenuPlacement } from './device-context-menu.tsx';
import { createDeviceListModel, type DeviceListModel, type DeviceListState } from './device-list-model.ts';
import { editingAtom } from './edit/edit-state.ts';
import {
  pageSizeAtom,
  phoneViewAtom,
  viewUnlessLiveDenied,
  listViewModeAtom,
  type ListViewMode,
} from './list-preferences.ts';
import { useDeviceListFilter, type ChangeFilter } from './use-device-list-filter.ts';
import { useKeepListPage, useListSort } from './use-list-url.ts';

/** A group stands for itself and everything below it. */
function useScopeWithDescendantGroups(scope: ListScope): ResolvedScope {
  const { tree } = useGroups();
  return useMemo(() => {
    if (typeof scope === 'string') return scope;
    const node = tree.byPk.get(scope);
    return new Set(node ? withDescendants(node) : [scope]);
  }, [scope, tree]);
}

/** The state and the actions of the list, for its views. */
export interface DeviceList extends DeviceListState, Omit<DeviceListModel, 'state' | 'subscribe' | 'start' | 'show'> {
  /** The device whose detail is open. */
  opened: DevicePk | null;
  isMobile: boolean;
  /** The fields of devices are being edited in the table. */
  isEditing: boolean;
  changeFilter: ChangeFilter;
  setSort: (sort: DeviceSort) => void;
  open: (pk: DevicePk) => void;
}

/** The properties of every form of the list. */
export interface ListBodyProps {
  list: DeviceList;
  onMenu: (at: DeviceMenuPlacement) => void;
}

/** Connects the model of the list to the address, the choices of the user and the fleet. */
export function useDeviceList(): DeviceList {
  const { store, alerts } = useLiveData();
  const language = useLanguage();
  const navigate = useNavigate();
  const addressOf = useDevicePanelPath();
  const opened = parseDevicePk(useParams().devicePk);
  const isMobile = useMediaQuery(MOBILE_MEDIA_QUERY) ?? false;
  const scope = useListScope() ?? 'all';
  const deviceScope = useScopeWithDescendantGroups(scope);
  const [query, changeQuery] = useQueryChanges();
  const [filter, changeFilter] = useDeviceListFilter(query, changeQuery);
  const [sort, setSort] = useListSort(query, changeQuery);
  // A phone has no room to edit a table.
  const isEditing = useAtomValue(editingAtom) && !isMobile;
  const chosenView = useAtomValue<ListViewMode>(isMobile ? phoneViewAtom : listViewModeAtom);
  const isLiveDenied = frameDenial(useViewer().viewer) !== null;
  const view = isEditing ? 'table' : viewUnlessLiveDenied(chosenView, { isMobile, isLiveDenied });
  const pageSize = useAtomValue(pageSizeAtom)[view];
  const input = { scope, deviceScope, filter, sort, view, pageSize };
  const [model] = useState(() =>
    createDeviceListModel(
      { store, alerts, compareText: new Intl.Collator(language, { numeric: true }).compare, now: Date.now },
      input,
    ),
  );
  const state = useSyncExternalStore(model.subscribe, model.state);

  useShareSelection(state.selection);

  useEffect(() => model.start(), [model]);
  // Before the paint, so that the list of another group never shows the devices of the previous one.
  useLayoutEffect(() => model.show(input));
  useKeepListPage(model, state, [query, changeQuery]);
  const isOpenedListed = opened !== null && state.pks.includes(opened);
  useEffect(() => {
    if (isOpenedListed) model.reveal(opened);
  }, [model, opened, isOpenedListed]);

  const open = useCallback((pk: DevicePk) => void navigate(addressOf(pk)), [navigate, addressOf]);
  // The same object for the same list: the parts of the page are rendered when the list is another one, and not also
  // before, when its input has changed.
  return useMemo(
    () => ({ ...state, ...model, opened, isMobile, isEditing, changeFilter, setSort, open }),
    [state, model, opened, isMobile, isEditing, changeFilter, setSort, open],
  );
}
