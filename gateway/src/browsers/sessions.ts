import { Problem } from '@vigil/shared/contract/problems';
import type { SessionEnd } from '@vigil/shared/contract/events/browser-down/session-ended';
import { networkDenial } from '@vigil/shared/domain/network-policy';
import { every } from '@vigil/shared/platform/lifecycle';
import { channels } from '@vigil/shared/platform/bus/channels';
import { readSession, type SessionRecord } from '@vigil/shared/platform/sessions';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import { guardNamespace } from '../sockets/namespace-guard.ts';
import type { BrowserNamespace, BrowserSocket } from '../sockets/sockets.ts';
import type { Deps } from '../deps.ts';

/** How often the records of all sessions are read, in case that the announcement of a change was lost. */
const CHECK_INTERVAL_MS = 5_000;

export interface Sessions extends AsyncDisposable {
  add(socket: BrowserSocket): void;
  readonly size: number;
}

const endSocket = (socket: BrowserSocket, reason: SessionEnd) => {
  socket.emit('session_ended', { reason });
  socket.disconnect(true);
};

interface SessionChecks {
  readonly verifySession: (token: string) => SessionClaims;
  readonly addressOf: (socket: BrowserSocket) => string;
}

/**
 * Admits browsers with a live session from addresses that the company's network policy allows. Half-tokens and agents'
 * credentials are refused.
 */
export function requireSession(
  namespace: BrowserNamespace,
  { redis }: Deps,
  { verifySession, addressOf }: SessionChecks,
): void {
  const admit = async (socket: BrowserSocket, address: string): Promise<SessionRecord> => {
    const { token } = socket.handshake.auth as { token?: unknown };
    if (typeof token !== 'string') throw new Problem('session_invalid');
    const claims = verifySession(token);
    const session = claims.kind === 'session' ? await readSession(redis, claims.jti) : null;
    if (!session) throw new Problem('session_invalid');
    const denial = networkDenial(address, session.networkPolicy);
    if (denial) throw new Problem(denial === 'external_access' ? denial : 'ip_blocked');
    return session;
  };
  guardNamespace(namespace, async (socket) => {
    const address = addressOf(socket);
    socket.data = { session: await admit(socket, address), address, watched: new Set() };
  });
}

const hasSameRights = (a: SessionRecord, b: SessionRecord) =>
  JSON.stringify([a.groups, a.flags, a.isCorporate]) === JSON.stringify([b.groups, b.flags, b.isCorporate]);

/**
 * Keeps the sockets of each session to its present record: closes them when the session is ended, expires, or has other
 * rights. A session whose record cannot be read counts as changed.
 */
export async function followSessions(
  { redis, subscribe, log, now }: Deps,
  checkIntervalMs = CHECK_INTERVAL_MS,
): Promise<Sessions> {
  const bySession = new Map<string, Set<BrowserSocket>>();

  const reconnectAll = (sockets: ReadonlySet<BrowserSocket>) => {
    for (const socket of sockets) socket.conn.close();
  };

  const apply = (session: SessionRecord | null, sockets: ReadonlySet<BrowserSocket>) => {
    for (const socket of sockets) {
      if (session && networkDenial(socket.data.address, session.networkPolicy)) endSocket(socket, 'policy');
      else if (session) {
        // With changed rights the browser needs another snapshot, which it reads when it reconnects.
        if (!hasSameRights(socket.data.session, session)) socket.conn.close();
        socket.data.session = session;
      } else if (socket.data.session.expiresAt <= now()) endSocket(socket, 'expired');
      // An unexpired session that is missing was lost by Redis. The API restores it on the browser's next request.
      else socket.conn.close();
    }
  };

  const refresh = async (id: string, sockets: ReadonlySet<BrowserSocket>) => {
    try {
      apply(await readSession(redis, id), sockets);
    } catch (cause) {
      log.warn({ err: cause }, 'session not refreshed');
      reconnectAll(sockets);
    }
  };

  const unsubscribe = await subscribe(channels.sessions, (message) => {
    const sockets = bySession.get(message.id);
    if (!sockets) return;
    if (message.t === 'session_ended') for (const socket of sockets) endSocket(socket, message.reason);
    else void refresh(message.id, sockets);
  });

  const timer = every(checkIntervalMs, log, async () => {
    await Promise.all([...bySession].map(([id, sockets]) => refresh(id, sockets)));
  });

  return {
    add(socket) {
      const { id } = socket.data.session;
      const sockets = bySession.get(id) ?? new Set<BrowserSocket>();
      bySession.set(id, sockets);
      sockets.add(socket);
      socket.on('disconnect', () => {
        sockets.delete(socket);
        if (sockets.size === 0) bySession.delete(id);
      });
    },
    get size() {
      return bySession.size;
    },
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]();
      await unsubscribe().catch(() => undefined);
    },
  };
}
