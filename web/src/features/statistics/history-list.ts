import type { DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { dayParam, dayRangeServerQuery, type DayRange } from '../../lib/day-range.ts';
import {
  createListUrlCodec,
  pagedListQuery,
  positiveIntegerParam,
  type ListUrlCodec,
  type ListUrlState,
  type UrlParamCodec,
} from '../../lib/list-view.ts';

/** A history in the address: newest first, of a range of days, searched in one column, of one device or user. */
export interface HistoryView<Key extends string = string> extends ListUrlState<'create_time', Key>, DayRange {
  readonly device: DevicePk | null;
  readonly user: UserPk | null;
}

const subjectParams = {
  from: dayParam(),
  to: dayParam(),
  device: positiveIntegerParam as UrlParamCodec<DevicePk | null>,
  user: positiveIntegerParam as UrlParamCodec<UserPk | null>,
};

/** What this history is not narrowed to, whatever the address says. */
const noSubject: UrlParamCodec<null> = { read: () => null, write: () => null };
export const noSubjects = { device: noSubject, user: noSubject } as const;

/**
 * @param keys what can be searched in; none for a history without a search
 * @param params what else narrows it
 */
export const historyUrl = <Key extends string, More extends object = object>(
  keys: readonly Key[],
  params = {} as { readonly [K in keyof More]: UrlParamCodec<More[K]> },
): ListUrlCodec<HistoryView<Key> & More> =>
  createListUrlCodec({
    sort: { keys: ['create_time'], by: 'create_time', order: 'desc' },
    searchKeys: keys,
    params: { ...subjectParams, ...params },
  }) as unknown as ListUrlCodec<HistoryView<Key> & More>;

/** Whether anything narrows the history but its page. */
export const isHistoryFiltered = ({ search, from, to, device, user }: HistoryView): boolean =>
  [search.value, from, to].some((text) => text !== '') || device !== null || user !== null;

/** What shows all of a history again. */
export const unfiltered = { from: '', to: '', device: null, user: null } as const;

/** What is found, as the list and its export ask for it; the days are those of the user's time zone. */
export function historyFilterQuery<Key extends string>(
  { search, device, user, ...range }: HistoryView<Key>,
  wallTimeOf: (at: number) => string,
) {
  return {
    by: 'create_time' as const,
    order: range.order,
    ...(search.value === '' ? {} : { search_key: search.key, search_value: search.value }),
    ...(device === null ? {} : { device_pk: device }),
    ...(user === null ? {} : { user_pk: user }),
    ...dayRangeServerQuery(range, wallTimeOf),
  };
}

export const historyPageQuery = <Key extends string>(view: HistoryView<Key>, wallTimeOf: (at: number) => string) => ({
  ...pagedListQuery(view),
  ...historyFilterQuery(view, wallTimeOf),
});
