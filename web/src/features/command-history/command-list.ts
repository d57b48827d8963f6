import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { listCommands } from '@vigil/shared/contract/http/commands';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { dayParam, dayRangeServerQuery, type DayRange } from '../../lib/day-range.ts';
import {
  createListUrlCodec,
  pagedListQuery,
  positiveIntegerParam,
  type ListUrlState,
  type UrlParamCodec,
} from '../../lib/list-view.ts';

export const commandSearchKeys = ['type', 'state'] as const;

/** Commands in the address: newest first, of a range of days, of one type or state, of one device or all. */
export interface CommandListView extends ListUrlState<'created_at', (typeof commandSearchKeys)[number]>, DayRange {
  readonly device: DevicePk | null;
}

export const commandListUrl = createListUrlCodec<
  'created_at',
  (typeof commandSearchKeys)[number],
  DayRange & { readonly device: DevicePk | null }
>({
  sort: { keys: ['created_at'], by: 'created_at', order: 'desc' },
  searchKeys: commandSearchKeys,
  usualSize: 20,
  params: { from: dayParam(), to: dayParam(), device: positiveIntegerParam as UrlParamCodec<DevicePk | null> },
});

export const noCommandFilter = { from: '', to: '', device: null } as const;

export const isCommandListFiltered = ({ search, from, to, device }: CommandListView): boolean =>
  [search.value, from, to].some((text) => text !== '') || device !== null;

/** The days are those of the user's time zone. */
export const commandQueryOf = (view: CommandListView, formatWallTime: (at: number) => string) =>
  ({
    ...pagedListQuery(view),
    ...dayRangeServerQuery(view, formatWallTime),
    ...(view.device === null ? {} : { device_pk: String(view.device) }),
  }) satisfies Required<CallOf<typeof listCommands>>['query'];
