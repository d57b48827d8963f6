import { Problem } from '@vigil/shared/contract/problems';
import type { SessionEnd } from '@vigil/shared/contract/events/browser-down/session-ended';
import type { CompanyPk } from '@vigil/shared/contract/ids';
import { networkDenial } from '@vigil/shared/domain/network-policy';
import { sightKey } from '@vigil/shared/domain/sight';
import { isApiToken } from '@vigil/shared/platform/api-tokens';
import { every } from '@vigil/shared/platform/lifecycle';
import { channels } from '@vigil/shared/platform/bus/channels';
import type { VersionedPolicy } from '@vigil/shared/platform/network-policy';
import { readSession, type SessionRecord } from '@vigil/shared/platform/sessions';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import type { BrowserBudgets } from '../budgets/browser-budgets.ts';
import { guardNamespace } from '../sockets/namespace-guard.ts';
import type { BrowserNamespace, BrowserSocket } from '../sockets/sockets.ts';
import type { Deps } from '../deps.ts';
import type { NetworkPolicies } from './network-policies.ts';

/** How often the records of all sessions are read, in case that the announcement of a change was lost. */
const CHECK_INTERVAL_MS = 1_000;
/** The account of a ticket may use nothing two seconds after the end of its work (REMOTE-2). */
const EXPIRY_INTERVAL_MS = 500;

export interface Sessions extends AsyncDisposable {
  add(socket: BrowserSocket): void;
  /** All sockets of browsers that are served here. */
  readonly sockets: ReadonlySet<BrowserSocket>;
  readonly size: number;
  /** The companies whose sockets are here. */
  companies(): Iterable<CompanyPk>;
  /** Ends the sockets of a company that connect from where its policy does not admit them. Null: Redis has lost the policy. */
  applyPolicy(company: CompanyPk, policy: VersionedPolicy | null): void;
}

/** @returns what removes the socket again */
function hold<K>(map: Map<K, Set<BrowserSocket>>, key: K, socket: BrowserSocket): () => void {
  const sockets = map.get(key) ?? new Set<BrowserSocket>();
  map.set(key, sockets);
  sockets.add(socket);
  return () => {
    sockets.delete(socket);
    if (sockets.size === 0) map.delete(key);
  };
}

const endSocket = (socket: BrowserSocket, reason: SessionEnd) => {
  socket.emit('session_ended', { reason });
  socket.disconnect(true);
};

interface SessionChecks {
  readonly verifySession: (token: string) => SessionClaims;
  readonly addressOf: (socket: BrowserSocket) => string;
  readonly policies: Pick<NetworkPolicies, 'of'>;
  readonly budgets: Pick<BrowserBudgets, 'assertRoom'>;
}

/**
 * Admits browsers with a live session from addresses that the company's network policy allows. Half-tokens and agents'
 * credentials are refused.
 */
export function requireSession(
  namespace: BrowserNamespace,
  { redis }: Deps,
  { verifySession, addressOf, policies, budgets }: SessionChecks,
): void {
  const admit = async (socket: BrowserSocket, address: string) => {
    const { token } = socket.handshake.auth as { token?: unknown };
    if (typeof token !== 'string') throw new Problem('session_invalid');
    // API tokens are for calls of the HTTP API; sockets are for people at a console.
    if (isApiToken(token)) throw new Problem('token_not_allowed');
    const claims = verifySession(token);
    if (claims.kind !== 'session') throw new Problem('session_invalid');
    // Before Redis is asked: a browser that is refused may try again at once.
    budgets.assertRoom(claims.jti);
    const [session, found] = await Promise.all([readSession(redis, claims.jti), policies.of(claims.company)]);
    // What Redis has lost is restored by the API, which a refused browser asks.
    if (!session || !found) throw new Problem('session_invalid');
    const denial = networkDenial(address, found.policy);
    if (denial) throw new Problem(denial === 'external_access' ? denial : 'ip_blocked');
    return { session, policyVersion: found.version };
  };
  guardNamespace(namespace, async (socket) => {
    const address = addressOf(socket);
    socket.data = { ...(await admit(socket, address)), address, watched: new Set(), watchedProcesses: new Set() };
  });
}

const rightsOf = ({ sight, flags, isCorporate, usesApproval }: SessionRecord) =>
  JSON.stringify([sightKey(sight), flags, isCorporate, usesApproval]);
const hasSameRights = (a: SessionRecord, b: SessionRecord) => rightsOf(a) === rightsOf(b);

/**
 * Keeps the sockets of each session to its present record: closes them when the session is ended, expires, or has other
 * rights. A session whose record cannot be read counts as changed.
 */
export async function followSessions(
  { redis, subscribe, log, now }: Deps,
  checkIntervalMs = CHECK_INTERVAL_MS,
): Promise<Sessions> {
  const served = new Set<BrowserSocket>();
  const bySession = new Map<string, Set<BrowserSocket>>();
  const byCompany = new Map<CompanyPk, Set<BrowserSocket>>();

  const reconnectAll = (sockets: ReadonlySet<BrowserSocket>) => {
    for (const socket of sockets) socket.conn.close();
  };

  const apply = (session: SessionRecord | null, sockets: ReadonlySet<BrowserSocket>) => {
    for (const socket of sockets) {
      if (session) {
        // With changed rights the browser needs another snapshot, which it reads when it reconnects: at once when it was told.
        if (!hasSameRights(socket.data.session, session)) {
          socket.emit('rights_changed', {});
          socket.conn.close();
        }
        socket.data.session = session;
      } else if (socket.data.session.expiresAt <= now()) endSocket(socket, 'expired');
      // An unexpired session that is missing was lost by Redis. The API restores it on the browser's next request.
      else socket.conn.close();
    }
  };

  const refresh = async (id: string, sockets: ReadonlySet<BrowserSocket>) => {
    try {
      // A record that is missing is read twice: it is deleted just before its end is announced, and only that has the reason.
      apply((await readSession(redis, id)) ?? (await readSession(redis, id)), sockets);
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
  // The use of a session moves its end, so that the record is read again before its sockets are closed.
  const expiries = every(EXPIRY_INTERVAL_MS, log, async () => {
    const isOver = ({ data }: BrowserSocket) => data.session.expiresAt <= now();
    const over = [...bySession].filter(([, sockets]) => [...sockets].some(isOver));
    await Promise.all(over.map(([id, sockets]) => refresh(id, sockets)));
  });

  return {
    sockets: served,
    companies: () => byCompany.keys(),
    applyPolicy(company, found) {
      for (const socket of byCompany.get(company) ?? []) {
        if (found === null) socket.conn.close();
        else if (socket.data.policyVersion !== found.version) {
          socket.data.policyVersion = found.version;
          if (networkDenial(socket.data.address, found.policy)) endSocket(socket, 'policy');
        }
      }
    },
    add(socket) {
      const { id, company } = socket.data.session;
      served.add(socket);
      const removals = [hold(bySession, id, socket), hold(byCompany, company, socket)];
      socket.on('disconnect', () => {
        served.delete(socket);
        for (const remove of removals) remove();
      });
    },
    get size() {
      return bySession.size;
    },
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]();
      expiries[Symbol.dispose]();
      await unsubscribe().catch(() => undefined);
    },
  };
}
