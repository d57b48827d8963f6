import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads queries again because their data changed. A first read that is under way is awaited and followed by another:
 * its answer may be older than the change, and the library would count it as the newest.
 */
export async function refetchAfterChange(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFirst = ({ state }: { state: { data: unknown } }) => state.data === undefined;
  const isReading = queries.isFetching({ queryKey, predicate: isFirst }) > 0;
  await queries.invalidateQueries({ queryKey });
  if (isReading) await queries.invalidateQueries({ queryKey });
}
