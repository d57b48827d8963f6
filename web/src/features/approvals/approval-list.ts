import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { ApproveState, listApprovals } from '@vigil/shared/contract/http/approvals';
import { dayRangeServerQuery, isDay, type DayRange } from '../../lib/day-range.ts';
import {
  createListUrlCodec,
  valueIfListed,
  type ListUrlCodec,
  type ListUrlState,
  type UrlParamCodec,
} from '../../lib/list-view.ts';

/** The lists of the page (decision 33): the user's own requests, those to decide, and the history of decisions. */
export const approvalTabs = {
  mine: { path: 'management/access', type: 'request', keys: ['device_alias', 'approver_name'], state: null },
  decide: { path: 'management/access-user', type: 'history', keys: ['device_alias', 'requester_name'], state: 0 },
  history: {
    path: 'management/access-history',
    type: 'history',
    keys: ['device_alias', 'requester_name', 'approver_name'],
    state: null,
  },
} as const;
export type TabName = keyof typeof approvalTabs;

type SearchKey = 'device_alias' | 'requester_name' | 'approver_name';
export const approveStateFilters = [0, 1, 2, 4] as const satisfies readonly ApproveState[];
const sortKeys = ['proposal_time', 'start_time', 'approve_state'] as const;
export type ApprovalSortKey = (typeof sortKeys)[number];

/** A list is narrowed by a state, by a text, or by both. */
export interface ApprovalListView extends ListUrlState<ApprovalSortKey, SearchKey>, DayRange {
  readonly state: ApproveState | null;
}

const ANY = 'any';

/** A day, or none; `usual` where the address names none. */
const dayParam = (usual: string): UrlParamCodec<string> => ({
  read: (text) => (text === '' || (text !== null && isDay(text)) ? text : usual),
  write: (day) => (day === usual ? null : day),
});

const stateParam = (usual: ApproveState | null): UrlParamCodec<ApproveState | null> => ({
  read: (text) =>
    text === ANY
      ? null
      : valueIfListed<ApproveState | null>(approveStateFilters, text === null ? null : Number(text), usual),
  write: (state) => (state === usual ? null : String(state ?? ANY)),
});

/** @param today as `YYYY-MM-DD`; without an address the list begins a month before (decision 53) */
export const approvalListUrl = (tab: TabName, today: string): ListUrlCodec<ApprovalListView> =>
  createListUrlCodec({
    sort: { keys: sortKeys, by: 'proposal_time', order: 'desc' },
    searchKeys: approvalTabs[tab].keys as readonly SearchKey[],
    params: { state: stateParam(approvalTabs[tab].state), from: dayParam(aMonthBefore(today)), to: dayParam(today) },
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

/** What is found, as the list and its export ask for it; the days of a view are those of the user's time zone. */
export function approvalQueryOf(view: ApprovalListView, tab: TabName, formatWallTime: (at: number) => string) {
  const { by, order, state, search } = view;
  return {
    type: approvalTabs[tab].type,
    by,
    order,
    ...(state === null ? {} : { state }),
    ...(search.value === '' ? {} : { search_key: search.key, search_value: search.value }),
    ...dayRangeServerQuery(view, formatWallTime),
  } as const satisfies Query;
}
