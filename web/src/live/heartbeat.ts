export interface Heartbeat {
  start: () => void;
  stop: () => void;
}

/** The last sequence number of the fleet, and how many announcements were made to this user. */
export interface ServerEventCounts {
  readonly seq: number;
  readonly announced?: number | undefined;
}

interface HeartbeatNeeds {
  /** Asks the server for its counts; rejects without an answer. */
  check: () => Promise<ServerEventCounts>;
  /** The number up to which events have been applied, or null before the first snapshot. */
  applied: () => number | null;
  onLatency: (latencyMs: number) => void;
  /** What the server counts; if its last event does not arrive, it was missed. */
  onCounts: (counts: ServerEventCounts) => void;
  /** The server counts from the beginning again. */
  onReset: () => void;
  now: () => number;
}

export const HEARTBEAT_INTERVAL_MS = 10_000;

/**
 * While a link is live, asks the server for its counts every 10 s, to measure the latency and to notice that the last
 * event was missed, which no later one would reveal. An unanswered check has no consequence: a broken connection is
 * found by the ping of the socket.
 */
export function createHeartbeat({ check, applied, onLatency, onCounts, onReset, now }: HeartbeatNeeds): Heartbeat {
  let timer: ReturnType<typeof setInterval> | undefined;

  const beat = async (): Promise<void> => {
    const own = timer;
    const before = applied();
    const asked = now();
    const counts = await check();
    if (timer !== own) return;
    onLatency(now() - asked);
    if (before === null) return;
    if (counts.seq < before) onReset();
    else onCounts(counts);
  };

  return {
    start: () => {
      timer ??= setInterval(() => void beat().catch(() => undefined), HEARTBEAT_INTERVAL_MS);
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
