/** A gateway that restarts is back in a second, and 5,000 agents must not all ask in the same instant. */
const FIRST_MS = { min: 200, max: 1_200 };
const BASE_MS = 400;

/** With attempts that may take 10 s this keeps every agent back within 20 s of a gateway's return. */
const CAP_MS = 8_000;

/** Decorrelated jitter: each wait is random between a base and three times the one before. */
export class BackOff {
  readonly #random: () => number;
  readonly #cap: number;
  #last = 0;

  constructor(random: () => number, capMs = CAP_MS) {
    this.#random = random;
    this.#cap = capMs;
  }

  /** Milliseconds to wait before the next attempt. */
  next(): number {
    const { min, max } = this.#last === 0 ? FIRST_MS : { min: BASE_MS, max: this.#last * 3 };
    this.#last = Math.min(this.#cap, min + this.#random() * (max - min));
    return this.#last;
  }

  reset(): void {
    this.#last = 0;
  }
}
