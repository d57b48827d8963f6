import { createStoppableTimers } from './timers.ts';

export interface SessionCheck {
  start: () => void;
  stop: () => void;
}

interface SessionCheckNeeds {
  /** Rejects when the session has ended, or when the server cannot be reached. */
  readSession: () => Promise<unknown>;
  reconnect: () => void;
  random: () => number;
}

const CHECK_AGAIN_MS = 3_000;

/**
 * After a refused connection: asks over HTTP whether the session still exists, and connects again when it does. The API
 * client signs out when the session has ended; any other failure is checked again.
 */
export function createSessionCheck({ readSession, reconnect, random }: SessionCheckNeeds): SessionCheck {
  const timers = createStoppableTimers();
  let run: symbol | null = null;

  const check = async (own: symbol): Promise<void> => {
    const exists = await readSession().then(
      () => true,
      () => false,
    );
    if (run !== own) return;
    if (!exists) return timers.after(CHECK_AGAIN_MS, () => void check(own));
    timers.after(CHECK_AGAIN_MS * (0.5 + random()), () => {
      run = null;
      reconnect();
    });
  };

  return {
    start: () => {
      if (run !== null) return;
      run = Symbol('run');
      void check(run);
    },
    stop: () => {
      run = null;
      timers.stop();
    },
  };
}
