import { useCallback, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLatest } from '../../lib/use-latest.ts';

/** Changes parameters of the address in their place: the way back leads to the page before, not through each letter. */
export type ChangeQuery = (change: (next: URLSearchParams) => void) => void;

/** The parameters of the address. The function that changes them is the same for every address. */
export function useQueryChanges(): [query: URLSearchParams, change: ChangeQuery] {
  const [query, setQuery] = useSearchParams();
  const latestSetQuery = useLatest(setQuery);
  // The address follows a moment later: another change, or a rendering, may come before it does.
  const wanted = useRef(query);
  useLayoutEffect(() => {
    wanted.current = query;
  }, [query]);
  const change = useCallback<ChangeQuery>(
    (apply) => {
      const next = new URLSearchParams(wanted.current);
      apply(next);
      if (next.toString() === wanted.current.toString()) return;
      wanted.current = next;
      latestSetQuery.current(next, { replace: true });
    },
    [latestSetQuery],
  );
  return [query, change];
}
