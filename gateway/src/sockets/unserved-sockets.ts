import type { Deps } from '../deps.ts';
import type { AgentSocket, BrowserSocket } from './sockets.ts';

/** The sockets of a namespace, and which of them the gateway serves. */
interface Served<S> {
  readonly namespace: { readonly name: string; readonly sockets: ReadonlyMap<string, S> };
  readonly has: (socket: S) => boolean;
}

/**
 * Closes sockets that are connected but not served: their clients count as connected, but no handler receives their
 * messages. They connect again and are admitted anew.
 */
export function createUnservedSocketCloser({ metrics, log }: Pick<Deps, 'metrics' | 'log'>) {
  const name = 'vigil_unregistered_sockets_closed_total';
  const closed = metrics.counter(name, 'Sockets closed because the gateway did not serve them', ['namespace']);
  return {
    close<S extends AgentSocket | BrowserSocket>({ namespace, has }: Served<S>): void {
      // A replaced socket has left its registry while it waits for its client to confirm that it closes.
      const isUnserved = (socket: S) => !has(socket) && socket.conn.readyState === 'open';
      const unserved = [...namespace.sockets.values()].filter(isUnserved);
      if (unserved.length === 0) return;
      closed.inc({ namespace: namespace.name }, unserved.length);
      log.warn({ namespace: namespace.name, sockets: unserved.length }, 'unregistered sockets closed');
      // The transport, not the namespace: a client reconnects by itself only after the former.
      for (const socket of unserved) socket.conn.close();
    },
  };
}

export type UnservedSocketCloser = ReturnType<typeof createUnservedSocketCloser>;
