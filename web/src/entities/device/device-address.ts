import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { useCallback } from 'react';
import { useMatch, useParams } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';
import { usePendingQuery } from '../../lib/use-query-changes.ts';

/** What the list shows: all devices, the favourites, or a group with its subgroups. */
export type ListScope = 'all' | 'favorate' | GroupPk;

const WHOLE = /^[1-9]\d{0,9}$/;

function scopeOf(param: string | undefined): ListScope | null {
  if (param === 'all' || param === 'favorate') return param;
  return param !== undefined && WHOLE.test(param) ? (Number(param) as GroupPk) : null;
}

export const parseDevicePk = (param: string | undefined): DevicePk | null =>
  param !== undefined && WHOLE.test(param) ? (Number(param) as DevicePk) : null;

export function useListScope(): ListScope | null {
  return scopeOf(useParams().groupPk);
}

/** The parameter of the address with the page of the list, from 1. */
export const PAGE_PARAMETER = 'page';

/** The parameters of the address that tell what is open of a device, in its panel. */
export const devicePanelParameters = ['tab', 'range', 'measure'] as const;

/**
 * The query of the list that is shown. Other pages give the same names other meanings, so the query of another page is
 * dropped.
 */
function useListQuery(): () => URLSearchParams {
  const asked = usePendingQuery();
  const isList = useMatch('/:lang/device/*') !== null;
  return useCallback(() => new URLSearchParams(isList ? asked() : ''), [isList, asked]);
}

const withQuery = (path: string, query: URLSearchParams): string =>
  query.size > 0 ? `${path}?${query.toString()}` : path;

/** The address of a device's panel beside the current list; the query string is kept (spec 2 §2). */
export function useDevicePanelPath(): (pk: DevicePk, tab?: string) => string {
  const language = useLanguage();
  const { groupPk = 'all' } = useParams();
  const listQuery = useListQuery();
  return useCallback(
    (pk, tab) => {
      const query = listQuery();
      if (tab !== undefined) query.set('tab', tab);
      return withQuery(`/${language}/device/${groupPk}/${pk}`, query);
    },
    [language, groupPk, listQuery],
  );
}

/**
 * The address of another list, or of a device in it, with the filters and the order of the present one, not its page
 * and opened device.
 */
export function useListPath(): (scope: ListScope, pk?: DevicePk) => string {
  const language = useLanguage();
  const listQuery = useListQuery();
  return useCallback(
    (scope, pk) => {
      const query = listQuery();
      for (const name of [PAGE_PARAMETER, ...devicePanelParameters]) query.delete(name);
      return withQuery(`/${language}/device/${scope}${pk === undefined ? '' : `/${pk}`}`, query);
    },
    [language, listQuery],
  );
}
