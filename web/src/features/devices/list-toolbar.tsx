import { ActionIcon, Button, SegmentedControl, Select, TextInput, Tooltip } from '@mantine/core';
import {
  IconArrowsSort,
  IconLayoutGrid,
  IconPencil,
  IconPhoto,
  IconScreenShare,
  IconSearch,
  IconSortAscending,
  IconSortDescending,
  IconTable,
  type Icon,
} from '@tabler/icons-react';
import type { OsId } from '@vigil/shared/contract/device';
import { deviceSortKeys } from '@vigil/shared/contract/names';
import { frameDenial } from '@vigil/shared/domain/visible-parts';
import { useAtom, useAtomValue } from 'jotai';
import { memo, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListScope } from '../../entities/device/device-address.ts';
import { defaultSortFor, type DeviceSort } from '../../entities/device/device-sorter.ts';
import { useMayEdit } from '../../entities/device/use-device-field-denial.ts';
import { useLicenceNotice } from '../../entities/device/use-licence-notice.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { AddDeviceButton } from './add-device-button.tsx';
import { VisibleColumnChooser } from './column-chooser.tsx';
import { DeviceExportButton } from './device-export-button.tsx';
import { editingAtom } from './edit/edit-state.ts';
import { useConfirmLeaveEditing } from './edit/use-leave-editing.ts';
import { FiltersMenu } from './filters/filters-menu.tsx';
import {
  cardSizeAtom,
  cardSizes,
  phoneViewAtom,
  viewUnlessLiveDenied,
  phoneViews,
  listViewModeAtom,
  listViewModes,
  type CardSize,
  type CardSizeByView,
  type ListViewMode,
} from './list-preferences.ts';
import { TagFilter } from './tag-filter.tsx';
import { filterSystems, type ChangeFilter } from './use-device-list-filter.ts';
import type { DeviceList } from './use-device-list.ts';
import classes from './devices-page.module.css';

/**
 * A control that has not changed is not rendered: the list changes with each letter, and whenever a device changes its
 * state.
 */
export function ListToolbar({ list }: { list: DeviceList }) {
  const { filter, changeFilter, view, isMobile } = list;
  const changeText = useCallback((text: string) => changeFilter({ text }), [changeFilter]);
  const changeTags = useCallback((tags: string[]) => changeFilter({ tags }), [changeFilter]);
  return (
    <div className={classes.toolbar} role="search">
      <FindField text={filter.text} onFind={changeText} />
      <SystemFilter os={filter.os} onChange={changeFilter} />
      <TagFilter tags={filter.tags} onChange={changeTags} />
      <FiltersMenu list={list} />
      <div data-grow />
      <SortChooser sort={list.sort} onSort={list.setSort} isTable={view === 'table'} />
      {view === 'table' && !list.isEditing && <VisibleColumnChooser />}
      {view !== 'table' && !isMobile && <CardSizeSwitch view={view} />}
      {!isMobile && <EditButton />}
      <ViewSwitch isMobile={isMobile} />
      {view === 'live' && !isMobile && <WallLink />}
      {!isMobile && <DeviceExportButton list={list} />}
      <AddDeviceButton />
    </div>
  );
}

/** The text that is being typed is ahead of the address, which follows each letter a moment later. */
const FindField = memo(function FindField({ text, onFind }: { text: string; onFind: (text: string) => void }) {
  const { t } = useTranslation('devices');
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextInput
      size="xs"
      className={classes.find}
      aria-label={t('find')}
      placeholder={t('find_brief')}
      leftSection={<IconSearch size={14} stroke={1.8} />}
      value={draft ?? text}
      onChange={({ currentTarget: { value } }) => {
        setDraft(value);
        onFind(value);
      }}
      onBlur={() => setDraft(null)}
    />
  );
});

interface SystemFilterProps {
  os: OsId | null;
  onChange: ChangeFilter;
}

const SystemFilter = memo(function SystemFilter({ os, onChange }: SystemFilterProps) {
  const { t } = useTranslation(['devices', 'common']);
  return (
    <Select
      size="xs"
      className={classes.choice}
      aria-label={t('os_filter')}
      placeholder={t('any_os')}
      data={filterSystems.map((system) => ({ value: String(system), label: t(`common:os.${system}`) }))}
      value={os === null ? null : String(os)}
      onChange={(value) => onChange({ os: value === null ? null : (Number(value) as OsId) })}
      clearable
    />
  );
});

const viewIcons: { readonly [V in ListViewMode]: Icon } = {
  icon: IconLayoutGrid,
  table: IconTable,
  live: IconPhoto,
};

/** The same tiles for a screen that nobody touches. */
function WallLink() {
  const { t } = useTranslation('devices');
  const language = useLanguage();
  const scope = useListScope() ?? 'all';
  const { viewer } = useViewer();
  // The account of a ticket is not told of the incidents that a wall shows.
  if (viewer.isTemporary) return null;
  return (
    <Tooltip label={t('wall')} position="bottom">
      <ActionIcon component={Link} to={`/${language}/wall/${scope}`} size={30} variant="default" aria-label={t('wall')}>
        <IconScreenShare size={16} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Turns the table into fields, and back. */
const EditButton = memo(function EditButton() {
  const { t } = useTranslation('devices');
  const [isEditing, setEditing] = useAtom(editingAtom);
  const leaveEditing = useConfirmLeaveEditing();
  if (!useMayEdit()) return null;
  return (
    <Button
      data-slim="middle"
      variant={isEditing ? 'light' : 'default'}
      aria-label={t('view.edit')}
      aria-pressed={isEditing}
      title={t('view.hint.edit')}
      leftSection={<IconPencil size={15} stroke={1.7} />}
      onClick={() => (isEditing ? leaveEditing(() => undefined) : setEditing(true))}
    >
      {t('view.edit')}
    </Button>
  );
});

/** SIMPLE and NORMAL of spec 1 §2 (cards and table), with the live view as the third; the choice is remembered. */
const ViewSwitch = memo(function ViewSwitch({ isMobile }: { isMobile: boolean }) {
  const isEditing = useAtomValue(editingAtom);
  const leaveEditing = useConfirmLeaveEditing();
  const { t } = useTranslation('devices');
  const { viewer } = useViewer();
  const { ofDenial } = useObstacleText();
  const [wide, setWide] = useAtom(listViewModeAtom);
  const [phone, setPhone] = useAtom(phoneViewAtom);
  const denial = frameDenial(viewer);
  const view = viewUnlessLiveDenied(isMobile ? phone : wide, { isMobile, isLiveDenied: denial !== null });
  const setView = (chosen: ListViewMode) =>
    isMobile ? setPhone(chosen === 'live' ? 'live' : 'icon') : setWide(chosen);
  const choose = (chosen: ListViewMode) => {
    if (chosen === 'live' && block) return block();
    leaveEditing(() => setView(chosen));
  };
  const offered = isMobile ? phoneViews : listViewModes;
  const block = useLicenceNotice()('live');
  return (
    <SegmentedControl<ListViewMode | ''>
      size="xs"
      aria-label={t('view.label')}
      // While rows are edited none of them is shown, so that each can be chosen.
      value={isEditing && !isMobile ? '' : view}
      onChange={(chosen) => chosen !== '' && choose(chosen)}
      data={offered.map((value) => {
        const Shape = viewIcons[value];
        const blocked = value === 'live' && denial;
        return {
          value,
          // A view that only needs a licence can be chosen, and then opens the licence notice (spec 2 §2).
          disabled: Boolean(blocked) && !block,
          label: (
            <Tooltip label={blocked ? ofDenial(blocked) : ''} disabled={!blocked} position="bottom">
              <span className={classes.view} title={blocked ? undefined : t(`view.hint.${value}`)}>
                <Shape size={15} stroke={1.7} aria-hidden="true" />
                <span>{t(`view.${value}`)}</span>
              </span>
            </Tooltip>
          ),
        };
      })}
    />
  );
});

/** Four sizes of cards and live tiles (spec 2 §2). */
function CardSizeSwitch({ view }: { view: keyof CardSizeByView }) {
  const { t } = useTranslation('devices');
  const [sizes, setSizes] = useAtom(cardSizeAtom);
  return (
    <SegmentedControl<CardSize>
      data-cards
      size="xs"
      aria-label={t('card_size.label')}
      value={sizes[view]}
      onChange={(size) => setSizes({ ...sizes, [view]: size })}
      data={cardSizes.map((size) => ({
        value: size,
        label: (
          <span title={t(`card_size.${size}`)}>
            <span aria-hidden="true">{size.toUpperCase()}</span>
            <span className="visually-hidden">{t(`card_size.${size}`)}</span>
          </span>
        ),
      }))}
    />
  );
}

interface SortChooserProps {
  sort: DeviceSort;
  onSort: (sort: DeviceSort) => void;
  /** The headings of the table show the direction, and change it. */
  isTable: boolean;
}

const SortChooser = memo(function SortChooser({ sort, onSort, isTable }: SortChooserProps) {
  const { t } = useTranslation('devices');
  const Direction = sort.order === 'asc' ? IconSortAscending : IconSortDescending;
  return (
    <>
      <Select
        size="xs"
        className={classes.sort}
        aria-label={t('sort')}
        leftSection={<IconArrowsSort size={14} stroke={1.7} />}
        data={[
          { value: 'attention', label: t('attention') },
          ...deviceSortKeys.map((key) => ({ value: key, label: t(`column.${key}`) })),
        ]}
        value={sort.by}
        onChange={(by) => by !== null && onSort(defaultSortFor(by))}
        allowDeselect={false}
        comboboxProps={{ width: 190, position: 'bottom-start' }}
      />
      {!isTable && sort.by !== 'attention' && (
        <Tooltip label={t(sort.order === 'asc' ? 'ascending' : 'descending')} position="bottom">
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t(sort.order === 'asc' ? 'ascending' : 'descending')}
            onClick={() => onSort({ ...sort, order: sort.order === 'asc' ? 'desc' : 'asc' })}
          >
            <Direction size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  );
});
