import { useCallback } from 'react';
import { useLocation, useSearchParams, type Location, type NavigateOptions } from 'react-router-dom';
import { useLatest } from './use-latest.ts';

/**
 * Changes parameters of the address, or returns others; unless `options` say otherwise in their place: the way back
 * leads to the page before, not through each letter.
 */
export type ChangeQuery = (
  change: (next: URLSearchParams) => URLSearchParams | void,
  options?: NavigateOptions,
) => void;

/**
 * The query that was asked for last while a place of the history is shown. The address follows a moment later: another
 * part of the page may change the query, or lead elsewhere with it, before it does.
 */
const askedQueries = new WeakMap<Location, URLSearchParams>();

/**
 * @returns what reads a copy of the query that the address has, or is about to have; another function for another
 *   address
 */
export function usePendingQuery(): () => URLSearchParams {
  const location = useLocation();
  return useCallback(() => new URLSearchParams(askedQueries.get(location) ?? location.search), [location]);
}

/** The parameters of the address. The function that changes them is the same for every address. */
export function useQueryChanges(): [query: URLSearchParams, change: ChangeQuery] {
  const location = useLocation();
  const asked = usePendingQuery();
  const [query, setQuery] = useSearchParams();
  const latest = useLatest({ location, asked, setQuery });
  const change = useCallback<ChangeQuery>(
    (apply, options = { replace: true }) => {
      const { location: shown, asked: askedQuery, setQuery: set } = latest.current;
      const changed = askedQuery();
      const next = apply(changed) ?? changed;
      if (next.toString() === askedQuery().toString()) return;
      askedQueries.set(shown, next);
      set(next, options);
    },
    [latest],
  );
  return [query, change];
}
