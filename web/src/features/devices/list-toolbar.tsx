import { Button, SegmentedControl, Select, TextInput, VisuallyHidden } from '@mantine/core';
import { deviceSortKeys } from '@vigil/shared/contract/http/devices';
import type { OsId } from '@vigil/shared/contract/device';
import { thumbnailNeeds, denialReason } from '@vigil/shared/domain/permissions';
import {
  IconArrowsSort,
  IconLayoutGrid,
  IconPhoto,
  IconSearch,
  IconSortAscending,
  IconSortDescending,
  IconTable,
  type Icon,
} from '@tabler/icons-react';
import { useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useLicenceNotice } from '../../entities/device/use-licence-notice.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { AddDeviceButton } from './add-device-button.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import type { Sort } from './device-order.ts';
import type { DeviceList } from './use-device-list.ts';
import { viewAtom, type View } from './list-state.ts';
import classes from './devices-page.module.css';

/** The systems that can be filtered by (spec 2 §2). */
const systems: readonly OsId[] = [1, 2, 3, 4];

export function ListToolbar({ list }: { list: DeviceList }) {
  const { filter, setFilter, view, isMobile, moved } = list;
  const { t } = useTranslation(['devices', 'common']);
  return (
    <div className={classes.toolbar} role="search">
      <TextInput
        size="xs"
        className={classes.find}
        aria-label={t('find')}
        placeholder={t('find')}
        leftSection={<IconSearch size={14} stroke={1.8} />}
        value={filter.alias}
        onChange={(event) => setFilter({ ...filter, alias: event.currentTarget.value })}
      />
      <Select
        size="xs"
        className={classes.choice}
        aria-label={t('os_filter')}
        placeholder={t('any_os')}
        data={systems.map((os) => ({ value: String(os), label: t(`common:os.${os}`) }))}
        value={filter.os === null ? null : String(filter.os)}
        onChange={(value) => setFilter({ ...filter, os: value === null ? null : (Number(value) as OsId) })}
        clearable
      />
      <Select
        size="xs"
        className={classes.choice}
        aria-label={t('state_filter')}
        placeholder={t('any_state')}
        data={[
          { value: '1', label: t('common:online') },
          { value: '0', label: t('common:offline') },
        ]}
        value={filter.alive === null ? null : String(filter.alive)}
        onChange={(value) => setFilter({ ...filter, alive: value === null ? null : value === '1' ? 1 : 0 })}
        clearable
      />
      {moved > 0 && (
        <Button variant="light" size="compact-xs" leftSection={<IconArrowsSort size={13} />} onClick={list.resort}>
          {t('moved', { count: moved })}
        </Button>
      )}
      <div data-grow />
      {view !== 'table' && <SortChooser sort={list.sort} onSort={list.setSort} />}
      {view === 'table' && <ColumnChooser />}
      {!isMobile && <ViewSwitch />}
      {!isMobile && <AddDeviceButton />}
    </div>
  );
}

const viewIcons: { readonly [V in View]: Icon } = { table: IconTable, icon: IconLayoutGrid, live: IconPhoto };

function ViewSwitch() {
  const { t } = useTranslation('devices');
  const { viewer } = useViewer();
  const { ofRefusal } = useObstacleText();
  const [view, setView] = useAtom(viewAtom);
  const refusal = denialReason(viewer, thumbnailNeeds);
  const block = useLicenceNotice()('live');
  const views: readonly View[] = ['table', 'icon', 'live'];
  return (
    <SegmentedControl<View>
      size="xs"
      aria-label={t('view.label')}
      value={view}
      onChange={(value) => (value === 'live' && block ? block() : setView(value))}
      data={views.map((value) => {
        const Shape = viewIcons[value];
        const blocked = value === 'live' && refusal;
        return {
          value,
          // A view that only needs a licence can be chosen, and then opens the licence notice (spec 2 §2).
          disabled: Boolean(blocked) && !block,
          label: (
            <Tooltip label={blocked ? `${t(`view.${value}`)} – ${ofRefusal(blocked)}` : t(`view.${value}`)}>
              <span style={{ display: 'grid' }}>
                <Shape size={16} stroke={1.7} aria-hidden="true" />
                <VisuallyHidden>{t(`view.${value}`)}</VisuallyHidden>
              </span>
            </Tooltip>
          ),
        };
      })}
    />
  );
}

function SortChooser({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const { t } = useTranslation('devices');
  const Direction = sort.order === 'asc' ? IconSortAscending : IconSortDescending;
  return (
    <>
      <Select
        size="xs"
        className={classes.choice}
        aria-label={t('sort')}
        data={deviceSortKeys.map((key) => ({ value: key, label: t(`column.${key}`) }))}
        value={sort.by}
        onChange={(by) => by !== null && onSort({ ...sort, by })}
        allowDeselect={false}
      />
      <Tooltip label={t(sort.order === 'asc' ? 'ascending' : 'descending')}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t(sort.order === 'asc' ? 'ascending' : 'descending')}
          onClick={() => onSort({ ...sort, order: sort.order === 'asc' ? 'desc' : 'asc' })}
        >
          <Direction size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
