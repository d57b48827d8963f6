/** Time as the agent sees it; tests and the simulator pass their own. */
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

/** Runs each `ms` until disposed; the first time after `firstMs`. */
export function every(clock: Clock, ms: number, run: () => void, firstMs = ms): Disposable {
  let handle = clock.after(firstMs, tick);
  function tick(): void {
    handle = clock.after(ms, tick);
    run();
  }
  return { [Symbol.dispose]: () => handle[Symbol.dispose]() };
}

export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve));

/** The server's clock, as far as this machine knows it: its own, corrected by what refusals and replies told. */
export class ServerClock {
  readonly #clock: Clock;
  #offset = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now() + this.#offset;
  }

  /** `serverTime` in milliseconds, as true now. */
  learn(serverTime: number): void {
    this.#offset = serverTime - this.#clock.now();
  }
}
