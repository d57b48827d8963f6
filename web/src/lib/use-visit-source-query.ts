import { useSearchParams } from 'react-router-dom';

/**
 * The query with which a page before sign-up passes on how the visitor came (`?from=`, decision 103); empty without
 * one.
 */
export function useVisitSourceQuery(): string {
  const from = useSearchParams()[0].get('from');
  return from === null ? '' : `?${new URLSearchParams({ from }).toString()}`;
}
