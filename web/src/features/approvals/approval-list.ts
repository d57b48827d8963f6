import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { ApproveState, listApprovals } from '@vigil/shared/contract/http/approvals';
import { dayParam, dayRangeServerQuery, type DayRange } from '../../lib/day-range.ts';
import { createListUrlCodec, type ListUrlCodec, type ListUrlState, type UrlParamCodec } from '../../lib/list-view.ts';

/** The lists of the page (decision 33): the user's own requests, those to decide, and the history of decisions. */
export const approvalTabs = {
  mine: { path: 'management/access', type: 'request', keys: ['device_alias', 'approver_name'], state: null },
  decide: {
    path: 'management/access-user',
    type: 'history',
    keys: ['device_alias', 'requester_name'],
    state: 'waiting',
  },
  history: {
    path: 'management/access-history',
    type: 'history',
    keys: ['device_alias', 'requester_name', 'approver_name'],
    state: null,
  },
} as const;
export type TabName = keyof typeof approvalTabs;

type SearchKey = 'device_alias' | 'requester_name' | 'approver_name';
/**
 * `waiting`: for the user's own decision, which those in progress do not always do: some have lapsed, some are the
 * user's own.
 */
const stateFilters = ['waiting', 0, 1, 2, 4] as const satisfies readonly (ApproveState | 'waiting')[];
export type StateFilter = (typeof stateFilters)[number];
const sortKeys = ['proposal_time', 'start_time', 'approve_state'] as const;
export type ApprovalSortKey = (typeof sortKeys)[number];

/** A list is narrowed by a state, by a text, or by both. */
export interface ApprovalListView extends ListUrlState<ApprovalSortKey, SearchKey>, DayRange {
  readonly state: StateFilter | null;
}

const ANY = 'any';

/** What waits for a decision is only listed where it is decided. */
export const stateFiltersOf = (tab: TabName): readonly StateFilter[] =>
  stateFilters.filter((state) => state !== 'waiting' || tab === 'decide');

const stateParam = (
  tab: TabName,
  usual: StateFilter | null = approvalTabs[tab].state,
): UrlParamCodec<StateFilter | null> => ({
  read: (text) => (text === ANY ? null : (stateFiltersOf(tab).find((state) => String(state) === text) ?? usual)),
  write: (state) => (state === usual ? null : String(state ?? ANY)),
});

/**
 * @param today as `YYYY-MM-DD`; without an address the list begins a month before (decision 53), except that of what is
 * to decide: it has everything that waits, however old
 */
export const approvalListUrl = (tab: TabName, today: string): ListUrlCodec<ApprovalListView> =>
  createListUrlCodec({
    sort: { keys: sortKeys, by: 'proposal_time', order: 'desc' },
    searchKeys: approvalTabs[tab].keys as readonly SearchKey[],
    params: {
      state: stateParam(tab),
      ...(tab === 'decide'
        ? { from: dayParam(''), to: dayParam('') }
        : { from: dayParam(aMonthBefore(today)), to: dayParam(today) }),
    },
  });

/** The last day of a shorter month stands for one that it does not have. */
export function aMonthBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 2, Math.min(date, lastOfMonth))).toISOString().slice(0, day.length);
}

export const isApprovalListFiltered = ({ search, state }: ApprovalListView, tab: TabName): boolean =>
  search.value !== '' || state !== approvalTabs[tab].state;

type Query = NonNullable<CallOf<typeof listApprovals>['query']>;

function stateQueryOf(state: StateFilter | null): { state?: ApproveState; waiting?: '1' } {
  if (state === null) return {};
  return state === 'waiting' ? { waiting: '1' } : { state };
}

/** What is found, as the list and its export ask for it; the days of a view are those of the user's time zone. */
export function approvalQueryOf(view: ApprovalListView, tab: TabName, formatWallTime: (at: number) => string) {
  const { by, order, state, search } = view;
  return {
    type: approvalTabs[tab].type,
    by,
    order,
    ...stateQueryOf(state),
    ...(search.value === '' ? {} : { search_key: search.key, search_value: search.value }),
    ...dayRangeServerQuery(view, formatWallTime),
  } as const satisfies Query;
}
