/** The agent's source of time and timers; tests and the simulator pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment, by a clock that cannot be set. It may stand still while the device sleeps. */
  steady(): number;
  /** Runs once after `ms`; disposing the handle cancels it. */
  after(ms: number, run: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
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
export function sleep(clock: Clock, ms: number, wakeSignal?: AbortSignal): Promise<void> {
  if (wakeSignal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      timer[Symbol.dispose]();
      wakeSignal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = clock.after(ms, finish);
    wakeSignal?.addEventListener('abort', finish, { once: true });
  });
}

/** The server's time: the local clock, corrected by an offset that replies and refusals of the server reveal. */
export class ServerClock {
  readonly #clock: Clock;
  #offset = 0;
  /** The same for the steady time of the device. */
  #steadyOffset: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#steadyOffset = clock.now() - clock.steady();
  }

  /**
   * Follows the clock of the device, which goes on while it sleeps; but one that is set back in this run does not turn
   * this one back.
   */
  now(): number {
    return Math.max(this.#byClock(), this.#bySteadyTime());
  }

  /** `serverTime` in milliseconds, as of now. */
  synchronise(serverTime: number): void {
    this.#offset = serverTime - this.#clock.now();
    this.#steadyOffset = serverTime - this.#clock.steady();
  }

  /** Follows the time that the API names, which is exact to `toleranceMs`. */
  correct(serverTime: number, toleranceMs: number): void {
    const isRight = Math.abs(serverTime - this.#byClock()) <= toleranceMs;
    this.synchronise(isRight ? this.#byClock() : serverTime);
  }

  /**
   * Whether the clock of the device was set, or the device slept, since a server named the time: by more than
   * `toleranceMs`.
   */
  hasMoved(toleranceMs: number): boolean {
    return Math.abs(this.#byClock() - this.#bySteadyTime()) > toleranceMs;
  }

  #byClock(): number {
    return this.#clock.now() + this.#offset;
  }

  #bySteadyTime(): number {
    return this.#clock.steady() + this.#steadyOffset;
  }

  /** Follows a time that is ahead. Returns whether this clock is right by it, within `toleranceMs`. */
  advance(serverTime: number, toleranceMs: number): boolean {
    if (serverTime > this.now()) this.synchronise(serverTime);
    return this.now() - serverTime <= toleranceMs;
  }
}
