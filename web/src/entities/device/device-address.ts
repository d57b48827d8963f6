import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { useCallback } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';

/** What the list shows: all devices, the favourites, or a group with its subgroups. */
export type Scope = 'all' | 'favorate' | GroupPk;

const WHOLE = /^[1-9]\d{0,9}$/;

function scopeOf(param: string | undefined): Scope | null {
  if (param === 'all' || param === 'favorate') return param;
  return param !== undefined && WHOLE.test(param) ? (Number(param) as GroupPk) : null;
}

export const devicePkOf = (param: string | undefined): DevicePk | null =>
  param !== undefined && WHOLE.test(param) ? (Number(param) as DevicePk) : null;

export function useScope(): Scope | null {
  return scopeOf(useParams().groupPk);
}

/** The address of a device's panel beside the current list; the query string is kept (spec 2 §2). */
export function useDeviceAddress(): (pk: DevicePk, tab?: string) => string {
  const language = useLanguage();
  const { groupPk = 'all' } = useParams();
  const { search } = useLocation();
  return useCallback(
    (pk, tab) => {
      const query = new URLSearchParams(search);
      if (tab !== undefined) query.set('tab', tab);
      const text = query.toString();
      return `/${language}/device/${groupPk}/${pk}${text === '' ? '' : `?${text}`}`;
    },
    [language, groupPk, search],
  );
}

/**
 * The address of another list, or of a device in it, with the filters of the present one; which tab of a device is open
 * is none of them.
 */
export function useListAddress(): (scope: Scope, pk?: DevicePk) => string {
  const language = useLanguage();
  const { search } = useLocation();
  return useCallback(
    (scope, pk) => {
      const query = new URLSearchParams(search);
      query.delete('tab');
      const text = query.toString();
      return `/${language}/device/${scope}${pk === undefined ? '' : `/${pk}`}${text === '' ? '' : `?${text}`}`;
    },
    [language, search],
  );
}
