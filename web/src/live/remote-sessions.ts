import type { PayloadOf } from '@vigil/shared/contract/event';
import type { remoteSessionCutNotice } from '@vigil/shared/contract/events/browser-down/remote-session';
import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import { onEvent, type ConsoleSocket } from './socket.ts';

/** The end of a remote session of this user; `alias` of its device, null when another page opened it. */
export interface RemoteSessionEnd {
  readonly reason: PayloadOf<typeof remoteSessionCutNotice>['reason'];
  readonly alias: string | null;
}

/** A remote session of this user that will end, in milliseconds since 1970; `alias` as in `RemoteSessionEnd`. */
export interface RemoteSessionEndWarning {
  readonly session: RemoteSessionId;
  readonly endsAt: number;
  readonly alias: string | null;
}

/** The remote sessions that this page opened, and the warnings and ends that the server announces. */
export interface RemoteEndNotifier {
  opened: (id: RemoteSessionId, alias: string) => void;
  onWarning: (listener: (warning: RemoteSessionEndWarning) => void) => () => void;
  onEnd: (listener: (end: RemoteSessionEnd) => void) => () => void;
  listenTo: (socket: ConsoleSocket) => void;
}

export function createRemoteEndNotifier(): RemoteEndNotifier {
  const aliases = new Map<RemoteSessionId, string>();
  const listeners = new Set<(end: RemoteSessionEnd) => void>();
  const warned = new Set<(warning: RemoteSessionEndWarning) => void>();
  return {
    opened: (id, alias) => void aliases.set(id, alias),
    onWarning: (listener) => {
      warned.add(listener);
      return () => void warned.delete(listener);
    },
    onEnd: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    listenTo: (socket) => {
      onEvent(socket, 'session_warning', ({ session, ends_at }) => {
        const alias = aliases.get(session) ?? null;
        for (const listener of warned) listener({ session, endsAt: ends_at, alias });
      });
      onEvent(socket, 'session_cut', ({ session, reason }) => {
        const alias = aliases.get(session) ?? null;
        aliases.delete(session);
        for (const listener of listeners) listener({ reason, alias });
      });
    },
  };
}
