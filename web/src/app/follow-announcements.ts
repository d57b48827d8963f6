import type { QueryClient } from '@tanstack/react-query';
import { readAgain } from '../lib/read-again.ts';
import type { Connection } from '../live/connection.ts';
import type { InvalidationKind, Invalidations } from '../live/invalidations.ts';

type Keys = readonly (readonly string[])[];

/** The queries whose data each announcement concerns. */
export type Concerned = { readonly [K in InvalidationKind]: Keys };

interface Announcements {
  readonly invalidations: Pick<Invalidations, 'subscribe'>;
  readonly connection: Pick<Connection, 'onSync' | 'state'>;
}

/** Reads queries again when the server announces that their data changed, until the returned function is called. */
export function followAnnouncements(
  queries: QueryClient,
  { invalidations, connection }: Announcements,
  { concerned, polled }: { readonly concerned: Concerned; readonly polled: Keys },
): () => void {
  const stops = [
    invalidations.subscribe((kind) => {
      for (const queryKey of concerned[kind]) void readAgain(queries, queryKey);
    }),
    // Whatever was announced while there was no connection was missed (SEQ-6).
    connection.onSync(() => {
      const isConnected = connection.state.get().kind === 'live';
      // A read in progress, such as a page that the user requested, is not cancelled.
      for (const queryKey of isConnected ? Object.values(concerned).flat() : polled)
        void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
