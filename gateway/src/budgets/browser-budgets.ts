import type { SessionId } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { Deps } from '../deps.ts';
import type { EventBudget } from '../sockets/handlers.ts';
import type { BrowserSocket } from '../sockets/sockets.ts';
import { onPacket } from '../sockets/connection.ts';
import { browserBytes, browserRefusals, browserRequests, MAX_SOCKETS_PER_SESSION, PENALTY_MS } from './rates.ts';
import { chargeTokens, fullBucket, isFull, takeToken, type TokenBucket } from './token-bucket.ts';

export interface BrowserBudgets {
  /** @throws Problem `too_many_requests` when the session has as many sockets as it may have, or a socket was closed over its budget just now */
  assertRoom(session: SessionId): void;
  /** The budget of a socket, which it shares with the other sockets of its session. */
  open(socket: BrowserSocket): EventBudget;
  /** Forgets the sessions that have no socket and whose buckets are full again. */
  releaseUnneeded(): void;
  /** Number of sessions with a budget. */
  readonly size: number;
}

/** It outlives the sockets: otherwise a new connection would bring a new reserve. */
interface SessionBudget {
  readonly requests: TokenBucket;
  readonly refusals: TokenBucket;
  readonly bytes: TokenBucket;
  sockets: number;
  /** In milliseconds: no socket is admitted before. */
  refusedUntil: number;
}

const RETRY_AFTER_S = 10;

/**
 * What the browsers of a session may ask for. A request beyond it is answered with the time of the next try; a session that
 * does not stop loses the socket.
 */
export function createBrowserBudgets({ metrics, now }: Pick<Deps, 'metrics' | 'now'>): BrowserBudgets {
  const limited = metrics.counter('vigil_browser_requests_rate_limited_total', 'Requests of browsers over budget');
  const disconnected = metrics.counter('vigil_browsers_over_budget_total', 'Browsers disconnected over their budget');
  const sessions = new Map<SessionId, SessionBudget>();

  const join = (session: SessionId): SessionBudget => {
    const budget = sessions.get(session) ?? {
      requests: fullBucket(browserRequests, now()),
      refusals: fullBucket(browserRefusals, now()),
      bytes: fullBucket(browserBytes, now()),
      sockets: 0,
      refusedUntil: 0,
    };
    sessions.set(session, budget);
    budget.sockets += 1;
    return budget;
  };

  const isUnneeded = ({ sockets, refusedUntil, requests, refusals, bytes }: SessionBudget): boolean =>
    sockets === 0 &&
    refusedUntil <= now() &&
    isFull(requests, browserRequests, now()) &&
    isFull(refusals, browserRefusals, now()) &&
    isFull(bytes, browserBytes, now());

  return {
    assertRoom(session) {
      const { sockets = 0, refusedUntil = 0 } = sessions.get(session) ?? {};
      const waitMs = refusedUntil - now();
      if (waitMs > 0) throw new Problem('too_many_requests', { retryAfter: waitMs / 1_000 });
      if (sockets >= MAX_SOCKETS_PER_SESSION) throw new Problem('too_many_requests', { retryAfter: RETRY_AFTER_S });
    },
    open(socket) {
      const { id } = socket.data.session;
      const budget = join(id);
      socket.once('disconnect', () => (budget.sockets -= 1));
      const close = () => {
        disconnected.inc();
        budget.refusedUntil = now() + PENALTY_MS;
        socket.conn.close(true);
      };
      // Several may have been admitted while there was room for one of them.
      if (budget.sockets > MAX_SOCKETS_PER_SESSION) socket.conn.close();
      // Also packets that no handler sees, such as acknowledgements that were not asked for, are work.
      onPacket(socket.conn, ({ cost }) => {
        const debtMs = chargeTokens(budget.bytes, browserBytes, { cost, now: now() });
        if (debtMs > 0 && socket.connected) close();
      });
      return {
        take() {
          const waitMs = takeToken(budget.requests, browserRequests, now());
          if (waitMs === 0) return 0;
          limited.inc();
          if (takeToken(budget.refusals, browserRefusals, now()) > 0 && socket.connected) close();
          return waitMs;
        },
      };
    },
    releaseUnneeded() {
      for (const [id, budget] of sessions) if (isUnneeded(budget)) sessions.delete(id);
    },
    get size() {
      return sessions.size;
    },
  };
}
