import type { Clock } from '@vigil/agent/clock';

/** Fine enough for devices that report every second, coarse enough that 10,000 of them wake the process seldom. */
const RESOLUTION_MS = 20;

interface Entry {
  run: (() => void) | null;
}

/** One timer for all devices: each entry is in the bucket of its tick, so the cost does not grow with their number. */
export class TimerWheel implements Clock, Disposable {
  readonly #buckets = new Map<number, Entry[]>();
  #tick = tickBefore(Date.now());
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  now(): number {
    return Date.now();
  }

  steady(): number {
    return performance.now();
  }

  after(ms: number, run: () => void): Disposable {
    const entry: Entry = { run };
    if (!this.#closed) this.#put(entry, Math.max(this.#tick + 1, tickAfter(this.now() + ms)));
    return { [Symbol.dispose]: () => void (entry.run = null) };
  }

  /** Entries that are not due yet never run. */
  [Symbol.dispose](): void {
    this.#closed = true;
    this.#buckets.clear();
    this.#stopTimer();
  }

  #put(entry: Entry, tick: number): void {
    const bucket = this.#buckets.get(tick);
    if (bucket) bucket.push(entry);
    else this.#buckets.set(tick, [entry]);
    this.#timer ??= setInterval(() => this.#advance(), RESOLUTION_MS);
  }

  #advance(): void {
    for (const end = tickBefore(this.now()); this.#tick < end;) {
      this.#tick += 1;
      const bucket = this.#buckets.get(this.#tick);
      if (bucket === undefined) continue;
      this.#buckets.delete(this.#tick);
      for (const { run } of bucket) run?.();
    }
    if (this.#buckets.size === 0) this.#stopTimer();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#tick = tickBefore(this.now());
  }
}

/** Nothing may run early: an entry that is due in the middle of a tick waits for its end. */
const tickBefore = (ms: number): number => Math.floor(ms / RESOLUTION_MS);
const tickAfter = (ms: number): number => Math.ceil(ms / RESOLUTION_MS);
