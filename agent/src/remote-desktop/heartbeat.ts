import { every, type Clock } from '../clock.ts';

/** The viewer answers each. */
const BEAT_MS = 2_000;
const CHECK_MS = 500;
/** So long a key that is pressed repeats at the device although its release may be on its way. */
const PAUSED_MS = 1_000;
/** Two beats may be late. Somebody whose network is cut has a pressed key no longer than this, and no locked device. */
const SILENT_MS = 5_000;
/** The relay, or the network to it, is gone. */
const DEAD_MS = 15_000;

export interface HeartbeatOptions {
  readonly clock: Clock;
  readonly beat: () => void;
  /**
   * Nothing was heard for a moment, which says something of ends only that are heard more often. Called once, until
   * something is.
   */
  readonly onPaused: () => void;
  /** Nothing was heard for a while. Called once, until something is. */
  readonly onSilent: () => void;
  /** Nothing will be heard any more. */
  readonly onDead: () => void;
}

/**
 * Whether the other end of a connection is there, which a socket alone does not tell while nothing arrives (RELAY-16).
 */
export class Heartbeat implements Disposable {
  readonly #options: HeartbeatOptions;
  readonly #stack = new DisposableStack();
  #heardAt: number;
  #checkedAt: number;
  #isPaused = false;
  #isSilent = false;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    const { clock, beat } = options;
    this.#heardAt = clock.steady();
    this.#checkedAt = this.#heardAt;
    this.#stack.use(every(clock, BEAT_MS, beat));
    this.#stack.use(every(clock, CHECK_MS, () => this.#check()));
  }

  /** Something has arrived. */
  heard(): void {
    this.#heardAt = this.#options.clock.steady();
    this.#isPaused = false;
    this.#isSilent = false;
  }

  [Symbol.dispose](): void {
    this.#stack.dispose();
  }

  #check(): void {
    const { clock, onPaused, onSilent, onDead } = this.#options;
    const now = clock.steady();
    // An agent that stood still has read nothing, whatever has arrived: timers run before sockets are read.
    if (now - this.#checkedAt >= 4 * CHECK_MS) this.heard();
    this.#checkedAt = now;
    const silentMs = now - this.#heardAt;
    if (silentMs >= DEAD_MS) return onDead();
    if (silentMs >= PAUSED_MS && !this.#isPaused) {
      this.#isPaused = true;
      onPaused();
    }
    if (silentMs < SILENT_MS || this.#isSilent) return;
    this.#isSilent = true;
    onSilent();
  }
}
