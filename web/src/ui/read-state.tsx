import type { ReactElement, ReactNode } from 'react';
import { EmptyNote, NoMatches, type EmptyNoteProps } from './empty-note.tsx';
import { FailedState } from './failed-state.tsx';
import { LoadingRows } from './loading-rows.tsx';

/** What is known of a read, as a query has it. */
export interface QueryReadState<T> {
  readonly data?: T | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface ReadStateProps<T> {
  query: QueryReadState<T>;
  /** The title of a failed read. */
  failed: string;
  /** What stands there while it is read: so many placeholder rows, or a placeholder of its own shape. */
  loading: number | ReactElement;
  /** Not called before there is something. */
  children?: (data: NonNullable<T>) => ReactNode;
}

/**
 * What was read; before that placeholders, and the failure with a button to retry. What was read before a failure
 * stays.
 */
export function QueryContent<T>({ query, failed, loading, children }: ReadStateProps<T>) {
  const { data } = query;
  return (
    <>
      {query.isPending && (typeof loading === 'number' ? <LoadingRows rows={loading} /> : loading)}
      {query.isError && <FailedState title={failed} error={query.error} onRetry={() => void query.refetch()} />}
      {data !== undefined && data !== null && children?.(data)}
    </>
  );
}

export interface ListRowsProps<Row> {
  empty: EmptyNoteProps;
  /** Clears what narrows the list; null where nothing does. */
  onClear?: (() => void) | null;
  /** The rows, of which there is at least one. */
  children: (rows: readonly Row[]) => ReactNode;
}

/** The rows of a list that was read; without any the next step, or what clears the filter that found nothing. */
export function ListRows<Row>({ rows, empty, onClear, children }: ListRowsProps<Row> & { rows: readonly Row[] }) {
  if (rows.length > 0) return children(rows);
  return onClear ? <NoMatches onClear={onClear} /> : <EmptyNote {...empty} />;
}

export interface ListStateProps<Row> extends ListRowsProps<Row>, Omit<ReadStateProps<unknown>, 'children'> {
  /** Undefined before they are read. */
  rows: readonly Row[] | undefined;
}

/** A list in each of its states: loading, failed, empty with the next step, filtered to nothing, or its rows. */
export function ListState<Row>({ rows, query, failed, loading, ...list }: ListStateProps<Row>) {
  return (
    <>
      <QueryContent query={query} failed={failed} loading={loading} />
      {/* A failed read does not mean that there is nothing. */}
      {rows && (rows.length > 0 || !query.isError) && <ListRows rows={rows} {...list} />}
    </>
  );
}
