import { Problem } from '@vigil/shared/contract/problems';
import type { SessionEnd } from '@vigil/shared/contract/events/browser-down/session-ended';
import { networkDenial } from '@vigil/shared/domain/network-policy';
import { every } from '@vigil/shared/platform/lifecycle';
import { channels } from '@vigil/shared/platform/redis/keys';
import { readSession, SessionNews, type SessionRecord } from '@vigil/shared/platform/sessions';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import { guardNamespace } from '../core/namespace-guard.ts';
import type { BrowserNamespace, BrowserSocket } from '../core/sockets.ts';
import type { Deps } from '../deps.ts';

const CHECK_MS = 15_000;

export interface Sessions extends AsyncDisposable {
  add(socket: BrowserSocket): void;
}

const bye = (socket: BrowserSocket, reason: SessionEnd) => {
  socket.emit('session_ended', { reason });
  socket.disconnect(true);
};

interface Door {
  readonly verifySession: (token: string) => SessionClaims;
  readonly addressOf: (socket: BrowserSocket) => string;
}

/**
 * Lets in who holds a live session, from where its company admits it; a half-token and an agent's credential open
 * nothing here.
 */
export function requireSession(namespace: BrowserNamespace, { redis }: Deps, { verifySession, addressOf }: Door): void {
  const admit = async (socket: BrowserSocket, address: string): Promise<SessionRecord> => {
    const { token } = socket.handshake.auth as { token?: unknown };
    if (typeof token !== 'string') throw new Problem('session_invalid');
    const claims = verifySession(token);
    const session = claims.kind === 'session' ? await readSession(redis, claims.jti) : null;
    if (!session) throw new Problem('session_invalid');
    const refusal = networkDenial(address, session.networkPolicy);
    if (refusal) throw new Problem(refusal === 'external_access' ? refusal : 'ip_blocked');
    return session;
  };
  guardNamespace(namespace, async (socket) => {
    const address = addressOf(socket);
    socket.data = { session: await admit(socket, address), address };
  });
}

const sameSight = (a: SessionRecord, b: SessionRecord) =>
  JSON.stringify([a.groups, a.flags, a.isCorporate]) === JSON.stringify([b.groups, b.flags, b.isCorporate]);

/** Ends sockets with their sessions: at once when one is ended, and when one ran out. */
export async function followSessions({ redis, log, now }: Deps): Promise<Sessions> {
  const bySession = new Map<string, Set<BrowserSocket>>();

  const reread = async (id: string, sockets: ReadonlySet<BrowserSocket>) => {
    const session = await readSession(redis, id);
    for (const socket of sockets) {
      if (session && networkDenial(socket.data.address, session.networkPolicy)) bye(socket, 'policy');
      else if (session) {
        // Another sight of the fleet needs another snapshot: coming back with the new rights brings it.
        if (!sameSight(socket.data.session, session)) socket.conn.close();
        socket.data.session = session;
      } else if (socket.data.session.expiresAt <= now()) bye(socket, 'expired');
      // Not in Redis though it should live: Redis lost it. The browser asks the API, which brings it back.
      else socket.conn.close();
    }
  };

  const unsubscribe = await redis.subscribe(channels.sessions, (text) => {
    const news = SessionNews.parse(JSON.parse(text));
    const sockets = bySession.get(news.id);
    if (!sockets) return;
    if (news.what === 'ended') for (const socket of sockets) bye(socket, news.reason);
    else reread(news.id, sockets).catch((cause: unknown) => log.warn({ err: cause }, 'a session was not read again'));
  });

  const timer = every(CHECK_MS, log, async () => {
    for (const [id, sockets] of bySession) {
      const [socket] = sockets;
      if (socket && socket.data.session.expiresAt <= now()) await reread(id, sockets);
    }
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
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]();
      await unsubscribe().catch(() => undefined);
    },
  };
}
