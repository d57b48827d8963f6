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

/** It outlives the sockets of the session: otherwise a new connection would start with a full bucket. */
interface SessionBudget {
  readonly requests: TokenBucket;
  readonly refusals: TokenBucket;
  readonly bytes: TokenBucket;
  sockets: number;
  /** In milliseconds: no socket is admitted before. */
  refusedUntil: number;
}

const RETRY_AFTER_S = 10;
const NOTICE_INTERVAL_MS = 1_000;
/** How long the last message may take to be sent before the connection is cut. */
const CUT_OFF_MS = 1_000;

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
        budget.refusedUntil = now() + PENALTY_MS;
        socket.emit('rate_limited', { event: null, retry_after_ms: PENALTY_MS });
        // Closing handles no more packets, but still sends the queued ones, unless the browser does not read.
        socket.conn.close();
        const cutOff = setTimeout(() => socket.conn.close(true), CUT_OFF_MS);
        socket.conn.once('close', () => clearTimeout(cutOff));
      };
      // Several handshakes may have passed `assertRoom` at once while there was room for one socket.
      if (budget.sockets > MAX_SOCKETS_PER_SESSION) socket.conn.close();
      // Packets that no handler sees, such as acknowledgements that nobody asked for, take from the budget as well.
      onPacket(socket.conn, ({ cost }) => {
        const debtMs = chargeTokens(budget.bytes, browserBytes, { cost, now: now() });
        if (debtMs > 0 && socket.connected) close();
      });
      return {
        take(event) {
          const waitMs = takeToken(budget.requests, browserRequests, now());
          if (waitMs === 0) return 0;
          limited.inc();
          if (!socket.connected || isClosing) return waitMs;
          if (takeToken(budget.refusals, browserRefusals, now()) > 0) close();
          else tell(event, waitMs);
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
