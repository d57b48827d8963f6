import type { ListPage } from '../lib/list-address.ts';
import { LoadingRows } from './loading-rows.tsx';
import { PanelFoot } from './page.tsx';
import { Pager, useLastPage } from './pager.tsx';
import { ListState, type ListStateProps, type Read } from './read-state.tsx';

interface PagedListProps<Row> extends Omit<ListStateProps<Row>, 'query' | 'rows'> {
  query: Read<{ objects: readonly Row[]; meta: { total_count: number } }> & { readonly isPlaceholderData: boolean };
  page: ListPage;
  /** `replace`: the page that is left does not exist any more. */
  onPage: (page: ListPage, options?: { replace: boolean }) => void;
}

/** A list that is read page by page, in each of its states, and the pager below its rows. */
export function PagedList<Row>({ page, onPage, ...list }: PagedListProps<Row>) {
  const { data, isPlaceholderData, isError } = list.query;
  const total = data?.meta.total_count ?? 0;
  const isRead = data !== undefined && !isPlaceholderData && !isError;
  const isBeyond = useLastPage(page, isRead ? total : undefined, (last) => onPage(last, { replace: true }));
  if (isBeyond) return <LoadingRows rows={list.loading} />;
  return (
    <>
      <ListState {...list} rows={data?.objects} />
      {total > 0 && (
        <PanelFoot>
          <Pager page={page} total={total} onPage={onPage} />
        </PanelFoot>
      )}
    </>
  );
}
