const LEAST = 16_384;
const FIRST = 131_072;
const MOST = 1_048_576;
const GROWTH = 16_384;
/** So long a frame may lie in queues on the way, beyond the way itself. */
const MAX_QUEUEING_MS = 45;
/** The way may have become longer: how fast it once was says nothing after two of these. */
const MEMORY_MS = 10_000;

/** How many bytes may be on the way to a viewer: as many as it acknowledges without queues growing in between. */
export class ByteWindow {
  readonly #unacknowledged: { seq: number; bytes: number; sentAt: number }[] = [];
  #size = FIRST;
  #onTheWay = 0;
  /** The shortest times of this span and the one before it. */
  #fastestMs = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
  #spanBegan = Number.NEGATIVE_INFINITY;

  /** An empty window takes one frame of any size. */
  get isOpen(): boolean {
    return this.#onTheWay === 0 || this.#onTheWay < this.#size;
  }

  /** Whether the network is the bottleneck. */
  get isNarrow(): boolean {
    return this.#size < FIRST / 2;
  }

  sent(seq: number, bytes: number, now: number): void {
    this.#unacknowledged.push({ seq, bytes, sentAt: now });
    this.#onTheWay += bytes;
  }

  /** @param now by the same clock as in `sent` */
  acknowledged(seq: number, now: number): void {
    for (let [first] = this.#unacknowledged; first !== undefined && first.seq <= seq; [first] = this.#unacknowledged) {
      this.#unacknowledged.shift();
      this.#onTheWay -= first.bytes;
      this.#adapt(now - first.sentAt, now);
    }
  }

  #adapt(roundTripMs: number, now: number): void {
    const [current, former] = this.#fastestMs;
    const isNewSpan = now - this.#spanBegan >= MEMORY_MS;
    if (isNewSpan) this.#spanBegan = now;
    this.#fastestMs = isNewSpan ? [roundTripMs, current] : [Math.min(current, roundTripMs), former];
    const isQueueing = roundTripMs > Math.min(...this.#fastestMs) + MAX_QUEUEING_MS;
    this.#size = isQueueing ? Math.max(LEAST, this.#size * 0.7) : Math.min(MOST, this.#size + GROWTH);
  }
}
