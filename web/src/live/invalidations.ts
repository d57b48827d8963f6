import { browserDown } from '@vigil/shared/contract/events/browser-down';
import { listen, type ConsoleSocket } from './socket.ts';

/** What changed somewhere else, of which the screen only has to know that it is to be read again. */
export type NewsKind = 'approval' | 'notice' | 'policy' | 'ticket';

export interface News {
  subscribe: (listener: (kind: NewsKind) => void) => () => void;
  listenTo: (socket: ConsoleSocket) => void;
}

const events = {
  approval: browserDown.approvalChanged,
  notice: browserDown.noticePosted,
  policy: browserDown.policyChanged,
  ticket: browserDown.ticketChanged,
} as const;

export function createNews(): News {
  const listeners = new Set<(kind: NewsKind) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    listenTo: (socket) => {
      for (const kind of Object.keys(events) as NewsKind[]) {
        listen(socket, events[kind], () => {
          for (const listener of listeners) listener(kind);
        });
      }
    },
  };
}
