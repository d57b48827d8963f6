export interface Polling {
  start: () => void;
  stop: () => void;
  /** Polls at once when running: the user or the network is back. */
  nudge: () => void;
}

interface PollingNeeds {
  /** Reads states and measures once; rejects when the server cannot be reached. */
  poll: () => Promise<void>;
  focused: () => boolean;
  /** Milliseconds between two polls of a focused page. */
  interval: () => number;
  onAnswer: (reached: boolean) => void;
}

/** Spec 1 §9: summary polling, focused unless the user has another interval, and blurred. */
export const POLL_FOCUSED_MS = 12_000;
export const POLL_BLURRED_MS = 1_200_000;

/** Reads over HTTP while there is no socket: at once, then at intervals. */
export function createPolling({ poll, focused, interval, onAnswer }: PollingNeeds): Polling {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Each start is a run of its own, so that an answer after a stop is ignored.
  let run: symbol | null = null;

  const turn = async (own: symbol) => {
    clearTimeout(timer);
    const reached = await poll().then(
      () => true,
      () => false,
    );
    if (run !== own) return;
    onAnswer(reached);
    timer = setTimeout(() => void turn(own), focused() ? interval() : POLL_BLURRED_MS);
  };

  const begin = () => {
    run = Symbol('run');
    void turn(run);
  };

  return {
    start: () => {
      if (run === null) begin();
    },
    stop: () => {
      clearTimeout(timer);
      run = null;
    },
    nudge: () => {
      if (run !== null) begin();
    },
  };
}
