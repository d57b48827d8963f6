/** A place in a queue; disposing it lets the next one begin. */
export interface QueuePlace extends Disposable {
  /** Resolves with true once all earlier turns are over, with false when `signal` aborts before. */
  comes(signal: AbortSignal): Promise<boolean>;
}

/** Lets one piece of work run at a time, first come first served. */
export class SerialQueue {
  #last: Promise<void> = Promise.resolve();

  enter(): QueuePlace {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    // Over only when the earlier ones are, too: a turn may be given up while it waits.
    this.#last = Promise.all([before, promise]).then(() => undefined);
    return {
      async comes(signal) {
        const aborted = new Promise<void>((end) => signal.addEventListener('abort', () => end(), { once: true }));
        if (!signal.aborted) await Promise.race([before, aborted]);
        return !signal.aborted;
      },
      [Symbol.dispose]: resolve,
    };
  }
}
