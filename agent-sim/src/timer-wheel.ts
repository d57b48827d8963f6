import type { Clock } from '@vigil/agent/clock';

/** Fine enough for machines that report each second, coarse enough that 10,000 of them wake the process seldom. */
const RESOLUTION_MS = 20;

interface Entry {
  run: (() => void) | null;
}

/** One timer for all: what is due falls into the bucket of its tick, whatever the number of machines. */
export class Wheel implements Clock, Disposable {
  readonly #buckets = new Map<number, Entry[]>();
  #tick = tickBefore(Date.now());
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  now(): number {
    return Date.now();
  }

  after(ms: number, run: () => void): Disposable {
    const entry: Entry = { run };
    if (!this.#closed) this.#put(entry, Math.max(this.#tick + 1, tickAfter(this.now() + ms)));
    return { [Symbol.dispose]: () => void (entry.run = null) };
  }

  /** Nothing runs any more. */
  [Symbol.dispose](): void {
    this.#closed = true;
    this.#buckets.clear();
    this.#rest();
  }

  #put(entry: Entry, tick: number): void {
    const bucket = this.#buckets.get(tick);
    if (bucket) bucket.push(entry);
    else this.#buckets.set(tick, [entry]);
    this.#timer ??= setInterval(() => this.#turn(), RESOLUTION_MS);
  }

  #turn(): void {
    for (const end = tickBefore(this.now()); this.#tick < end;) {
      this.#tick += 1;
      const bucket = this.#buckets.get(this.#tick);
      if (bucket === undefined) continue;
      this.#buckets.delete(this.#tick);
      for (const { run } of bucket) run?.();
    }
    if (this.#buckets.size === 0) this.#rest();
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#tick = tickBefore(this.now());
  }
}

/** Nothing may run early: what is due in the middle of a tick waits for its end. */
const tickBefore = (ms: number): number => Math.floor(ms / RESOLUTION_MS);
const tickAfter = (ms: number): number => Math.ceil(ms / RESOLUTION_MS);
