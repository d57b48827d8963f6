import { useSearchParams } from 'react-router-dom';
import type { ListAddress, ListView } from './list-view.ts';

/** The view of a list, which is kept in the address of its page. */
export interface List<View extends ListView = ListView> {
  readonly view: View;
  /** Equal for equal views. */
  readonly key: string;
  /** `replace`: the address that is left does not exist any more. */
  readonly show: (view: View, options?: { replace: boolean }) => void;
  /** Changes what is found, and begins with its first page. */
  readonly filter: (part: Partial<View>) => void;
  readonly sort: (by: View['by']) => void;
}

export function useListView<View extends ListView>(address: ListAddress<View>): List<View> {
  const [query, setQuery] = useSearchParams();
  const view = address.read(query);
  const show: List<View>['show'] = (next, options) =>
    setQuery(address.write(next), { preventScrollReset: true, ...options });
  return {
    view,
    key: address.write(view).toString(),
    show,
    filter: (part) => show({ ...view, ...part, page: { ...view.page, index: 0 } }),
    sort: (by) => show(address.sorted(view, by)),
  };
}
