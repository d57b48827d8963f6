import type { DevicePk } from '@vigil/shared/contract/ids';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet, useFleetFailure, useFleetLoaded } from '../../live/use-fleet.ts';
import { FailedState, FilteredToNothing, LoadingRows } from '../../ui/list-state.tsx';
import { DeviceCards } from './device-cards.tsx';
import type { MenuAt } from './device-context-menu.tsx';
import { isFiltered, type Filter, type Sort } from './device-order.ts';
import { EmptyList } from './empty-list.tsx';
import type { View } from './list-state.ts';
import type { Page } from './paging.ts';
import { TableView } from './lazy-table-view.ts';
import type { DeviceList } from './use-device-list.ts';

export interface ListBodyProps {
  view: View;
  list: DeviceList;
  page: Page;
  sort: Sort;
  filter: Filter;
  selection: ReadonlySet<DevicePk>;
  opened: DevicePk | null;
  isMobile: boolean;
  onSort: (sort: Sort) => void;
  onSelect: (shown: readonly DevicePk[], selected: ReadonlySet<DevicePk>) => void;
  onMenu: (at: MenuAt) => void;
  onOpen: (pk: DevicePk) => void;
  onClearFilter: () => void;
}

/** The list in its present form, or which of its other states it is in. */
export function DeviceListBody(props: ListBodyProps) {
  const { t } = useTranslation('devices');
  const { connection } = useFleet();
  const loaded = useFleetLoaded();
  const failure = useFleetFailure();
  const { list, filter, view } = props;

  if (!loaded && failure !== null) {
    return <FailedState title={t('loading_failed')} error={failure} onRetry={connection.resync} />;
  }
  if (!loaded) return <LoadingRows rows={14} />;
  if (list.total === 0) return <EmptyList />;
  if (list.pks.length === 0 && isFiltered(filter)) return <FilteredToNothing onClear={props.onClearFilter} />;
  if (view !== 'table') return <DeviceCards {...props} live={view === 'live'} />;
  return (
    <Suspense fallback={<LoadingRows rows={14} />}>
      <TableView {...props} />
    </Suspense>
  );
}
