import { Table, type TableProps } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import classes from './virtual-table.module.css';

/** The least height of a row, as the style sheet has it; higher ones are measured. */
export const MIN_ROW_HEIGHT_PX = 32;
/** Beyond the visible rows, so that Tab finds the next control and a screen reader the next row. */
const OVERSCAN = 12;

interface VirtualTableProps<T> extends Pick<TableProps, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'> {
  label: string;
  rows: readonly T[];
  keyOf: (row: T, index: number) => string;
  /** The height of a row in pixels before it is measured. */
  heightOf?: (row: T) => number;
  /** The header cells. */
  head: ReactNode;
  /** The cells of a row. */
  children: (row: T) => ReactNode;
}

/** A table of any number of rows that scrolls by itself and keeps only the visible ones in the document. */
export function VirtualTable<T>({
  label,
  rows,
  keyOf,
  heightOf = () => MIN_ROW_HEIGHT_PX,
  head,
  children,
  ...events
}: VirtualTableProps<T>) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => {
      const row = rows[index];
      return row === undefined ? MIN_ROW_HEIGHT_PX : heightOf(row);
    },
    overscan: OVERSCAN,
    // A row that is measured while it is laid out would otherwise be an error of the page.
    useAnimationFrameWithResizeObserver: true,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row, index);
    },
  });
  // The browser's own End goes to where the end is before the last rows are measured, and its Home is an animation that
  // stops where a row above is measured on the way.
  const reachEnds = (event: KeyboardEvent) => {
    if ((event.key !== 'Home' && event.key !== 'End') || event.target !== scroll.current) return;
    event.preventDefault();
    if (event.key === 'Home') virtual.scrollToIndex(0, { align: 'start' });
    else virtual.scrollToIndex(rows.length - 1, { align: 'end' });
  };
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // Without a control in it, keys reach the rows only if the region itself takes the focus.
    /* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */
    <div ref={scroll} role="region" aria-label={label} tabIndex={0} className={classes.scroll} onKeyDown={reachEnds}>
      <Table
        className={classes.table}
        verticalSpacing={2}
        horizontalSpacing="xs"
        fz="sm"
        stickyHeader
        aria-label={label}
        aria-rowcount={rows.length + 1}
        {...events}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>{head}</Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Space height={above} />
          {items.map(({ key, index }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <Table.Tr key={key} ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2}>
                  {children(row)}
                </Table.Tr>
              )
            );
          })}
          <Space height={below} />
        </Table.Tbody>
      </Table>
    </div>
    /* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */
  );
}

/** The height of the rows that are not in the document. */
const Space = ({ height }: { height: number }) =>
  height > 0 && <tr aria-hidden="true" className={classes.space} style={{ height }} />;
