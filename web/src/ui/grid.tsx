import {
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  EventApiModule,
  LocaleModule,
  ModuleRegistry,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  themeQuartz,
  type GridOptions,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import './grid.css';

export type {
  CellKeyDownEvent,
  ColDef,
  ColumnMovedEvent,
  ColumnResizedEvent,
  GridApi,
  ICellRendererComp,
  ICellRendererParams,
  RowClassRules,
  SelectionChangedEvent,
  SortChangedEvent,
} from 'ag-grid-community';

ModuleRegistry.registerModules([
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  EventApiModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
]);

/** Uses the variables of our theme, so that one theme serves both colour schemes. */
const theme = themeQuartz.withParams({
  accentColor: 'var(--mantine-color-iris-6)',
  backgroundColor: 'var(--mantine-color-body)',
  foregroundColor: 'var(--mantine-color-text)',
  textColor: 'var(--mantine-color-text)',
  borderColor: 'var(--line)',
  browserColorScheme: 'inherit',
  chromeBackgroundColor: 'var(--surface-sunken)',
  headerBackgroundColor: 'var(--surface-sunken)',
  headerTextColor: 'var(--mantine-color-dimmed)',
  headerFontWeight: 600,
  headerFontSize: 12,
  headerHeight: 32,
  rowHeight: 32,
  fontFamily: 'inherit',
  fontSize: 13,
  cellHorizontalPadding: 10,
  spacing: 6,
  rowHoverColor: 'var(--row-hover)',
  selectedRowBackgroundColor: 'var(--row-selected)',
  oddRowBackgroundColor: 'transparent',
  columnBorder: false,
  rowBorder: { color: 'var(--line)' },
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  headerColumnResizeHandleColor: 'var(--line-strong)',
  headerColumnResizeHandleHeight: '50%',
  checkboxUncheckedBorderColor: 'var(--mantine-color-gray-5)',
  checkboxBorderRadius: 3,
  focusShadow: 'none',
  rangeSelectionBorderColor: 'var(--mantine-color-iris-5)',
  iconSize: 14,
});

/** As in `grid.css`. Without it the grid hides its scrollbars where those of the system hide. */
export const SCROLLBAR_PX = 10;

/** The only import of the grid: its modules, its theme, its defaults. */
export function DataGrid<Row>(options: GridOptions<Row>) {
  return (
    <AgGridReact<Row>
      theme={theme}
      animateRows={false}
      // Screen readers and tests read the rows in the visible order.
      ensureDomOrder
      suppressDragLeaveHidesColumns
      suppressNoRowsOverlay
      scrollbarWidth={SCROLLBAR_PX}
      enableCellTextSelection={false}
      {...options}
    />
  );
}
