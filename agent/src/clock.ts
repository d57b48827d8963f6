/** The agent's source of time and timers; tests and the simulator pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs once after `ms`; disposing the handle cancels it. */
  after(ms: number, run: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};

/** Runs every `ms` until disposed; the first time after `firstMs`. */
export function every(clock: Clock, ms: number, run: () => void, firstMs = ms): Disposable {
  let handle = clock.after(firstMs, tick);
  function tick(): void {
    handle = clock.after(ms, tick);
    run();
  }
  return { [Symbol.dispose]: () => handle[Symbol.dispose]() };
}

/** Resolves after `ms`, or at once when `signal` aborts: a wait must not outlive the part that waits. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      timer[Symbol.dispose]();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = clock.after(ms, finish);
    signal?.addEventListener('abort', finish, { once: true });
  });
}

/** The server's time: the local clock, corrected by an offset that replies and refusals of the server reveal. */
export class ServerClock {
  readonly #clock: Clock;
  #offset = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now() + this.#offset;
  }

  /** `serverTime` in milliseconds, as of now. */
  synchronise(serverTime: number): void {
    this.#offset = serverTime - this.#clock.now();
  }
}
