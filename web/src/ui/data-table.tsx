import { Checkbox, Table, type TableProps } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListUrlState } from '../lib/list-view.ts';
import { ColumnHeader } from './column-header.tsx';
import { DisableWithReason } from './disable-with-reason.tsx';
import classes from './data-table.module.css';

export interface Column<Row, By extends string = never> {
  /** Unique among the columns. */
  id: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** By what the list is sorted when the head is clicked. */
  by?: By | undefined;
  /**
   * `wide`: not on a phone, where the cell speaks for itself. `hidden`: for screen readers only, above icons and
   * buttons.
   */
  labelled?: 'always' | 'wide' | 'hidden';
  width?: number;
  /** Figures, which stand at the right below each other. */
  isNumber?: true;
  /** Of its cells. */
  className?: string | undefined;
}

export interface RowSelection<Row, Pk> {
  selected: ReadonlySet<Pk>;
  /** How many of them are not in sight. */
  hidden?: number;
  onSelect: (selected: ReadonlySet<Pk>) => void;
  /** Names the row in the label of its box. */
  labelOf: (row: Row) => string;
  /** Why a row cannot be selected, or null. */
  denialOf?: (row: Row) => string | null;
}

export interface DataTableProps<Row, Pk, By extends string = never> {
  rows: readonly Row[];
  pkOf: (row: Row) => Pk;
  columns: readonly Column<Row, By>[];
  sorting?: { view: Pick<ListUrlState<By>, 'by' | 'order'>; onSort: (by: By) => void } | undefined;
  selection?: RowSelection<Row, Pk> | undefined;
  look?: Pick<TableProps, 'verticalSpacing' | 'horizontalSpacing' | 'className'>;
  /** Also on a phone, which has room for its few columns. */
  staysTable?: boolean;
}

/**
 * A table, and on a phone one block for each row. One Tab stop for all rows: `j` and `k` or the arrows move, `x`
 * selects, Enter opens what stands first in the row.
 */
export function DataTable<Row, Pk extends string | number, By extends string = never>({
  rows,
  pkOf,
  columns,
  sorting,
  selection,
  look,
  staysTable = false,
}: DataTableProps<Row, Pk, By>) {
  const toggle = (row: Row): void => {
    if (!selection || selection.denialOf?.(row)) return;
    const next = new Set(selection.selected);
    if (!next.delete(pkOf(row))) next.add(pkOf(row));
    selection.onSelect(next);
  };
  return (
    <div className={classes.scroll}>
      <Table
        verticalSpacing={6}
        horizontalSpacing="sm"
        fz="sm"
        highlightOnHover
        {...look}
        className={tableClass(look, staysTable)}
      >
        <Table.Thead>
          <Table.Tr>
            {selection && <SelectAll rows={rows} pkOf={pkOf} selection={selection} />}
            {columns.map(({ id, label, by, labelled, width, isNumber }) =>
              labelled === 'hidden' ? (
                <Table.Th key={id} scope="col" w={width}>
                  <span className="visually-hidden">{label}</span>
                </Table.Th>
              ) : (
                <ColumnHeader
                  key={id}
                  label={label}
                  isNumber={isNumber}
                  sorted={by !== undefined && sorting?.view.by === by ? sorting.view.order : null}
                  onSort={by === undefined || !sorting ? null : () => sorting.onSort(by)}
                />
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody
          onKeyDown={(event) => moveByKey(event, (index) => rows[index] !== undefined && toggle(rows[index]))}
        >
          {rows.map((row, index) => (
            <Table.Tr
              key={pkOf(row)}
              tabIndex={index === 0 ? 0 : -1}
              data-selected={selection?.selected.has(pkOf(row)) || undefined}
            >
              {selection && (
                <Table.Td className={classes.select ?? ''}>
                  <DisableWithReason reason={selection.denialOf?.(row) ?? null}>
                    <Checkbox
                      size="xs"
                      aria-label={selection.labelOf(row)}
                      checked={selection.selected.has(pkOf(row))}
                      onChange={() => toggle(row)}
                    />
                  </DisableWithReason>
                </Table.Td>
              )}
              {columns.map(({ id, label, labelled = 'always', render, className, isNumber }) => (
                <Table.Td
                  key={id}
                  className={className ?? ''}
                  data-label={labelled === 'always' ? label : undefined}
                  data-number={isNumber}
                >
                  {render(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const tableClass = (look: TableProps | undefined, staysTable: boolean) =>
  `${classes.table} ${staysTable ? '' : classes.folds} ${look?.className ?? ''}`;

interface SelectAllProps<Row, Pk> {
  rows: readonly Row[];
  pkOf: (row: Row) => Pk;
  selection: RowSelection<Row, Pk>;
}

/** Selects the rows that are in sight; those of other pages stay as they are. */
function SelectAll<Row, Pk>({ rows, pkOf, selection: { selected, onSelect, denialOf } }: SelectAllProps<Row, Pk>) {
  const { t } = useTranslation('list');
  const selectable = rows.filter((row) => !denialOf?.(row)).map(pkOf);
  const isAll = selectable.length > 0 && selectable.every((pk) => selected.has(pk));
  return (
    <Table.Th scope="col" w={36}>
      <Checkbox
        size="xs"
        aria-label={t('select_all')}
        checked={isAll}
        indeterminate={!isAll && selectable.some((pk) => selected.has(pk))}
        onChange={() => {
          const others = [...selected].filter((pk) => !selectable.includes(pk));
          onSelect(new Set(isAll ? others : [...others, ...selectable]));
        }}
      />
    </Table.Th>
  );
}

const steps: { readonly [key: string]: 1 | -1 } = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

function moveByKey(event: KeyboardEvent<HTMLElement>, onToggle: (index: number) => void): void {
  const { key, target, currentTarget } = event;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!(target instanceof HTMLElement) || !isPlain || target.matches(TYPING)) return;
  const rows = [...currentTarget.children] as HTMLElement[];
  const index = rows.findIndex((row) => row.contains(target));
  const step = steps[key];
  if (step !== undefined) rows[index + step]?.focus();
  else if (key === 'x') onToggle(index);
  else if (key === 'Enter' && target === rows[index])
    target.querySelector<HTMLElement>('a, button:not([disabled]):not([aria-disabled=true])')?.click();
  else return;
  event.preventDefault();
}
