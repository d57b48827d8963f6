import { listen, type ConsoleSocket } from './socket.ts';

/** Data that changed on the server and has to be read again. */
export type InvalidationKind =
  | 'alertsSeen'
  | 'approval'
  | 'configs'
  | 'export'
  | 'incident'
  | 'licence'
  | 'notice'
  | 'policy'
  | 'profile'
  | 'rights'
  | 'sessions'
  | 'ticket';

export interface Invalidations {
  subscribe: (listener: (kind: InvalidationKind) => void) => () => void;
  listenTo: (socket: ConsoleSocket) => void;
}

const events = {
  alertsSeen: 'alerts_seen',
  approval: 'approval_changed',
  configs: 'configs_changed',
  export: 'export_ready',
  incident: 'incidents',
  licence: 'licence_changed',
  notice: 'notice_posted',
  policy: 'policy_changed',
  profile: 'profile_changed',
  rights: 'rights_changed',
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
