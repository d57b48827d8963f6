import { addressOf, oneOf, readPage, type AddressEntry, type ListPage } from '../../lib/list-address.ts';

/** What the address of the page says: every view can be sent to a colleague. */
export interface RuleView {
  readonly page: ListPage;
  readonly by: SortKey;
  readonly order: 'asc' | 'desc';
  readonly search: { readonly key: SearchKey; readonly value: string };
  /** The address that is compared with the policy; empty for none. */
  readonly check: string;
  readonly mode: AddMode;
}

export const searchKeys = ['address', 'reason'] as const;
export type SearchKey = (typeof searchKeys)[number];
const sortKeys = ['time_added', 'start_ip_address', 'reason'] as const;
export type SortKey = (typeof sortKeys)[number];
/** Ways to add rules (spec 3 §2). */
export const addModes = ['single', 'range', 'subnet', 'excel'] as const;
export type AddMode = (typeof addModes)[number];

export function readView(query: URLSearchParams): RuleView {
  return {
    page: readPage(query),
    by: oneOf(sortKeys, query.get('by'), 'time_added'),
    order: query.get('order') === 'asc' ? 'asc' : 'desc',
    search: { key: oneOf(searchKeys, query.get('key'), 'address'), value: query.get('value') ?? '' },
    check: query.get('check') ?? '',
    mode: oneOf(addModes, query.get('add'), 'single'),
  };
}

/** The parameters of a view; what is the default is left out. */
export function queryOf({ page, by, order, search, check, mode }: RuleView): URLSearchParams {
  const entries: readonly AddressEntry[] = [
    ['by', by, by === 'time_added'],
    ['order', order, order === 'desc'],
    ['key', search.key, search.value === ''],
    ['value', search.value, search.value === ''],
    ['check', check, check === ''],
    ['add', mode, mode === 'single'],
  ];
  return addressOf(page, entries);
}

/** A clicked column: in its direction, then the other way round. */
export const sortedBy = (view: RuleView, by: SortKey): RuleView => ({
  ...view,
  page: { ...view.page, index: 0 },
  by,
  order: view.by === by && view.order === 'asc' ? 'desc' : 'asc',
});

/** The query of the server for a view. */
export const requestOf = ({ page, by, order, search, check }: RuleView) => ({
  by,
  order,
  limit: page.size,
  offset: page.index * page.size,
  ...(search.value === '' ? {} : { search_key: search.key, search_value: search.value }),
  ...(check === '' ? {} : { check }),
});
