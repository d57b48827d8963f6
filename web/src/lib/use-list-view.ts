import type { ListUrlCodec, PaginationState, ListUrlState } from './list-view.ts';
import { usePendingQuery, useQueryChanges } from './use-query-changes.ts';

/** The view of a list, which is kept in the address of its page. */
export interface ListControls<View extends ListUrlState = ListUrlState> {
  readonly view: View;
  /** Equal for equal views. */
  readonly key: string;
  /** Changes parts of the view. */
  readonly show: (part: Partial<View>) => void;
  /** `replace`: the page that is left does not exist any more. */
  readonly turnTo: (page: PaginationState, options?: { replace: boolean }) => void;
  /** Changes what is found, and begins with its first page. */
  readonly filter: (part: Partial<View>, options?: { replace: boolean }) => void;
  readonly sort: (by: View['by']) => void;
}

export function useListView<View extends ListUrlState>(address: ListUrlCodec<View>): ListControls<View> {
  const [query, changeQuery] = useQueryChanges();
  const asked = usePendingQuery();
  const view = address.read(query);
  const latestView = () => address.read(asked());
  const change = (part: Partial<ListUrlState>, options?: { replace: boolean }) =>
    changeQuery((next) => address.write({ ...address.read(next), ...part }), { preventScrollReset: true, ...options });
  return {
    view,
    key: address.write(view).toString(),
    show: (part) => change(part),
    turnTo: (page, options) => change({ page }, options),
    filter: (part, options) => change({ ...part, page: { ...latestView().page, index: 0 } }, options),
    sort: (by) => change(address.sorted(latestView(), by)),
  };
}
