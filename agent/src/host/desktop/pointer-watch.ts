import { every, type Clock } from '../../clock.ts';

const EVERY_MS = 100;
/** The system moves the pointer a little after it was asked to. */
const OWN_MS = 250;

/**
 * Notices that somebody else moves the pointer, where the system tells no events. Keys that somebody presses are not
 * noticed.
 */
export class PointerWatch implements Disposable {
  readonly #clock: Clock;
  readonly #read: () => { x: number; y: number };
  readonly #listeners = new Set<() => void>();
  readonly #timer: Disposable;
  #last: { x: number; y: number };
  #ownAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, read: () => { x: number; y: number }) {
    this.#clock = clock;
    this.#read = read;
    this.#last = read();
    this.#timer = every(clock, EVERY_MS, () => this.#look());
  }

  /** The agent moves it itself. */
  expect(): void {
    this.#ownAt = this.#clock.steady();
  }

  on(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
  }

  #look(): void {
    const now = this.#read();
    const hasMoved = now.x !== this.#last.x || now.y !== this.#last.y;
    this.#last = now;
    if (!hasMoved || this.#clock.steady() - this.#ownAt < OWN_MS) return;
    for (const listener of this.#listeners) listener();
  }
}
