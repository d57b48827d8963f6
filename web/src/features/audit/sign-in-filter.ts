import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { listSignIns } from '@vigil/shared/contract/http/sign-in-log';
import { dayRangeServerQuery, type DayRange } from '../../lib/day-range.ts';

export const signInSearchKeys = ['mgrid', 'name', 'ip'] as const;

export interface SignInFilter extends DayRange {
  readonly key: (typeof signInSearchKeys)[number];
  readonly text: string;
  readonly isFailedOnly: boolean;
}

export const noSignInFilter: SignInFilter = { key: 'mgrid', text: '', isFailedOnly: false, from: '', to: '' };

export const isSignInFiltered = ({ text, isFailedOnly, from, to }: SignInFilter): boolean =>
  text.trim() !== '' || isFailedOnly || from !== '' || to !== '';

type Query = Required<CallOf<typeof listSignIns>>['query'];

/** `formatWallTime` formats an instant as `YYYY-MM-DD HH:mm` in the time zone of the user. */
export function signInQueryOf(
  { key, text, isFailedOnly, from, to }: SignInFilter,
  formatWallTime: (at: number) => string,
) {
  return {
    by: 'create_time',
    order: 'desc',
    search_key: key,
    ...(text.trim() === '' ? {} : { search_value: text.trim() }),
    ...(isFailedOnly ? { failed: '1' as const } : {}),
    ...dayRangeServerQuery({ from, to }, formatWallTime),
  } as const satisfies Query;
}
