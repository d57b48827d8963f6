import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetchAfterChange } from '../../lib/refetch.ts';
import type { AnnouncementConnection } from '../../live/announcement-connection.ts';
import type { FleetSyncConnection } from '../../live/connection.ts';
import { invalidationKinds, type InvalidationKind, type Invalidations } from '../../live/invalidations.ts';
import { registeredRereads } from '../../live/reread-on.ts';
import { useLiveData } from '../../live/use-fleet.ts';

interface Announcements {
  readonly invalidations: Pick<Invalidations, 'subscribe'>;
  readonly connection: Pick<FleetSyncConnection, 'onSync' | 'onMissed' | 'state'>;
}

type Keys = readonly (readonly string[])[];

const keysOf = (changed: readonly InvalidationKind[]): Keys =>
  registeredRereads()
    .filter((one) => one.kinds.some((kind) => changed.includes(kind)))
    .map(({ key }) => key);

/** A read in progress, such as a page that the user requested, is not cancelled. */
const rereadMissed = (queries: QueryClient, keys: Keys): void => {
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
};

const rereadChanged = (queries: QueryClient, kind: InvalidationKind): void => {
  for (const queryKey of keysOf([kind])) void refetchAfterChange(queries, queryKey);
};

/** Reads queries again when the server announces that their data changed, until the returned function is called. */
export function rereadQueriesOnAnnouncements(
  queries: QueryClient,
  { invalidations, connection }: Announcements,
): () => void {
  const readMissed = (keys: Keys) => rereadMissed(queries, keys);
  const stops = [
    invalidations.subscribe((kind) => rereadChanged(queries, kind)),
    connection.onMissed(() => readMissed(keysOf(invalidationKinds.announced))),
    connection.onSync(() => {
      if (connection.state.get().kind === 'live') readMissed(keysOf(invalidationKinds.uncounted));
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

/**
 * The same where no devices are live, until the returned function is called: each connection may have missed anything.
 */
export function rereadQueriesOnConnect(
  queries: QueryClient,
  { invalidations, onConnect }: Pick<AnnouncementConnection, 'invalidations' | 'onConnect'>,
): () => void {
  const { announced, uncounted } = invalidationKinds;
  const stops = [
    invalidations.subscribe((kind) => rereadChanged(queries, kind)),
    onConnect(() => rereadMissed(queries, keysOf([...announced, ...uncounted]))),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
