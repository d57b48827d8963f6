export interface Heartbeat {
  start: () => void;
  stop: () => void;
}

interface HeartbeatNeeds {
  /** Asks the server for its current sequence number; rejects without an answer. */
  check: () => Promise<number>;
  /** The number up to which events have been applied, or null before the first snapshot. */
  applied: () => number | null;
  onLatency: (latencyMs: number) => void;
  /** The server's number; if its event does not arrive, it was missed. */
  onSeq: (seq: number) => void;
  /** The server counts from the beginning again. */
  onReset: () => void;
  now: () => number;
}

export const HEARTBEAT_MS = 10_000;

/**
 * Measures the latency of a live link, and finds a missed last event, which no later one would reveal. An unanswered
 * check has no consequence: a broken connection is found by the ping of the socket.
 */
export function createHeartbeat({ check, applied, onLatency, onSeq, onReset, now }: HeartbeatNeeds): Heartbeat {
  let timer: ReturnType<typeof setInterval> | undefined;

  const beat = async (): Promise<void> => {
    const own = timer;
    const before = applied();
    const asked = now();
    const seq = await check();
    if (timer !== own) return;
    onLatency(now() - asked);
    if (before === null) return;
    if (seq < before) onReset();
    else onSeq(seq);
  };

  return {
    start: () => {
      timer ??= setInterval(() => void beat().catch(() => undefined), HEARTBEAT_MS);
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
