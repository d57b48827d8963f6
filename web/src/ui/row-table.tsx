import { Table, type TableProps } from '@mantine/core';
import classes from './row-table.module.css';

/** A table, and on a phone one block for each row, where a cell with a `data-label` says what it holds. */
export function RowTable(props: TableProps) {
  return <Table className={classes.table} verticalSpacing={6} horizontalSpacing="sm" fz="sm" {...props} />;
}
