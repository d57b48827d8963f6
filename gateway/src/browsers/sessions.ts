import { setTimeout as delay } from 'node:timers/promises';
import type { SessionEndReason } from '@vigil/shared/contract/events/browser-down/session';
import type { CompanyPk, UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { networkDenial } from '@vigil/shared/domain/network-policy';
import { sightKey } from '@vigil/shared/domain/sight';
import type { VersionedAccessPolicy } from '@vigil/shared/platform/access-policy';
import { hasApiTokenPrefix } from '@vigil/shared/platform/api-tokens';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { every } from '@vigil/shared/platform/lifecycle';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import { findCachedRights } from '@vigil/shared/platform/rights';
import { readCachedSession, sessionOf, type Session } from '@vigil/shared/platform/sessions';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import { wallScreenTokenOf } from '@vigil/shared/platform/wall-screen-cookie';
import type { SessionBudgets } from '../budgets/session-budgets.ts';
import type { Deps } from '../deps.ts';
import { addNamespaceAdmissionCheck } from '../sockets/namespace-guard.ts';
import type { BrowserNamespace, BrowserSocket } from '../sockets/sockets.ts';
import type { AccessPolicies } from './access-policies.ts';

/**
 * How often the records of all sessions and their users are read, in case that the announcement of a change was lost:
 * with `CHANGE_MS`, the end of a session is felt within a second.
 */
const CHECK_INTERVAL_MS = 700;
/**
 * A record is missing for a moment around a commit: rights until they were read again, a session until its end is
 * announced, with the reason.
 */
const CHANGE_MS = 200;
/** The account of a ticket may use nothing two seconds after the end of its work (REMOTE-2). */
const EXPIRY_INTERVAL_MS = 500;

export interface BrowserSockets extends AsyncDisposable {
  add(socket: BrowserSocket): void;
  /** All sockets of browsers that are served here. */
  readonly sockets: ReadonlySet<BrowserSocket>;
  readonly size: number;
  /** The companies whose sockets are here. */
  companies(): Iterable<CompanyPk>;
  /**
   * Holds the sockets of a company to its policy: from where they connect, how long, with which licence. Null: Redis
   * has lost the policy.
   */
  applyPolicy(company: CompanyPk, policy: VersionedAccessPolicy | null): void;
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

const endSocket = (socket: BrowserSocket, reason: SessionEndReason) => {
  socket.emit('session_ended', { reason });
  socket.disconnect(true);
};

interface SessionChecks {
  readonly verifySession: (token: string) => SessionClaims;
  readonly addressOf: (socket: BrowserSocket) => string;
  readonly policies: Pick<AccessPolicies, 'of'>;
  readonly budgets: Pick<SessionBudgets, 'takeConnect' | 'takeConnectOfUser'>;
}

/**
 * Admits browsers with a live session from addresses that the company's network policy allows. Half-tokens and agents'
 * credentials are refused.
 */
export function admitBrowsersWithSession(
  namespace: BrowserNamespace,
  { redis, now }: Deps,
  { verifySession, addressOf, policies, budgets }: SessionChecks,
): void {
  /** Of the token that the page sends, or of the cookie of a wall screen, whose page has no token. */
  const claimsOf = ({ auth, headers }: BrowserSocket['handshake']): SessionClaims => {
    const { token: sent } = auth as { token?: unknown };
    const token = typeof sent === 'string' ? sent : wallScreenTokenOf(headers.cookie);
    if (token === undefined) throw new Problem('session_invalid');
    // API tokens are for calls of the HTTP API; sockets are for people at a console.
    if (hasApiTokenPrefix(token)) throw new Problem('token_not_allowed');
    const claims = verifySession(token);
    if (claims.kind !== (token === sent ? 'session' : 'screen')) throw new Problem('session_invalid');
    return claims;
  };
  const admit = async (socket: BrowserSocket, address: string) => {
    const claims = claimsOf(socket.handshake);
    // Before Redis is asked: a browser that is refused may try again at once.
    budgets.takeConnect(claims.jti);
    const [record, stored, found] = await Promise.all([
      readCachedSession(redis, claims.jti),
      findCachedRights(redis, claims.user),
      policies.of(claims.company),
    ]);
    // What Redis has lost is restored by the API, which a refused browser asks.
    if (!record || !stored || !found) throw new Problem('session_invalid');
    if ((record.kind === 'screen') !== (claims.kind === 'screen')) throw new Problem('session_invalid');
    const denial = networkDenial(address, found.policy);
    if (denial) throw new Problem(denial === 'external_access' ? denial : 'ip_blocked');
    const session = sessionOf(record, stored.rights, found.policy);
    if (session.expiresAt <= now()) throw new Problem('session_invalid');
    budgets.takeConnectOfUser(session.user);
    return { session, policy: found };
  };
  addNamespaceAdmissionCheck(namespace, async (socket) => {
    const address = addressOf(socket);
    socket.data = { ...(await admit(socket, address)), address, watched: new Set(), watchedProcesses: new Set() };
  });
}

const rightsOf = ({ sight, flags, isCorporate, usesApproval }: Session) =>
  JSON.stringify([sightKey(sight), flags, isCorporate, usesApproval]);
const hasSameRights = (a: Session, b: Session) => rightsOf(a) === rightsOf(b);

/**
 * Keeps the sockets of each session to the records of now: closes them when the session is ended or expires, or its
 * user has other rights. A session whose records cannot be read counts as changed.
 */
export async function enforceSessions(
  { redis, subscribe, log, now }: Deps,
  checkIntervalMs = CHECK_INTERVAL_MS,
): Promise<BrowserSockets> {
  const served = new Set<BrowserSocket>();
  const bySession = new Map<string, Set<BrowserSocket>>();
  const byUser = new Map<UserPk, Set<BrowserSocket>>();
  const byCompany = new Map<CompanyPk, Set<BrowserSocket>>();

  /** The sockets of each session of a user. */
  function* sessionsOf(user: UserPk) {
    const ids = new Set([...(byUser.get(user) ?? [])].map((socket) => socket.data.session.id));
    for (const id of ids) yield bySession.get(id) ?? new Set<BrowserSocket>();
  }

  const reconnectAll = (sockets: ReadonlySet<BrowserSocket>) => {
    for (const socket of sockets) socket.conn.close();
  };

  const update = (socket: BrowserSocket, session: Session) => {
    // Changed rights need another snapshot, which the browser reads when it reconnects; a browser that was told of the
    // change does so at once.
    if (!hasSameRights(socket.data.session, session)) {
      socket.emit('rights_changed', {});
      socket.conn.close();
    }
    socket.data.session = session;
  };

  /** The session of sockets as Redis has it now; undefined for one that is missing. */
  const read = async ({ id, user }: Session) => {
    const both = () => Promise.all([readCachedSession(redis, id), findCachedRights(redis, user)]);
    let [record, stored] = await both();
    if (!record || !stored) {
      await delay(CHANGE_MS);
      [record, stored] = await both();
    }
    return record && stored ? { record, rights: stored.rights } : undefined;
  };

  const refresh = async (sockets: ReadonlySet<BrowserSocket>) => {
    const [first] = sockets;
    if (!first) return;
    try {
      const found = await read(first.data.session);
      for (const socket of sockets) {
        const { session, policy } = socket.data;
        const next = found && sessionOf(found.record, found.rights, policy.policy);
        if ((next ?? session).expiresAt <= now()) endSocket(socket, 'expired');
        else if (next) update(socket, next);
        // What is missing was lost by Redis. The API restores it on the browser's next request.
        else socket.conn.close();
      }
    } catch (cause) {
      warnOfRepeatedFailure(log, { cause }, 'session not refreshed');
      reconnectAll(sockets);
    }
  };

  const unsubscribe = await subscribe(busChannels.sessions, (message) => {
    if (message.t === 'user_rights') for (const sockets of sessionsOf(message.user)) void refresh(sockets);
    else for (const socket of bySession.get(message.id) ?? []) endSocket(socket, message.reason);
  });

  const timer = every(checkIntervalMs, log, async () => {
    await Promise.all([...bySession.values()].map(refresh));
  });
  // The use of a session moves its end, so that the record is read again before its sockets are closed.
  const expiries = every(EXPIRY_INTERVAL_MS, log, async () => {
    const isOver = ({ data }: BrowserSocket) => data.session.expiresAt <= now();
    await Promise.all([...bySession.values()].filter((sockets) => [...sockets].some(isOver)).map(refresh));
  });

  return {
    sockets: served,
    companies: () => byCompany.keys(),
    applyPolicy(company, found) {
      for (const socket of byCompany.get(company) ?? []) {
        if (found === null) socket.conn.close();
        else if (socket.data.policy.version !== found.version) {
          socket.data.policy = found;
          const { address, session } = socket.data;
          const next = sessionOf(session, session, found.policy);
          if (networkDenial(address, found.policy) || next.expiresAt <= now()) endSocket(socket, 'policy');
          else update(socket, next);
        }
      }
    },
    add(socket) {
      const { id, user, company } = socket.data.session;
      served.add(socket);
      const removals = [hold(bySession, id, socket), hold(byUser, user, socket), hold(byCompany, company, socket)];
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
