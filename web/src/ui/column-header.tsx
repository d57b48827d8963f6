import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import classes from './column-header.module.css';

interface ColumnHeaderProps {
  label: string;
  /** Null while the list is sorted by another column. */
  sorted: 'asc' | 'desc' | null;
  /** Null for a column that the list cannot be sorted by. */
  onSort: (() => void) | null;
  /** Above figures, which stand at the right. */
  isNumber?: boolean | undefined;
}

/** The head of a column, as a button where the list can be sorted by it. */
export function ColumnHeader({ label, sorted, onSort, isNumber }: ColumnHeaderProps) {
  if (onSort === null) {
    return (
      <Table.Th scope="col" data-number={isNumber}>
        {label}
      </Table.Th>
    );
  }
  const Arrow = sorted === null ? IconArrowsSort : sorted === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th
      scope="col"
      data-number={isNumber}
      aria-sort={sorted === null ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
    >
      <UnstyledButton className={classes.sort} onClick={onSort}>
        {label}
        <Arrow size={13} stroke={1.7} aria-hidden="true" />
      </UnstyledButton>
    </Table.Th>
  );
}
