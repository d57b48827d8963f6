import type { PaginationState } from '../lib/list-view.ts';
import { LoadingRows } from './loading-rows.tsx';
import { Pager, useClampPage } from './pager.tsx';
import { ListRows, QueryContent, type ListRowsProps, type ListStateProps, type QueryReadState } from './read-state.tsx';

interface PageProps {
  page: PaginationState;
  /** `replace`: the page that is left does not exist any more. */
  onPage: (page: PaginationState, options?: { replace: boolean }) => void;
}

interface PagedRowsProps<Row> extends PageProps, ListRowsProps<Row> {
  /** Those of the page. */
  rows: readonly Row[];
  /** On all pages. */
  total: number;
  /** The rows are those of another page or read, while these are being read or cannot be. */
  isTotalOutdated?: boolean;
}

/** The rows of one page, which are part of what was read already, and the pager below them. */
export function PagedRows<Row>({ rows, total, isTotalOutdated = false, page, onPage, ...list }: PagedRowsProps<Row>) {
  const isBeyond = useClampPage(page, isTotalOutdated ? undefined : total, (last) => onPage(last, { replace: true }));
  if (isBeyond) return <LoadingRows rows={page.size} />;
  return (
    <>
      <ListRows rows={rows} {...list} />
      {total > 0 && <Pager page={page} total={total} onPage={onPage} />}
    </>
  );
}

/** What is known of a page of a list, as the query of a resource has it. */
export interface PagedQueryReadState<Row> extends QueryReadState<{
  objects: readonly Row[];
  meta: { total_count: number };
}> {
  readonly isPlaceholderData: boolean;
}

interface PagedListProps<Row> extends PageProps, Omit<ListStateProps<Row>, 'query' | 'rows'> {
  query: PagedQueryReadState<Row>;
}

/** A list that is read page by page, in each of its states, and the pager below its rows. */
export function PagedList<Row>({ query, failed, loading, ...list }: PagedListProps<Row>) {
  const { data, isPlaceholderData, isError } = query;
  const isKnown = data !== undefined && (data.objects.length > 0 || !isError);
  return (
    <>
      <QueryContent query={query} failed={failed} loading={loading} />
      {isKnown && (
        <PagedRows
          rows={data.objects}
          total={data.meta.total_count}
          isTotalOutdated={isPlaceholderData || isError}
          {...list}
        />
      )}
    </>
  );
}
