import type { Clock } from '@vigil/agent/clock';

/** The clock of one machine, which can be held: what falls due meanwhile runs when it goes on. */
export class FreezableClock implements Clock {
  readonly #clock: Clock;
  #held: (() => void)[] | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  after(ms: number, run: () => void): Disposable {
    let wanted = true;
    const fire = () => {
      if (!wanted) return;
      if (this.#held === null) run();
      else this.#held.push(fire);
    };
    const handle = this.#clock.after(ms, fire);
    return {
      [Symbol.dispose]: () => {
        wanted = false;
        handle[Symbol.dispose]();
      },
    };
  }

  freeze(): void {
    this.#held ??= [];
  }

  goOn(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const fire of held) fire();
  }
}
