import { browserDown } from '@vigil/shared/contract/events/browser-down';
import { listen, type ConsoleSocket } from './socket.ts';

/** Data that changed on the server and has to be read again. */
export type InvalidationKind = 'approval' | 'notice' | 'policy' | 'ticket';

export interface Invalidations {
  subscribe: (listener: (kind: InvalidationKind) => void) => () => void;
  listenTo: (socket: ConsoleSocket) => void;
}

const events = {
  approval: browserDown.approvalChanged,
  notice: browserDown.noticePosted,
  policy: browserDown.policyChanged,
  ticket: browserDown.ticketChanged,
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
