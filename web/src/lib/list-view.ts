/** A page of a list: the first has the index 0. */
export interface PaginationState {
  readonly index: number;
  readonly size: number;
}

export type Order = 'asc' | 'desc';

/** The text that is searched for in one column; without a text nothing is searched. */
export interface ColumnSearch<Key extends string = string> {
  readonly key: Key;
  readonly value: string;
}

/** What a list shows. All of it stands in the address, so that every view can be sent to a colleague. */
export interface ListUrlState<By extends string = string, Key extends string = string> {
  readonly page: PaginationState;
  readonly by: By;
  readonly order: Order;
  readonly search: ColumnSearch<Key>;
}

/** Spec 3 §9. */
export const pageSizes = [5, 10, 15, 20] as const;
export const USUAL_PAGE_SIZE = 10;

/** @returns the value if it is one of the list, else the fallback */
export const valueIfListed = <T>(list: readonly T[], value: unknown, fallback: T): T =>
  list.includes(value as T) ? (value as T) : fallback;

/** A parameter of the address. Nonsense is read as the usual value, which is left out when it is written (null). */
export interface UrlParamCodec<T> {
  readonly read: (text: string | null) => T;
  readonly write: (value: T) => string | null;
}

export const enumParam = <T extends string>(choices: readonly T[], usual: T): UrlParamCodec<T> => ({
  read: (text) => valueIfListed(choices, text, usual),
  write: (value) => (value === usual ? null : value),
});

export const textParam: UrlParamCodec<string> = { read: (text) => text ?? '', write: (text) => text || null };

const WHOLE_NUMBER = /^[1-9]\d{0,9}$/u;
/** The largest key of a row. */
const MOST = 2_147_483_647;

/** From 1 on. */
export const positiveIntegerParam: UrlParamCodec<number | null> = {
  read: (text) => (text !== null && WHOLE_NUMBER.test(text) && Number(text) <= MOST ? Number(text) : null),
  write: (value) => (value === null ? null : String(value)),
};

interface Declaration<By extends string, Key extends string, More extends object> {
  /**
   * `by` and `order` are those of a list that nobody sorted; `first` is the order of another column that is clicked.
   */
  sort: { keys: readonly By[]; by: By; order: Order; first?: Order };
  /** The first one is preset; none where nothing is searched for. */
  searchKeys?: readonly Key[];
  /** Rows of a page. */
  usualSize?: (typeof pageSizes)[number];
  /** What else the address says, by its name there. */
  params?: { readonly [K in keyof More]: UrlParamCodec<More[K]> };
}

/** The address of a list: the view that it says, and the one that says a view. */
export interface ListUrlCodec<View extends ListUrlState> {
  readonly read: (query: URLSearchParams) => View;
  /** What is usual is left out. */
  readonly write: (view: View) => URLSearchParams;
  /** After a click on a column: in its first order, then the other one, then as usual. */
  readonly sorted: (view: View, by: View['by']) => View;
}

const flipped = (order: Order): Order => (order === 'asc' ? 'desc' : 'asc');

export function createListUrlCodec<By extends string, Key extends string, More extends object = object>({
  sort,
  searchKeys = [],
  usualSize = USUAL_PAGE_SIZE,
  params,
}: Declaration<By, Key, More>): ListUrlCodec<ListUrlState<By, Key> & More> {
  type View = ListUrlState<By, Key> & More;
  const first = sort.first ?? sort.order;
  const by = enumParam(sort.keys, sort.by);
  const order = enumParam(['asc', 'desc'], sort.order);
  const size = (text: string | null) => valueIfListed<number>(pageSizes, Number(text), usualSize);
  const more = Object.entries(params ?? {}) as [keyof More & string, UrlParamCodec<unknown>][];
  return {
    read: (query) =>
      ({
        page: { index: (positiveIntegerParam.read(query.get('page')) ?? 1) - 1, size: size(query.get('size')) },
        by: by.read(query.get('by')),
        order: order.read(query.get('order')),
        search: {
          key: valueIfListed(searchKeys, query.get('key'), searchKeys[0] as Key),
          value: query.get('value') ?? '',
        },
        ...Object.fromEntries(more.map(([name, param]) => [name, param.read(query.get(name))])),
      }) as View,
    write(view) {
      const { page, search } = view;
      const entries: readonly (readonly [string, string | null])[] = [
        ['page', page.index === 0 ? null : String(page.index + 1)],
        ['size', page.size === usualSize ? null : String(page.size)],
        ['by', by.write(view.by)],
        ['order', order.write(view.order)],
        ['key', search.value === '' ? null : search.key],
        ['value', search.value || null],
        ...more.map(([name, param]) => [name, param.write(view[name])] as const),
      ];
      return new URLSearchParams(entries.filter((entry): entry is [string, string] => entry[1] !== null));
    },
    sorted(view, clicked) {
      const next = (changed: { by: By; order: Order }): View => ({
        ...view,
        ...changed,
        page: { ...view.page, index: 0 },
      });
      if (view.by !== clicked) return next({ by: clicked, order: clicked === sort.by ? sort.order : first });
      const isTwice = clicked !== sort.by && view.order !== first;
      return next(isTwice ? { by: sort.by, order: sort.order } : { by: clicked, order: flipped(view.order) });
    },
  };
}

/** The part of a request to the server that every list has. */
export const pagedListQuery = <By extends string, Key extends string>({
  page,
  by,
  order,
  search,
}: ListUrlState<By, Key>) => ({
  by,
  order,
  limit: page.size,
  offset: page.index * page.size,
  ...(search.value === '' ? {} : { search_key: search.key, search_value: search.value }),
});
