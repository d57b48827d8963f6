import { addressOf, oneOf, readPage, type AddressEntry, type ListPage } from '../../lib/list-address.ts';

/** What the address of the list says: every view can be sent to a colleague. */
export interface UserListView {
  readonly page: ListPage;
  readonly by: SortKey;
  readonly order: 'asc' | 'desc';
  readonly search: { readonly key: SearchKey; readonly value: string };
}

export const userSearchKeys = ['mgrid', 'name', 'department', 'email', 'phone', 'active'] as const;
export type SearchKey = (typeof userSearchKeys)[number];
/** `standing`: active users first, then sub-managers, then partners (decision 23). */
const sortKeys = ['standing', 'mgrid', 'name', 'email', 'phone'] as const;
export type SortKey = (typeof sortKeys)[number];

export function readView(query: URLSearchParams): UserListView {
  return {
    page: readPage(query),
    by: oneOf(sortKeys, query.get('by'), 'standing'),
    order: query.get('order') === 'desc' ? 'desc' : 'asc',
    search: { key: oneOf(userSearchKeys, query.get('key'), 'mgrid'), value: query.get('value') ?? '' },
  };
}

/** The parameters of a view; what is the default is left out. */
export function queryOf({ page, by, order, search }: UserListView): URLSearchParams {
  const entries: readonly AddressEntry[] = [
    ['by', by, by === 'standing'],
    ['order', order, order === 'asc'],
    ['key', search.key, search.value === ''],
    ['value', search.value, search.value === ''],
  ];
  return addressOf(page, entries);
}

/** A clicked column: ascending, then descending, then the order without one. */
export function sortedBy(view: UserListView, by: SortKey): UserListView {
  const page = { ...view.page, index: 0 };
  if (view.by !== by) return { ...view, page, by, order: 'asc' };
  return view.order === 'asc' ? { ...view, page, order: 'desc' } : { ...view, page, by: 'standing', order: 'asc' };
}

/** The query of the server for a view. */
export function requestOf({ page, by, order, search }: UserListView) {
  const { key, value } = search;
  const found =
    value === ''
      ? {}
      : key === 'active'
        ? { sort_active: value === 'inactive' ? ('inactive' as const) : ('active' as const) }
        : { search_key: key, search_value: value };
  return {
    by,
    order,
    limit: page.size,
    offset: page.index * page.size,
    search_mode: 'pagination' as const,
    flag_servant: '0' as const,
    ...found,
  };
}
