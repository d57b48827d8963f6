import type { SessionId, UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import {
  chargeTokensWaitMs,
  fullBucket,
  isFull,
  takeTokenWaitMs,
  type TokenBucket,
} from '@vigil/shared/platform/token-bucket';
import type { Deps } from '../deps.ts';
import { onPacket } from '../sockets/connection.ts';
import type { EventBudget } from '../sockets/handlers.ts';
import type { BrowserSocket } from '../sockets/sockets.ts';
import {
  sessionByteRate,
  connectRate,
  toleratedSessionRefusalRate,
  sessionRequestRate,
  MAX_SOCKETS_PER_SESSION,
  MAX_SOCKETS_PER_USER,
  OVER_BUDGET_REFUSAL_MS,
} from './rates.ts';

export interface SessionBudgets {
  /**
   * Counts a try to connect.
   * @throws Problem `too_many_requests` when the session has as many sockets as it may have, connects too often, or a
   * socket was closed over its budget just now
   */
  takeConnect(session: SessionId): void;
  /**
   * Counts a connection of a session that is known to be open: the token of one that has ended must not keep its user
   * out.
   * @throws Problem `too_many_requests` when the sessions of the user have as many sockets as they may have, or connect
   *   too often
   */
  takeConnectOfUser(user: UserPk): void;
  /** The budget of a socket, which it shares with the other sockets of its session. */
  open(socket: BrowserSocket): EventBudget;
  /** Forgets the sessions and users that have no socket and whose buckets are full again. */
  releaseUnneeded(): void;
  /** Number of sessions and users with a budget. */
  readonly size: number;
}

/** It outlives the sockets: otherwise a new connection would start with a full bucket. */
interface Connections {
  readonly connects: TokenBucket;
  sockets: number;
}

interface SessionBudget extends Connections {
  readonly requests: TokenBucket;
  readonly refusals: TokenBucket;
  readonly bytes: TokenBucket;
  /** In milliseconds: no socket is admitted before. */
  refusedUntil: number;
}

const RETRY_AFTER_S = 10;
const NOTICE_INTERVAL_MS = 1_000;
/** How long the last message may take to be sent before the connection is cut. */
const CUT_OFF_MS = 1_000;

/**
 * What the browsers of a session may ask for. A request beyond it is answered with the time of the next try; a session
 * that does not stop loses the socket.
 */
export function createSessionBudgets({ metrics, now }: Pick<Deps, 'metrics' | 'now'>): SessionBudgets {
  const limited = metrics.counter('vigil_browser_requests_rate_limited_total', 'Requests of browsers over budget');
  const disconnected = metrics.counter('vigil_browsers_over_budget_total', 'Browsers disconnected over their budget');
  const sessions = new Map<SessionId, SessionBudget>();
  const users = new Map<UserPk, Connections>();

  const noConnections = (): Connections => ({ connects: fullBucket(connectRate, now()), sockets: 0 });

  const budgetOf = (session: SessionId): SessionBudget => {
    const budget = sessions.get(session) ?? {
      ...noConnections(),
      requests: fullBucket(sessionRequestRate, now()),
      refusals: fullBucket(toleratedSessionRefusalRate, now()),
      bytes: fullBucket(sessionByteRate, now()),
      refusedUntil: 0,
    };
    sessions.set(session, budget);
    return budget;
  };

  const connectionsOf = (user: UserPk): Connections => {
    const connections = users.get(user) ?? noConnections();
    users.set(user, connections);
    return connections;
  };

  const takeFrom = ({ sockets, connects }: Connections, mostSockets: number): void => {
    if (sockets >= mostSockets) throw new Problem('too_many_requests', { retryAfter: RETRY_AFTER_S });
    const waitMs = takeTokenWaitMs(connects, connectRate, now());
    if (waitMs > 0) throw new Problem('too_many_requests', { retryAfter: waitMs / 1_000 });
  };

  const isUnused = ({ sockets, connects }: Connections): boolean =>
    sockets === 0 && isFull(connects, connectRate, now());
  const isUnneeded = (budget: SessionBudget): boolean =>
    isUnused(budget) &&
    budget.refusedUntil <= now() &&
    isFull(budget.requests, sessionRequestRate, now()) &&
    isFull(budget.refusals, toleratedSessionRefusalRate, now()) &&
    isFull(budget.bytes, sessionByteRate, now());

  return {
    takeConnect(session) {
      const budget = budgetOf(session);
      const waitMs = budget.refusedUntil - now();
      if (waitMs > 0) throw new Problem('too_many_requests', { retryAfter: waitMs / 1_000 });
      takeFrom(budget, MAX_SOCKETS_PER_SESSION);
    },
    takeConnectOfUser: (user) => takeFrom(connectionsOf(user), MAX_SOCKETS_PER_USER),
    open(socket) {
      const { id, user } = socket.data.session;
      const [budget, ofUser] = [budgetOf(id), connectionsOf(user)];
      for (const one of [budget, ofUser]) {
        one.sockets += 1;
        socket.once('disconnect', () => (one.sockets -= 1));
      }
      let noticedAt = Number.NEGATIVE_INFINITY;
      // A message without an acknowledgement would be dropped in silence.
      const tell = (event: string, waitMs: number) => {
        if (now() - noticedAt < NOTICE_INTERVAL_MS) return;
        noticedAt = now();
        socket.emit('rate_limited', { event, retry_after_ms: waitMs });
      };
      let isClosing = false;
      const close = () => {
        if (isClosing) return;
        isClosing = true;
        disconnected.inc();
        budget.refusedUntil = now() + OVER_BUDGET_REFUSAL_MS;
        socket.emit('rate_limited', { event: null, retry_after_ms: OVER_BUDGET_REFUSAL_MS });
        // Closing handles no more packets, but still sends the queued ones, unless the browser does not read.
        socket.conn.close();
        const cutOff = setTimeout(() => socket.conn.close(true), CUT_OFF_MS);
        socket.conn.once('close', () => clearTimeout(cutOff));
      };
      // Several handshakes may have passed at once while there was room for one socket.
      if (budget.sockets > MAX_SOCKETS_PER_SESSION || ofUser.sockets > MAX_SOCKETS_PER_USER) socket.conn.close();
      // Packets that no handler sees, such as acknowledgements that nobody asked for, take from the budget as well.
      onPacket(socket.conn, ({ cost }) => {
        const debtMs = chargeTokensWaitMs(budget.bytes, sessionByteRate, { cost, now: now() });
        if (debtMs > 0 && socket.connected) close();
      });
      return {
        take(event) {
          const waitMs = takeTokenWaitMs(budget.requests, sessionRequestRate, now());
          if (waitMs === 0) return 0;
          limited.inc();
          if (!socket.connected || isClosing) return waitMs;
          if (takeTokenWaitMs(budget.refusals, toleratedSessionRefusalRate, now()) > 0) close();
          else tell(event, waitMs);
          return waitMs;
        },
      };
    },
    releaseUnneeded() {
      for (const [id, budget] of sessions) if (isUnneeded(budget)) sessions.delete(id);
      for (const [user, connections] of users) if (isUnused(connections)) users.delete(user);
    },
    get size() {
      return sessions.size + users.size;
    },
  };
}
