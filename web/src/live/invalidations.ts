import { listen, type ConsoleSocket } from './socket.ts';

/** Data that changed on the server and has to be read again. */
export type InvalidationKind = 'approval' | 'notice' | 'policy' | 'sessions' | 'ticket';

export interface Invalidations {
  subscribe: (listener: (kind: InvalidationKind) => void) => () => void;
  listenTo: (socket: ConsoleSocket) => void;
}

const events = {
  approval: 'approval_changed',
  notice: 'notice_posted',
  policy: 'policy_changed',
  sessions: 'sessions_changed',
  ticket: 'ticket_changed',
} as const;

export function createInvalidations(): Invalidations {
  const listeners = new Set<(kind: InvalidationKind) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    listenTo: (socket) => {
      for (const kind of Object.keys(events) as InvalidationKind[]) {
        listen(socket, events[kind], () => {
          for (const listener of listeners) listener(kind);
        });
      }
    },
  };
}
