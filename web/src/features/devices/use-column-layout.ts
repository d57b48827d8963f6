import { useAtom } from 'jotai';
import { useCallback, useRef, type RefObject } from 'react';
import type { ColumnMovedEvent, ColumnResizedEvent, GridApi } from '../../ui/grid.tsx';
import { columnLayoutAtom, type ColumnPlace } from './list-preferences.ts';
import type { RowRef } from './table-context.ts';

const placesOf = (grid: GridApi<RowRef>): ColumnPlace[] =>
  grid.getColumnState().map(({ colId, width, flex }) => ({ colId, width: width ?? null, flex: flex ?? null }));

/** Stores the order and the widths that the user gave the columns; an empty layout is the default. */
export function useColumnLayout(api: RefObject<GridApi<RowRef> | null>) {
  const [layout, setLayout] = useAtom(columnLayoutAtom);
  const own = useRef<readonly ColumnPlace[]>([]);
  const arrange = useCallback(() => {
    const state = layout.length > 0 ? layout : own.current;
    api.current?.applyColumnState({ state: state.map((place) => ({ ...place })), applyOrder: true });
  }, [api, layout]);

  const keep = ({ finished, source, api: grid }: ColumnMovedEvent<RowRef> | ColumnResizedEvent<RowRef>) => {
    if (finished && source !== 'api' && source !== 'flex') setLayout(placesOf(grid));
  };
  return {
    /** Restores the order and the widths. */
    arrange,
    /** Called when the grid has its columns. */
    begin: (grid: GridApi<RowRef>) => {
      own.current = placesOf(grid);
      arrange();
    },
    keep,
  };
}
