import { createInvalidations, type Invalidations } from './invalidations.ts';
import { createSessionCheck } from './session-check.ts';
import { onEvent, type ConsoleSocket } from './socket.ts';
import { createStoppableTimers } from './timers.ts';

export interface AnnouncementConnection {
  readonly invalidations: Pick<Invalidations, 'subscribe'>;
  /** Calls back after every (re)connection: what was announced before was not received. */
  readonly onConnect: (listener: () => void) => () => void;
  readonly start: () => void;
  readonly stop: () => void;
}

interface AnnouncementConnectionNeeds {
  readonly socket: ConsoleSocket;
  /** Rejects when the session has ended, or when the server cannot be reached. */
  readonly readSession: () => Promise<unknown>;
  readonly onSessionEnd: (reason: string) => void;
  readonly random: () => number;
}

/** A connection that receives announcements, and watches no devices: for a company that its licence blocks. */
export function createAnnouncementConnection(needs: AnnouncementConnectionNeeds): AnnouncementConnection {
  const { socket, random } = needs;
  const invalidations = createInvalidations();
  const timers = createStoppableTimers();
  const connected = new Set<() => void>();
  const sessionCheck = createSessionCheck({
    readSession: needs.readSession,
    reconnect: () => socket.connect(),
    random,
  });
  return {
    invalidations,
    onConnect: (listener) => {
      connected.add(listener);
      return () => void connected.delete(listener);
    },
    start() {
      invalidations.listenTo(socket);
      onEvent(socket, 'session_ended', ({ reason }) => needs.onSessionEnd(reason));
      socket.on('connect', () => {
        for (const listener of connected) listener();
      });
      socket.on('disconnect', (reason) => {
        // Socket.IO does not reconnect by itself when the server closed the connection, as it does for other rights.
        if (reason === 'io server disconnect') timers.after(500 + 2_000 * random(), () => socket.connect());
      });
      socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
        if (error.data?.code === 'session_invalid' || !socket.active) sessionCheck.start();
      });
      socket.connect();
    },
    stop() {
      timers.stop();
      sessionCheck.stop();
      socket.off();
      socket.disconnect();
    },
  };
}
