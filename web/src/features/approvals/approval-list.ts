import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { ApproveState, listApprovals } from '@vigil/shared/contract/http/approvals';
import { dayRangeQuery, type DayRange } from '../../lib/day-range.ts';
import { addressOf, oneOf, readPage, type AddressEntry, type ListPage } from '../../lib/list-address.ts';

/** The lists of the page (decision 33): the user's own requests, those to decide, and the history of decisions. */
export const tabs = {
  mine: { path: 'management/access', type: 'request', keys: ['device_alias', 'approver_name'], state: null },
  decide: { path: 'management/access-user', type: 'history', keys: ['device_alias', 'requester_name'], state: 0 },
  history: {
    path: 'management/access-history',
    type: 'history',
    keys: ['device_alias', 'requester_name', 'approver_name'],
    state: null,
  },
} as const;
export type TabName = keyof typeof tabs;

export type SearchKey = 'device_alias' | 'requester_name' | 'approver_name';
export const states = [0, 1, 2, 4] as const satisfies readonly ApproveState[];
const sortKeys = ['proposal_time', 'start_time', 'approve_state'] as const;
export type SortKey = (typeof sortKeys)[number];

/** What the address says. A list is filtered by a state or by a text, as its one choice offers both (spec 3 §2). */
export interface ApprovalListView extends DayRange {
  readonly page: ListPage;
  readonly by: SortKey;
  readonly order: 'asc' | 'desc';
  readonly state: ApproveState | null;
  readonly key: SearchKey;
  readonly text: string;
}

const ANY = 'any';
const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** @param today as `YYYY-MM-DD`; without an address the list begins a month before (decision 53) */
export function readView(query: URLSearchParams, tab: TabName, today: string): ApprovalListView {
  const { keys, state } = tabs[tab];
  const day = (name: string, fallback: string) => {
    const value = query.get(name);
    return value === '' || (value !== null && DAY.test(value)) ? value : fallback;
  };
  const chosen = query.get('state');
  return {
    page: readPage(query),
    by: oneOf(sortKeys, query.get('by'), 'proposal_time'),
    order: query.get('order') === 'asc' ? 'asc' : 'desc',
    state: chosen === ANY ? null : oneOf<ApproveState | null>(states, chosen === null ? null : Number(chosen), state),
    key: oneOf<SearchKey>(keys, query.get('key'), keys[0]),
    text: query.get('text') ?? '',
    from: day('from', aMonthBefore(today)),
    to: day('to', today),
  };
}

/** The parameters of a view; what is the default is left out. */
export function queryOf(view: ApprovalListView, tab: TabName, today: string): URLSearchParams {
  const { page, by, order, state, key, text, from, to } = view;
  const plain = readView(new URLSearchParams(), tab, today);
  const entries: readonly AddressEntry[] = [
    ['by', by, by === plain.by],
    ['order', order, order === plain.order],
    ['state', state === null ? ANY : String(state), state === plain.state],
    ['key', key, key === plain.key],
    ['text', text, text === ''],
    ['from', from, from === plain.from],
    ['to', to, to === plain.to],
  ];
  return addressOf(page, entries);
}

/** The last day of a shorter month stands for one that it does not have. */
export function aMonthBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 2, Math.min(date, lastOfMonth))).toISOString().slice(0, day.length);
}

export const isFiltered = (view: ApprovalListView, tab: TabName): boolean =>
  view.text !== '' || view.state !== tabs[tab].state;

type Query = NonNullable<CallOf<typeof listApprovals>['query']>;

/** The query of the server for a view, whose days are those of the user's time zone. */
export function requestOf(view: ApprovalListView, tab: TabName, wall: (at: number) => string) {
  const { by, order, state, key, text } = view;
  return {
    type: tabs[tab].type,
    by,
    order,
    ...(state === null ? {} : ({ search_key: 'approve_state', search_value: String(state) } as const)),
    ...(state !== null || text === '' ? {} : { search_key: key, search_value: text }),
    ...dayRangeQuery(view, wall),
  } as const satisfies Query;
}
