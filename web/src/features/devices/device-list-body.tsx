import { IconLock } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isDeviceListFiltered, noDeviceListFilter } from '../../entities/device/device-sorter.ts';
import { useLiveData, useFleetFailure, useFleetLoaded } from '../../live/use-fleet.ts';
import { EmptyNote, NoMatches } from '../../ui/empty-note.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import { DeviceCards } from './device-cards.tsx';
import { EmptyList } from './empty-list.tsx';
import { EditView, TableView } from './lazy-views.ts';
import type { ListBodyProps } from './use-device-list.ts';
import { useIsDeniedGroup } from './use-is-denied-group.ts';

/** The list in its current form, or its loading, failed or empty state. */
export function DeviceListBody(props: ListBodyProps) {
  const { t } = useTranslation(['devices', 'tree']);
  const { connection } = useLiveData();
  const loaded = useFleetLoaded();
  const failure = useFleetFailure();
  const { list } = props;
  const isDenied = useIsDeniedGroup();

  if (!loaded && failure !== null) {
    return <FailedState title={t('loading_failed')} error={failure} onRetry={connection.resync} />;
  }
  if (!loaded) return <LoadingRows rows={14} />;
  if (isDenied) return <EmptyNote icon={<IconLock stroke={1.4} />} title={t('tree:no_access')} />;
  if (list.total === 0) return <EmptyList />;
  if (list.pks.length === 0 && isDeviceListFiltered(list.filter))
    return <NoMatches onClear={() => list.changeFilter(noDeviceListFilter)} />;
  if (list.isEditing)
    return (
      <Suspense fallback={<LoadingRows rows={14} />}>
        <EditView list={list} />
      </Suspense>
    );
  if (list.view !== 'table') return <DeviceCards {...props} />;
  return (
    <Suspense fallback={<LoadingRows rows={14} />}>
      <TableView {...props} />
    </Suspense>
  );
}
