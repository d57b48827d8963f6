import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import type { Api } from '../lib/api.ts';
import { useServices } from '../lib/services.ts';

interface Parts<Part, Next> {
  /** The key of the resource, and what the parts depend on. */
  key: readonly unknown[];
  /** `next` is null for the first part. */
  read: (api: Api, next: Next | null) => Promise<Part>;
  /** What the part after these is read with; null where there is none. */
  nextOf: (parts: readonly Part[]) => Next | null;
  /** In milliseconds, for what changes without an announcement. */
  staleTime?: number;
}

/**
 * Rows that are read part by part, as `LoadMoreList` shows them. Those of another key stay until the first part is
 * there.
 */
export function useLoadMore<Part extends { objects: readonly unknown[] }, Next>({
  key,
  read,
  nextOf,
  ...options
}: Parts<Part, Next>) {
  const { api } = useServices();
  const query = useInfiniteQuery({
    ...options,
    queryKey: [...key, 'parts'],
    queryFn: ({ pageParam }) => read(api, pageParam as Next | null),
    initialPageParam: null as Next | null,
    getNextPageParam: (_, parts: Part[]) => nextOf(parts),
    placeholderData: (before: InfiniteData<Part, Next | null> | undefined) => before,
  });
  const rows: readonly Part['objects'][number][] | undefined = query.data?.pages.flatMap(({ objects }) => objects);
  return { query, rows, first: query.data?.pages[0] };
}
