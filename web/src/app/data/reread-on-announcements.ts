import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetchAfterChange } from '../../lib/refetch.ts';
import type { FleetSyncConnection } from '../../live/connection.ts';
import {
  countedAndUncountedInvalidations,
  type InvalidationKind,
  type Invalidations,
} from '../../live/invalidations.ts';
import { registeredRereads } from '../../live/reread-on.ts';
import { useLiveData } from '../../live/use-fleet.ts';

interface Announcements {
  readonly invalidations: Pick<Invalidations, 'subscribe'>;
  readonly connection: Pick<FleetSyncConnection, 'onSync' | 'onMissed' | 'state'>;
}

/** Reads queries again when the server announces that their data changed, until the returned function is called. */
export function rereadQueriesOnAnnouncements(
  queries: QueryClient,
  { invalidations, connection }: Announcements,
): () => void {
  const keysOf = (changed: readonly InvalidationKind[]) =>
    registeredRereads()
      .filter((one) => one.kinds.some((kind) => changed.includes(kind)))
      .map(({ key }) => key);
  // A read in progress, such as a page that the user requested, is not cancelled.
  const readMissed = (keys: readonly (readonly string[])[]) => {
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
  };
  const stops = [
    invalidations.subscribe((kind) => {
      for (const queryKey of keysOf([kind])) void refetchAfterChange(queries, queryKey);
    }),
    connection.onMissed(() => readMissed(keysOf(countedAndUncountedInvalidations.announced))),
    connection.onSync(() => {
      if (connection.state.get().kind === 'live') readMissed(keysOf(countedAndUncountedInvalidations.uncounted));
      else readMissed(registeredRereads().flatMap(({ key, isPolled }) => (isPolled ? [key] : [])));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** `rereadQueriesOnAnnouncements` for as long as the console is open. */
export function useRereadOnAnnouncements(): void {
  const queries = useQueryClient();
  const fleet = useLiveData();
  useEffect(() => rereadQueriesOnAnnouncements(queries, fleet), [fleet, queries]);
}
