import type { DevicePk } from '@vigil/shared/contract/ids';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceSort } from '../../entities/device/device-sorter.ts';
import { isOutsideControls } from '../../lib/outside-controls.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useNowEachMinute } from '../../lib/use-now.ts';
import type { FleetDelta } from '../../live/changes.ts';
import { useFleetDelta } from '../../live/use-fleet.ts';
import {
  DataGrid,
  SCROLLBAR_PX,
  type CellKeyDownEvent,
  type GridApi,
  type RowClassRules,
  type SelectionChangedEvent,
  type SortChangedEvent,
} from '../../ui/grid.tsx';
import { columnDefs, columnWidth, isSortable, measureColumns, tightColumnWidth } from './columns.ts';
import { foldedColumns } from './folded-columns.ts';
import type { RowRef, TableContext } from './table-context.ts';
import { useColumnLayout } from './use-column-layout.ts';
import type { DeviceList } from './use-device-list.ts';
import classes from './cells.module.css';

/** The texts of the grid for screen readers. */
function useGridLocale(): Record<string, string> {
  const { t } = useTranslation('devices');
  return useMemo(
    () => ({
      ariaRowSelect: t('grid.select_row'),
      ariaRowDeselect: t('grid.deselect_row'),
      ariaRowToggleSelection: t('grid.toggle_row'),
      ariaHeaderSelection: t('grid.select_column'),
      ariaToggleVisibility: t('grid.toggle_row'),
      ariaRowSelectAll: t('grid.select_all'),
      ariaSortableColumn: t('grid.sortable'),
      ariaChecked: t('grid.checked'),
      ariaUnchecked: t('grid.unchecked'),
      ariaIndeterminate: t('grid.indeterminate'),
    }),
    [t],
  );
}

interface DeviceTableProps {
  list: DeviceList;
  context: TableContext;
  hidden: readonly string[];
  /** Another object when a group was renamed: the names of groups are no property of a device. */
  groups: object;
  /** Another object when a remote session was opened or has ended. */
  sessions: object;
  /** Another object when a device may have come into maintenance, or out of it. */
  maintenance: object;
  /** Another object when an alert of a device has begun or ended. */
  alerting: object;
  /** The access that the user has requested. */
  requests: object;
}

const refs = new Map<DevicePk, RowRef>();
const refOf = (pk: DevicePk): RowRef => {
  const ref = refs.get(pk) ?? { pk };
  refs.set(pk, ref);
  return ref;
};

// The grid compares options by identity, and rebuilds its columns and its selection for a new object.
const getRowId = ({ data }: { data: RowRef }) => String(data.pk);
const rowSelection = { mode: 'multiRow', selectAll: 'all', headerCheckbox: true, enableClickSelection: false } as const;
const selectionColumn = {
  width: 40,
  minWidth: 40,
  maxWidth: 40,
  pinned: 'left',
  suppressHeaderMenuButton: true,
  resizable: false,
} as const;

/** No heading stands for `attention`. A grid that was sorted by its heading measures nothing again. */
function showSort(grid: GridApi<RowRef>, { by, order }: DeviceSort): void {
  const state = by === 'attention' ? [] : [{ colId: by, sort: order }];
  const [shown] = grid.getColumnState().filter(({ sort }) => sort);
  if (shown?.colId === state[0]?.colId && shown?.sort === state[0]?.sort) return;
  grid.applyColumnState({ state, defaultState: { sort: null } });
}

/** The columns between the pinned ones, with the least room that they take; `off` are those that the user hides. */
const scrolledColumns = (grid: GridApi<RowRef>, off: ReadonlySet<string>) =>
  grid
    .getColumnState()
    .filter(({ colId, pinned }) => !pinned && !off.has(colId))
    .map(({ colId, width, flex }) => {
      const least = (flex ? columnWidth(colId) : width) ?? 0;
      return { colId, width: least, tightWidth: (flex ? tightColumnWidth(colId) : undefined) ?? least };
    });

/** What the pinned columns and the scrollbar take from the table. */
const pinnedWidth = (grid: GridApi<RowRef>): number =>
  grid.getColumnState().reduce((sum, { pinned, width }) => sum + (pinned ? (width ?? 0) : 0), SCROLLBAR_PX);

/** The table. React renders it when the list changes; changes inside a row are drawn by the cells. */
export function DeviceTable({
  list,
  context,
  hidden,
  groups,
  sessions,
  maintenance,
  alerting,
  requests,
}: DeviceTableProps) {
  const { sort, selection, opened, setSort } = list;
  const { pks } = list.page;
  const { t } = useTranslation('devices');
  const api = useRef<GridApi<RowRef> | null>(null);
  // The grid tells of a tick a moment later: compared with the grid itself, a tick not told of yet would be taken back.
  const ticked = useRef<ReadonlySet<DevicePk>>(new Set());
  const [width, setWidth] = useState(0);
  const localeText = useGridLocale();
  const rows = useMemo(() => pks.map(refOf), [pks]);
  // Beside the detail the meters lose their bars before a column is folded away: the figure says why a device is a
  // problem.
  const [isTight, setTight] = useState(false);
  const columns = useMemo(() => columnDefs((id) => t(`column.${id}`), { isTight }), [t, isTight]);
  const shown = useLatest(pks);
  const rowClassRules = useMemo<RowClassRules<RowRef>>(
    () => ({ 'row-opened': ({ data }) => data?.pk === opened }),
    [opened],
  );

  const redraw = useCallback(
    ({ usage, rows: changed, membership }: FleetDelta) => {
      const grid = api.current;
      if (!grid || grid.isDestroyed()) return;
      const rendered = grid.getRenderedNodes();
      const own = (set: ReadonlySet<DevicePk>) => rendered.filter(({ data }) => data && set.has(data.pk));
      // A row that is held although its device was deleted is drawn as one.
      const gone = membership ? rendered.filter(({ data }) => data && !context.store.get(data.pk)) : [];
      const whole = [...own(changed), ...gone];
      if (whole.length > 0) grid.refreshCells({ rowNodes: whole, suppressFlash: true });
      const measured = own(usage);
      if (measured.length > 0) grid.refreshCells({ rowNodes: measured, columns: measureColumns, suppressFlash: true });
    },
    [context],
  );
  useFleetDelta(redraw);

  const showSelection = useCallback(() => {
    const grid = api.current;
    if (!grid) return;
    const [select, deselect] = [true, false].map((on) => {
      const nodes: Parameters<typeof grid.setNodesSelected>[0]['nodes'] = [];
      grid.forEachNode((node) => {
        if (node.data && selection.has(node.data.pk) === on && ticked.current.has(node.data.pk) !== on)
          nodes.push(node);
      });
      return nodes;
    });
    ticked.current = new Set(rows.flatMap(({ pk }) => (selection.has(pk) ? pk : [])));
    if (select && select.length > 0) grid.setNodesSelected({ nodes: select, newValue: true, source: 'api' });
    if (deselect && deselect.length > 0) grid.setNodesSelected({ nodes: deselect, newValue: false, source: 'api' });
  }, [selection, rows]);
  useEffect(showSelection, [showSelection]);

  useEffect(() => {
    if (api.current) showSort(api.current, sort);
  }, [sort]);

  useEffect(() => {
    api.current?.refreshCells({ columns: ['alias'], force: true, suppressFlash: true });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the cells read the names and the marks from the context
  }, [groups, sessions, maintenance, alerting]);

  useEffect(() => {
    api.current?.refreshCells({ columns: ['alive', 'actions'], force: true, suppressFlash: true });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the cells read the requests from the context
  }, [requests]);

  const minute = useNowEachMinute();
  useEffect(() => {
    api.current?.refreshCells({ columns: ['last_connected_time'], force: true, suppressFlash: true });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the cells say how long ago a device was seen
  }, [minute]);

  const layout = useColumnLayout(api);
  const { arrange } = layout;
  const isBesideDetail = opened !== null;
  useEffect(() => {
    const grid = api.current;
    if (!grid) return;
    arrange();
    const off = new Set(hidden);
    const on = columns.map(({ colId = '' }) => colId).filter((id) => !off.has(id));
    const scrolled = scrolledColumns(grid, off);
    const room = width - pinnedWidth(grid);
    const tight = isBesideDetail && scrolled.reduce((sum, column) => sum + column.width, 0) > room;
    setTight(tight);
    const folded = tight
      ? foldedColumns(
          scrolled.map(({ colId, tightWidth }) => ({ colId, width: tightWidth })),
          room,
        )
      : [];
    grid.setColumnsVisible(
      on.filter((id) => !folded.includes(id)),
      true,
    );
    grid.setColumnsVisible([...off, ...folded], false);
    // The last of the others takes the room that is left.
    const last = scrolled.findLast(({ colId }) => !folded.includes(colId));
    if (folded.length > 0 && last) grid.applyColumnState({ state: [{ colId: last.colId, flex: 1 }] });
  }, [columns, hidden, isBesideDetail, width, arrange]);

  const isOpenedShown = opened !== null && pks.includes(opened);
  useEffect(() => {
    const node = isOpenedShown ? api.current?.getRowNode(String(opened)) : undefined;
    if (node) api.current?.ensureNodeVisible(node);
  }, [opened, isOpenedShown]);

  const marked = useRef<DevicePk | null>(null);
  useEffect(() => {
    // The grid computes the class of a row only when it gets new data.
    for (const pk of [marked.current, opened]) {
      const node = pk === null ? undefined : api.current?.getRowNode(String(pk));
      if (!node?.data) continue;
      node.setData(node.data);
      api.current?.refreshCells({ rowNodes: [node], columns: ['alias'], force: true, suppressFlash: true });
    }
    marked.current = opened;
  }, [opened]);

  const onSortChanged = ({ api: grid, source }: SortChangedEvent<RowRef>) => {
    if (source === 'api') return;
    const column = grid.getColumnState().find((state) => state.sort);
    if (column && isSortable(column.colId))
      setSort({ by: column.colId, order: column.sort === 'asc' ? 'asc' : 'desc' });
  };
  const onSelectionChanged = ({ api: grid, source }: SelectionChangedEvent<RowRef>) => {
    if (source === 'api' || source === 'rowDataChanged') return;
    ticked.current = new Set(grid.getSelectedRows().map(({ pk }) => pk));
    list.select(shown.current, ticked.current);
  };
  const onCellKeyDown = ({ event, data, column }: CellKeyDownEvent<RowRef>) => {
    if (!(event instanceof KeyboardEvent) || !data) return;
    if (event.key === 'Enter') context.navigate(data.pk);
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      const cell = (event.target as HTMLElement).getBoundingClientRect();
      context.openMenu(data.pk, { x: cell.left + 8, y: cell.bottom });
    }
    if (event.key === ' ' && column.getColId() === 'favorate') context.toggleFavourite(data.pk);
  };

  return (
    <div className={classes.table} data-tight={isTight || undefined}>
      <DataGrid<RowRef>
        rowData={rows}
        columnDefs={columns}
        context={context}
        localeText={localeText}
        getRowId={getRowId}
        rowSelection={rowSelection}
        selectionColumnDef={selectionColumn}
        rowClassRules={rowClassRules}
        onGridReady={({ api: grid }) => {
          api.current = grid;
          layout.begin(grid);
          grid.setColumnsVisible([...hidden], false);
          showSort(grid, sort);
          grid.setGridAriaProperty('label', t('table_label'));
          showSelection();
          const node = opened === null ? undefined : grid.getRowNode(String(opened));
          if (node) grid.ensureNodeVisible(node);
        }}
        onGridSizeChanged={({ clientWidth }) => setWidth(clientWidth)}
        onColumnMoved={layout.keep}
        onColumnResized={layout.keep}
        onSortChanged={onSortChanged}
        onSelectionChanged={onSelectionChanged}
        onCellKeyDown={onCellKeyDown}
        onRowDoubleClicked={({ data, event }) => {
          if (data && event && isOutsideControls(event)) context.navigate(data.pk);
        }}
        onCellContextMenu={({ data, event }) => {
          if (!data || !(event instanceof MouseEvent)) return;
          context.openMenu(data.pk, { x: event.clientX, y: event.clientY });
        }}
        preventDefaultOnContextMenu
      />
    </div>
  );
}
