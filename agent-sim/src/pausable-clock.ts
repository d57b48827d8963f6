import type { Clock } from '@vigil/agent/clock';

/** The clock of one device, which can be paused: timers that fall due meanwhile run when it is resumed. */
export class ClockWithPausableTimers implements Clock {
  readonly #clock: Clock;
  #due: (() => void)[] | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  steady(): number {
    return this.#clock.steady();
  }

  after(ms: number, run: () => void): Disposable {
    let isCancelled = false;
    const fire = () => {
      if (isCancelled) return;
      if (this.#due === null) run();
      else this.#due.push(fire);
    };
    const handle = this.#clock.after(ms, fire);
    return {
      [Symbol.dispose]: () => {
        isCancelled = true;
        handle[Symbol.dispose]();
      },
    };
  }

  pause(): void {
    this.#due ??= [];
  }

  resume(): void {
    const due = this.#due ?? [];
    this.#due = null;
    for (const fire of due) fire();
  }
}
