import { announcementKinds, announcements, type AnnouncementKind } from '@vigil/shared/contract/announcements';
import { onEvent, type ConsoleSocket } from './socket.ts';

/** Data of which a browser is told otherwise than by announcements, which are counted (SEQ-12). */
const uncounted = {
  incident: 'incidents',
  licence: 'licence_changed',
  remoteSession: 'remote_sessions_changed',
  rights: 'rights_changed',
} as const;
type UncountedKind = keyof typeof uncounted;
const uncountedKinds = Object.keys(uncounted) as UncountedKind[];

/** Data that changed on the server and has to be read again. */
export type InvalidationKind = AnnouncementKind | UncountedKind;

/** The kinds that the server announces, and those of which a missed message shows only with the next connection. */
export const invalidationKinds: {
  readonly announced: readonly InvalidationKind[];
  readonly uncounted: readonly InvalidationKind[];
} = {
  announced: announcementKinds,
  uncounted: uncountedKinds,
};

export interface Invalidations {
  subscribe: (listener: (kind: InvalidationKind) => void) => () => void;
  listenTo: (socket: ConsoleSocket) => void;
}

export function createInvalidations(): Invalidations {
  const listeners = new Set<(kind: InvalidationKind) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    listenTo: (socket) => {
      const tell = (kind: InvalidationKind) => () => {
        for (const listener of listeners) listener(kind);
      };
      for (const kind of announcementKinds) onEvent(socket, announcements[kind].event, tell(kind));
      for (const kind of uncountedKinds) onEvent(socket, uncounted[kind], tell(kind));
    },
  };
}
