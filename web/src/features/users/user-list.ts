import { createListUrlCodec, pagedListQuery, type ListUrlState } from '../../lib/list-view.ts';

export const userListSearchFields = ['mgrid', 'name', 'department', 'email', 'phone', 'active'] as const;
/** `standing`: active users first, then sub-managers, then partners (decision 23). */
const sortKeys = ['standing', 'mgrid', 'name', 'email', 'phone'] as const;
export type UserListView = ListUrlState<(typeof sortKeys)[number], (typeof userListSearchFields)[number]>;

export const userListUrl = createListUrlCodec({
  sort: { keys: sortKeys, by: 'standing', order: 'asc' },
  searchKeys: userListSearchFields,
});

/** The query of the server for a view. */
export function userQueryOf(view: UserListView) {
  const { by, order, limit, offset } = pagedListQuery(view);
  const list = { by, order, limit, offset, search_mode: 'pagination', flag_servant: '0' } as const;
  const { key, value } = view.search;
  if (value === '') return list;
  if (key !== 'active') return { ...list, search_key: key, search_value: value };
  return { ...list, sort_active: value === 'inactive' ? ('inactive' as const) : ('active' as const) };
}
